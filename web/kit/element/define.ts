import './lit-warnings.js';

/** What elements draw and lay out with, of which the DOM of test runners (jsdom, happy-dom) has none or a part. */
const needed = [
  'ElementInternals',
  'ResizeObserver',
  'IntersectionObserver',
  'matchMedia',
  'CanvasRenderingContext2D',
];
let isSaid = false;

/**
 * Registers an element once, wherever its module is loaded from; does nothing without custom elements (SSR), and on a page that
 * cannot draw it, of which it tells once: an import breaks no test of an app.
 */
export function define(tag: string, element: CustomElementConstructor): void {
  if (typeof customElements === 'undefined' || customElements.get(tag)) return;
  const missing = needed.find((name) => typeof document === 'object' && !(name in globalThis));
  if (!missing) return customElements.define(tag, element);
  if (!isSaid) console.info(`attention-playground: no elements here, without ${missing}`);
  isSaid = true;
}
