import { observeSize } from './size.js';

/** The bar may take 1/SHARE of the window's height; a taller one scrolls away with the page. */
const SHARE = 5;

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
    const { bar, ribbon, host } = this;
    // As `Still` has marked it, which measures the same host first.
    const still = host.shadowRoot?.querySelector('.frame')?.hasAttribute('data-still') ?? false;
    const tall = bar !== null && bar.offsetHeight > innerHeight / SHARE;
    bar?.toggleAttribute('data-tall', tall);
    const height = bar && !tall && !still ? bar.offsetHeight : 0;
    this.set('--bar-height', height);
    this.set('--top-height', height + (still ? 0 : (ribbon?.offsetHeight ?? 0)));
  }

  /** Set only on change, because it restyles everything inside. */
  private set(name: string, height: number): void {
    const { style } = this.host;
    if (style.getPropertyValue(name) !== `${height}px`) style.setProperty(name, `${height}px`);
  }
}
