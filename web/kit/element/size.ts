import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The content box of an element in CSS pixels; 0 × 0 while it is not shown. */
export interface Size {
  width: number;
  height: number;
}

type Listener = (size: Size) => void;

/** One observer for the page, so that all changes of one layout arrive together. */
let observer: ResizeObserver | undefined;
const listeners = new Map<Element, Set<Listener>>();

/** Sizes that are not yet announced. */
const sizes = new Map<Element, Size>();
let frame: number | undefined;

/** In the next frame: a layout that changes within the observer's own turn is an error of the page, which a host sees. */
function tell(): void {
  const changed = [...sizes];
  sizes.clear();
  frame = undefined;
  for (const [element, size] of changed) {
    for (const listen of [...(listeners.get(element) ?? [])]) listen(size);
  }
}

/** Calls back after the first layout and after each that changes the element's size. Returns a function that stops this. */
export function observeSize(element: Element, listener: Listener): () => void {
  observer ??= new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) sizes.set(target, contentRect);
    frame ??= requestAnimationFrame(tell);
  });
  let mine = listeners.get(element);
  if (!mine) listeners.set(element, (mine = new Set()));
  mine.add(listener);
  observer.observe(element);
  return () => {
    mine.delete(listener);
    if (mine.size > 0 || listeners.get(element) !== mine) return;
    listeners.delete(element);
    observer?.unobserve(element);
  };
}

/**
 * The width of an element in whole pixels, which is updated when it changes. While it is not shown, the last width
 * stays. With `changed`, that is called after every change of its size instead.
 */
export class SizeController implements ReactiveController {
  private stop: (() => void) | undefined;
  private measured = 0;

  /** `first` is what holds while it has never been shown. */
  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly first = 0,
    private readonly changed?: () => void,
  ) {
    host.addController(this);
  }

  /** Read from the layout once, before it is observed: what is drawn a frame later would move all that is below. */
  get width(): number {
    this.measured ||= this.host.offsetWidth;
    return this.measured || this.first;
  }

  hostConnected(): void {
    this.stop = observeSize(this.host, ({ width, height }) => {
      if (width === 0 && height === 0) return;
      const before = this.measured;
      this.measured = Math.floor(width) || before;
      if (this.changed) this.changed();
      else if (this.measured !== before) this.host.requestUpdate();
    });
  }

  hostDisconnected(): void {
    this.stop?.();
    this.stop = undefined;
  }
}
