import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { observeSize } from './size.js';

/** Pauses what its element plays as soon as nobody can see it: it left the page, is not shown, or the page is hidden. */
export class PlaybackController implements ReactiveController {
  private stop: (() => void) | undefined;

  /** `pause` is called often, also when nothing plays. */
  constructor(
    private readonly host: ReactiveControllerHost & Element,
    private readonly pause: () => void,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.onVisibility);
    this.stop = observeSize(this.host, ({ width, height }) => {
      if (width === 0 && height === 0) this.pause();
    });
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.onVisibility);
    this.stop?.();
    this.pause();
  }

  private readonly onVisibility = (): void => {
    if (document.hidden) this.pause();
  };
}
