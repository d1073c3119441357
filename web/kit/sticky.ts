/** The bar may take 1/SHARE of the window's height; a taller one scrolls away with the page. */
const SHARE = 5;

/**
 * Gives the styles the height of the parts that stick to the top, so that the rest keeps clear of them. Where nothing
 * can stick, as on slides, the host has the attribute `data-still` in its frame: then everything is laid in the flow.
 */
export class Sticky {
  private bar: HTMLElement | null = null;
  private ribbon: HTMLElement | null = null;
  private observer: ResizeObserver | undefined;

  constructor(private readonly host: HTMLElement) {}

  connect(): void {
    this.observer = new ResizeObserver(() => this.measure());
    this.observe();
  }

  disconnect(): void {
    this.observer?.disconnect();
    this.observer = undefined;
  }

  watch(bar: HTMLElement | null, ribbon: HTMLElement | null): void {
    [this.bar, this.ribbon] = [bar, ribbon];
    this.observer?.disconnect();
    this.observe();
  }

  private observe(): void {
    for (const part of [this.host, this.bar, this.ribbon]) if (part) this.observer?.observe(part);
  }

  private measure(): void {
    const { bar, ribbon, host } = this;
    const still = !canStick(host);
    host.shadowRoot?.querySelector('.frame')?.toggleAttribute('data-still', still);
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

/** Slides do not scroll, and on what is drawn larger or smaller than it is laid out, parts would stick elsewhere. */
function canStick(host: HTMLElement): boolean {
  const { width } = host.getBoundingClientRect();
  const zoom = 'currentCSSZoom' in host ? Number(host.currentCSSZoom) : 1;
  const scale = width / (host.offsetWidth || 1) / zoom;
  if (width > 0 && Math.abs(scale - 1) > 0.01) return false;
  for (let parent = parentOf(host); parent && parent !== document.body; parent = parentOf(parent)) {
    const { overflowY } = getComputedStyle(parent);
    if (overflowY !== 'visible' && overflowY !== 'clip') return overflowY !== 'hidden';
  }
  return true;
}

/** The element around, also where that is a shadow tree's host or a slot. */
function parentOf(element: Element): Element | null {
  if (element.assignedSlot) return element.assignedSlot;
  const { parentNode } = element;
  return parentNode instanceof ShadowRoot ? parentNode.host : element.parentElement;
}
