/** Whether the user prefers reduced motion. */
export function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Without motion, a changed element is outlined for a moment. */
export function outlineOnce(element: HTMLElement): void {
  element.classList.add('outlined');
  setTimeout(() => element.classList.remove('outlined'), 900);
}
