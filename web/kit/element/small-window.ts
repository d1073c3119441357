import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { smallWindow } from '../../styles/breakpoints.js';

/** Whether the window is one of a phone, or low, as at 200 % zoom: what it is about comes first there. */
export class SmallWindow implements ReactiveController {
  private query: MediaQueryList | undefined;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  get isSmall(): boolean {
    return this.query?.matches ?? false;
  }

  hostConnected(): void {
    // Elements are also made where there is no window, to list their properties.
    this.query ??= matchMedia(smallWindow.cssText);
    this.query.addEventListener('change', this.changed);
  }

  hostDisconnected(): void {
    this.query?.removeEventListener('change', this.changed);
  }

  private readonly changed = (): void => this.host.requestUpdate();
}
