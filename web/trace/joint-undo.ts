import type { TraceStore } from './store.js';

/** Undo and redo over several stores of one page, in the order in which they were changed; `after` runs after each. */
export function jointUndo(
  stores: readonly (TraceStore | undefined)[],
  after: () => void,
): { undo(): void; redo(): void } {
  const act = (what: 'undo' | 'redo'): void => {
    let last: TraceStore | undefined;
    let latest = 0;
    for (const store of stores) {
      const order = store?.session.history.order[what] ?? 0;
      if (order > latest) [last, latest] = [store, order];
    }
    last?.[what]();
    if (last) after();
  };
  return { undo: () => act('undo'), redo: () => act('redo') };
}
