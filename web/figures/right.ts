import type { FaultPair } from '../trace/fault.js';
import type { TraceStore } from '../trace/store.js';
import type { FigureSteps } from './figure.js';

/** The right numbers beside those that a fault has made wrong, for a figure of their own. */
export function rightSteps(store: TraceStore, { right }: FaultPair): FigureSteps {
  return {
    step: (path) => right.step(path),
    tensor: (path) => right.tensor(path),
    baseline: (path) => right.baseline(path),
    extent: (...paths) => right.read(paths, (trace) => trace.extent(paths)),
    rows: (path, axis) => right.read([path], (trace) => trace.rows(path, axis)),
    explain: (cell) => right.explain(cell),
    namesAlong: (step, axis, batch) => store.namesAlong(step, axis, batch, right),
    tokensOf: (step, batch) => store.tokensOf(step, batch),
  };
}
