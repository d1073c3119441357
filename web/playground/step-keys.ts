import type { TraceStore } from '../trace/store.js';

const STAYS =
  'input, select, textarea, summary, [contenteditable], [role="grid"], [role="tablist"]';

/**
 * ← → and Space walk and play, only with focus on the ribbon, the stage or the guide: never while an input method is composing,
 * in a field, or in a grid, where arrows move the cursor.
 */
export function onStepKey(store: TraceStore, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const path = event.composedPath().filter((one) => one instanceof Element);
  const inside = path.some((one) => one.matches('ap-ribbon, ap-stage, ap-guide'));
  if (!inside || path.some((one) => one.matches(STAYS))) return;
  const target = path[0];
  // Space presses a button, except the ribbon's steps: those are pressed by Enter.
  const presses = target?.matches('button:not(.lane), a');
  if (event.key === 'ArrowRight') store.next();
  else if (event.key === 'ArrowLeft') store.previous();
  else if (event.key === ' ' && !presses) store.play(!store.playing);
  else return;
  event.preventDefault();
}
