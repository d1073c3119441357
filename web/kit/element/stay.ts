import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * An element's stay on the page, from when it is put in until it is taken out. One that is only moved to another place, in
 * one task, stays.
 */
export class Stay implements ReactiveController {
  private leaving = false;

  constructor(
    host: ReactiveControllerHost,
    private readonly stay: { begin(): void; end(): void },
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    if (this.leaving) this.leaving = false;
    else this.stay.begin();
  }

  hostDisconnected(): void {
    this.leaving = true;
    queueMicrotask(() => {
      if (!this.leaving) return;
      this.leaving = false;
      this.stay.end();
    });
  }
}
