import type { TraceStore } from '../../trace/store.js';

/** Part of an axis. */
export type Part = readonly [first: number, count: number];

/** The parts that one worker holds, read from the shapes of its steps. */
export interface WorkerParts {
  worker: number;
  heads: Part;
  /** Columns of the query, key and value matrices. */
  columns: Record<'w_q' | 'w_k' | 'w_v', Part>;
  /** Rows of the output matrix. */
  rows: Part;
  /** How many numbers of the four matrices it holds. */
  held: number;
  path(name: string): string;
  /** Its product with its rows of the output matrix. */
  partial: string;
}

const MATRICES = ['w_q', 'w_k', 'w_v', 'w_o'] as const;

/** The holdings of all workers; a single worker has no own steps, but all steps of the layer. */
export function workerParts(store: TraceStore): WorkerParts[] {
  const found: WorkerParts[] = [];
  const alone = store.step('workers.0.w_q') === undefined;
  while (alone ? found.length < 1 : store.step(`workers.${found.length}.w_q`)) {
    const worker = found.length;
    const last = found.at(-1);
    const path = (name: string): string => (alone ? name : `workers.${worker}.${name}`);
    const shape = (name: string): readonly number[] => store.step(path(name))?.shape ?? [];
    const after = (before: Part | undefined, count = 0): Part => [
      before ? before[0] + before[1] : 0,
      count,
    ];
    const columns = (name: 'w_q' | 'w_k' | 'w_v'): Part =>
      after(last?.columns[name], shape(name)[1]);
    found.push({
      worker,
      heads: after(last?.heads, shape('weights')[1]),
      columns: { w_q: columns('w_q'), w_k: columns('w_k'), w_v: columns('w_v') },
      rows: after(last?.rows, shape('w_o')[0]),
      held: MATRICES.reduce((sum, name) => sum + countOf(shape(name)), 0),
      path,
      partial: alone ? 'output' : path('partial_output'),
    });
  }
  return found;
}

/** The total number of elements of the four matrices. */
export function wholeCount(store: TraceStore): number {
  return MATRICES.reduce((sum, name) => sum + countOf(store.step(name)?.shape ?? []), 0);
}

export const countOf = (shape: readonly number[]): number =>
  shape.reduce((product, n) => product * n, 1);
