import { observeSize } from './size.js';

/** The bar may take 1/SHARE of the window's height; a taller one scrolls away with the page. */
const SHARE = 5;

/** The height of a part that sticks as its styles have it: not in a frame that stands still, nor in a low window. */
const stuck = (part: HTMLElement | null): number =>
  part && getComputedStyle(part).position === 'sticky' ? part.offsetHeight : 0;

/**
 * Gives the styles the height of the parts that stick to the top, so that the rest keeps clear of them.
 */
export class Sticky {
  private bar: HTMLElement | null = null;
  private ribbon: HTMLElement | null = null;
  private connected = false;
  private stops: (() => void)[] = [];

  constructor(private readonly host: HTMLElement) {}

  connect(): void {
    this.connected = true;
    this.observe();
  }

  disconnect(): void {
    this.connected = false;
    this.observe();
  }

  watch(bar: HTMLElement | null, ribbon: HTMLElement | null): void {
    [this.bar, this.ribbon] = [bar, ribbon];
    this.observe();
  }

  private observe(): void {
    for (const stop of this.stops) stop();
    const parts = this.connected ? [this.host, this.bar, this.ribbon] : [];
    this.stops = parts.flatMap((part) => (part ? observeSize(part, () => this.measure()) : []));
  }

  private measure(): void {
    const { bar, ribbon } = this;
    bar?.toggleAttribute('data-tall', bar.offsetHeight > innerHeight / SHARE);
    const height = stuck(bar);
    this.set('--bar-height', height);
    this.set('--top-height', height + stuck(ribbon));
  }

  /** Set only on change, because it restyles everything inside. */
  private set(name: string, height: number): void {
    const { style } = this.host;
    if (style.getPropertyValue(name) !== `${height}px`) style.setProperty(name, `${height}px`);
  }
}
