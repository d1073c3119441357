import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * Paints in the next frame, once the page is laid out: a font on a canvas would lay it out at once. What is further than
 * half a screen from being seen waits until it comes there; on paper everything is seen.
 */
export class PaintController implements ReactiveController {
  private isNear = true;
  private isPrinted = false;
  private isDue = false;
  /** Who waits for it to come near. */
  private waiting: (() => void)[] = [];
  private frame = 0;
  private observer: IntersectionObserver | undefined;

  /** `clear` forgets what is painted while it is far away: for what may stand on a page many times. */
  constructor(
    private readonly host: ReactiveControllerHost & Element,
    private readonly act: () => void,
    private readonly clear?: () => void,
  ) {
    host.addController(this);
  }

  soon(): void {
    // Paper waits for no frame.
    if (this.isPrinted) return this.now();
    this.isDue = true;
    if (this.isNear) this.frame ||= requestAnimationFrame(this.now);
  }

  /** Resolves when it comes near; undefined if it is. */
  whenNear(): Promise<void> | undefined {
    return this.isNear ? undefined : new Promise((come) => this.waiting.push(come));
  }

  readonly now = (): void => {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.isDue = !this.isNear;
    if (this.isNear) this.act();
  };

  hostConnected(): void {
    this.observer = new IntersectionObserver(
      (entries) => this.move(entries.at(-1)!.isIntersecting),
      { rootMargin: '50%' },
    );
    this.observer.observe(this.host);
    addEventListener('resize', this.scale);
    addEventListener('beforeprint', this.print);
    addEventListener('afterprint', this.leavePaper);
  }

  hostDisconnected(): void {
    this.observer?.disconnect();
    removeEventListener('resize', this.scale);
    removeEventListener('beforeprint', this.print);
    removeEventListener('afterprint', this.leavePaper);
    this.isNear = true;
    this.isPrinted = false;
    this.admit();
  }

  /** Slides are scaled to the window, and their canvases have as many pixels as the screen has there. */
  private readonly scale = (): void => this.soon();

  private readonly print = (): void => {
    this.isPrinted = true;
    this.move(true);
  };

  private readonly leavePaper = (): void => {
    this.isPrinted = false;
  };

  private move(isNear: boolean): void {
    this.isNear = isNear;
    if (isNear) this.admit();
    else if (this.clear) {
      this.isDue = true;
      this.clear();
    }
    if (this.isDue) this.now();
  }

  private admit(): void {
    const waiting = this.waiting.splice(0);
    for (const come of waiting) come();
  }
}

/** What a canvas's own size is to its size on the screen, if that is only rounding. */
const ROUNDING = 0.02;
/** How far the scale of a page is followed: more pixels cost memory, and no projector shows them. */
const MOST = 4;

/**
 * Pixels of a canvas for each CSS pixel that it is wide: as many as the screen has there, also where the page around it is
 * scaled by `transform`, as slides are. Where it is scaled down, the browser does that: it may be scaled up again at any time.
 */
export function screenScale(canvas: HTMLElement): number {
  const { offsetWidth } = canvas;
  const scaled = offsetWidth > 0 ? canvas.getBoundingClientRect().width / offsetWidth : 1;
  return (devicePixelRatio || 1) * (scaled > 1 + ROUNDING ? Math.min(scaled, MOST) : 1);
}
