import type { Step } from '../engine/types/index.js';
import type { Computed, Numbers } from '../engine/types/computed.js';
import { axisNames } from '../trace/axes.js';
import type { CellRef, TraceStore } from '../trace/store.js';

/** The weights of one head: each number and where it is recorded. */
export interface HeadWeights {
  head: number;
  name: string;
  /** All of the step's numbers: another array after any change. */
  data: Numbers;
  weight(query: number, key: number): Computed;
  cell(query: number, key: number): CellRef;
}

export interface WeightsModel {
  heads: HeadWeights[];
  queries: string[];
  /** What a decoder writes at each query; '' or none for nothing. */
  written: readonly string[];
  keys: string[];
}

/** All heads of a weights step, whether they share a tensor or have one step each. */
export function weightsModel(store: TraceStore, step: Step): WeightsModel {
  const names = axisNames(step);
  const { batch } = store.state;
  const [queries, keys] = step.shape.slice(-2) as [number, number];
  const rank = step.shape.length;
  const label = (axis: number, size: number): string[] => {
    const texts = store.labels(step, axis, batch);
    return Array.from({ length: size }, (_, i) => texts?.[i] ?? String(i));
  };
  const headAxis = names.indexOf('head');
  const siblings = store.headSiblings(step);
  const count = headAxis < 0 ? siblings.length : step.shape[headAxis]!;
  const heads = Array.from({ length: count }, (_, head) => {
    const owner = headAxis < 0 ? siblings[head]! : step;
    const lead = owner.shape.slice(0, -2).map((size, axis) => {
      const at = names[axis] === 'head' ? head : batch;
      return at < size ? at : 0;
    });
    const start = lead.reduce((sum, at, axis) => sum * owner.shape[axis]! + at, 0);
    const { data } = store.tensor(owner.path);
    return {
      head,
      name: count === 1 ? '' : store.headName(head),
      data,
      weight: (query: number, key: number) => data[(start * queries + query) * keys + key]!,
      cell: (query: number, key: number) => ({ path: owner.path, index: [...lead, query, key] }),
    };
  });
  return {
    heads,
    queries: label(rank - 2, queries),
    written: store.written(step, rank - 2, batch),
    keys: label(rank - 1, keys),
  };
}
