import type { TraceStore } from './store.js';

/** Undo and redo over several stores of one page, in the order in which they were changed. */
export function jointUndo(stores: readonly TraceStore[]): { undo(): void; redo(): void } {
  const act = (what: 'undo' | 'redo'): void => {
    const orderOf = (store: TraceStore): number => store.session.history.order[what];
    const last = stores.reduce<TraceStore | undefined>(
      (latest, store) => (orderOf(store) > (latest ? orderOf(latest) : 0) ? store : latest),
      undefined,
    );
    last?.[what]();
  };
  return { undo: () => act('undo'), redo: () => act('redo') };
}
