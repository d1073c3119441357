/** Whether a key is the page's: what goes with Ctrl, ⌘ or Alt is the browser's, what composes a character an input method's. */
export function isPlain(event: KeyboardEvent): boolean {
  return !(event.isComposing || event.ctrlKey || event.metaKey || event.altKey);
}

/** The neighbour that ← or → leads to; undefined for other keys. */
export function arrowStep(event: KeyboardEvent): -1 | 1 | undefined {
  if (!isPlain(event)) return undefined;
  return event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : undefined;
}

/** The tab that ← or → leads to, round in a circle; then the key has done its work. */
export function tabByKey<Tab>(
  event: KeyboardEvent,
  tabs: readonly Tab[],
  at: Tab,
): Tab | undefined {
  const step = arrowStep(event);
  if (step === undefined) return undefined;
  event.preventDefault();
  event.stopPropagation();
  return tabs[(tabs.indexOf(at) + step + tabs.length) % tabs.length];
}
