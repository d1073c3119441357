import './lit-warnings.js';

/** Registers an element once, wherever its module is loaded from; does nothing without custom elements (SSR). */
export function define(tag: string, element: CustomElementConstructor): void {
  if (typeof customElements === 'undefined' || customElements.get(tag)) return;
  customElements.define(tag, element);
}
