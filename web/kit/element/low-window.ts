import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { lowWindow } from '../../styles/breakpoints.js';

/** Whether the window is low, as on a phone that lies on its side, or at 200 % zoom: what it is about comes first there. */
export class LowWindow implements ReactiveController {
  private query: MediaQueryList | undefined;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  get isLow(): boolean {
    return this.query?.matches ?? false;
  }

  hostConnected(): void {
    // Elements are also made where there is no window, to list their properties.
    this.query ??= matchMedia(lowWindow.cssText);
    this.query.addEventListener('change', this.changed);
  }

  hostDisconnected(): void {
    this.query?.removeEventListener('change', this.changed);
  }

  private readonly changed = (): void => this.host.requestUpdate();
}
