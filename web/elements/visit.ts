import { sliceOf } from './speech.js';
import { headOfPath } from './operations.js';
import type { CellRef, PlaygroundStore } from './store.js';

/** Opens a step at the batch and head in which a cell lies, and keeps that cell. */
export function visit(store: PlaygroundStore, cell: CellRef, path = cell.path): void {
  const step = store.step(cell.path);
  if (!step) return;
  const slice = sliceOf(step, cell.index);
  const head = headOfPath(cell.path) ?? slice.head;
  const patch: { batch?: number; head?: number } = {};
  if (slice.batch !== undefined && slice.batch !== store.state.batch) patch.batch = slice.batch;
  if (head !== undefined && head !== store.state.head) patch.head = head;
  if (Object.keys(patch).length > 0) store.update(patch);
  store.goTo(path);
  store.preview(undefined);
  store.keep(cell);
}
