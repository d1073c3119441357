import type { TraceView } from '../trace/view.js';
import type { Selection } from './figure.js';

/** What is chosen in a store, for the figure of these steps, of which there is at least one. */
export function selectionOf(store: TraceView, paths: readonly string[]): Selection {
  const { batch, head, step } = store.state;
  return {
    paths,
    current: paths.includes(step) ? step : paths[0]!,
    batch,
    head,
    active: store.active,
    pointed: store.pointed.value,
    operandsIn: (path) => store.operandsIn(path),
    editedIn: (path) => store.editedIn(path),
  };
}
