import type { CellRef, TraceStore } from './store.js';

/** Opens a step and keeps a cell of it, or of another step that it shows. */
export function visit(store: TraceStore, cell: CellRef, path = cell.path): void {
  store.goTo(path);
  store.keep(cell);
}
