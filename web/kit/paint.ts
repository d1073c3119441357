import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * Paints in the next frame, once the page is laid out: a font on a canvas would lay it out at once. What is further than
 * half a screen from being seen waits until it comes there; on paper everything is seen.
 */
export class PaintController implements ReactiveController {
  private isNear = true;
  private isDue = false;
  private frame = 0;
  private observer: IntersectionObserver | undefined;

  constructor(
    private readonly host: ReactiveControllerHost & Element,
    private readonly act: () => void,
  ) {
    host.addController(this);
  }

  soon(): void {
    this.isDue = true;
    if (this.isNear) this.frame ||= requestAnimationFrame(this.now);
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
    addEventListener('beforeprint', this.come);
  }

  hostDisconnected(): void {
    this.observer?.disconnect();
    removeEventListener('beforeprint', this.come);
    this.isNear = true;
  }

  private readonly come = (): void => this.move(true);

  private move(isNear: boolean): void {
    this.isNear = isNear;
    if (this.isDue) this.now();
  }
}
