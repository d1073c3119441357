import type { CellRef, TraceStore } from './trace-store.js';

/** Opens a step and keeps a cell, of that step or of another that it shows. */
export function visit(store: TraceStore, cell: CellRef, path = cell.path): void {
  store.goTo(path);
  store.keep(cell);
}
