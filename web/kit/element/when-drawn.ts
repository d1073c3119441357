import type { ReactiveElement } from 'lit';

/** Acts once what an element was asked to draw is drawn; not if it cannot be, which Lit reports. */
export function whenDrawn(element: ReactiveElement, act: () => void): void {
  element.updateComplete.then(act, () => undefined);
}
