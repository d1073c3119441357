import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** From this width on the proof stands at the side, and takes so much of it. */
const WIDE = 960;
const PROOF = 352;

/** The width that there is for a panel, which is drawn anew when that changes. */
export class Room implements ReactiveController {
  width = 0;
  private observer: ResizeObserver | undefined;

  constructor(private readonly host: ReactiveControllerHost & Element) {
    host.addController(this);
  }

  /** What the proof leaves of it. */
  get besideProof(): number {
    return this.width >= WIDE ? this.width - PROOF : this.width;
  }

  hostConnected(): void {
    this.observer = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry!.contentRect.width);
      if (width === this.width) return;
      this.width = width;
      this.host.requestUpdate();
    });
    this.observer.observe(this.host);
  }

  hostDisconnected(): void {
    this.observer?.disconnect();
  }
}
