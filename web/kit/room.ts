import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** From this width on the proof is at the side, and takes PROOF pixels. */
const WIDE = 960;
const PROOF = 352;

/** The available width of a panel, which is redrawn when it changes. */
export class Room implements ReactiveController {
  width = 0;
  private observer: ResizeObserver | undefined;

  constructor(private readonly host: ReactiveControllerHost & Element) {
    host.addController(this);
  }

  /** The width that the proof leaves. */
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
