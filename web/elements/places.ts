import type { Axis, Step } from '../engine/types.js';
import { axisNames } from './matrix-layout.js';
import { headOfPath } from './operations.js';
import type { PlaygroundState } from './state.js';
import { hasCell } from './store-reading.js';
import { anyStop, findStep, stopsOf } from './stops.js';

/**
 * Which word, key, head and component a person follows. A kept cell tells; the next step shows the cell that
 * belongs to the same ones.
 */
export interface Place {
  batch: number;
  head: number;
  query: number;
  key: number;
  /** Within a head. */
  component: number;
}

/** The cell of a step that belongs to a place. */
export function cellAt(step: Step, place: Place, heads: number): number[] {
  const names = axisNames(step);
  return step.shape.map((size, i) => {
    const at = along(names[i], place, size, heads);
    return at < size ? at : 0;
  });
}

function along(axis: Axis | undefined, place: Place, size: number, heads: number): number {
  switch (axis) {
    case 'batch':
      return place.batch;
    case 'head':
      return place.head;
    case 'token':
    case 'query':
      return place.query;
    case 'key':
    case 'memory_token':
      return place.key;
    case 'd_k':
    case 'd_v':
    case 'd_model':
      return place.component;
    case 'heads_d_k':
    case 'heads_d_v':
      return place.head * Math.floor(size / heads) + place.component;
    default:
      return 0;
  }
}

/** What a kept cell says about the place; the rest stays as it was. */
export function placeOf(step: Step, index: readonly number[], before: Place, heads: number): Place {
  const place = { ...before };
  axisNames(step).forEach((axis, i) => {
    const at = index[i] ?? 0;
    const broadcast = step.role === 'mask' && step.shape[i] === 1;
    if (axis === undefined || broadcast) return;
    if (axis === 'batch' || axis === 'head' || axis === 'query' || axis === 'key') place[axis] = at;
    else if (axis === 'token') place.query = at;
    else if (axis === 'memory_token') place.key = at;
    else if (axis === 'd_k' || axis === 'd_v' || axis === 'd_model') place.component = at;
    else if (axis === 'heads_d_k' || axis === 'heads_d_v') {
      const width = Math.floor(step.shape[i]! / heads) || 1;
      place.head = Math.floor(at / width);
      place.component = at % width;
    }
  });
  return place;
}

/** How many heads share the columns of a projection. */
export function headsOf(state: PlaygroundState): number {
  return state.projections === 'none' ? 1 : state.heads;
}

/**
 * Step, sentence, head and cell of a state as they are in these steps; a cell that is no longer there, or no longer
 * shown, gives way to that of the same word, key, head and component.
 */
export function settle(
  steps: readonly Step[],
  before: PlaygroundState,
  state: PlaygroundState,
  place: Place,
): PlaygroundState {
  const batch = Math.min(state.batch, Math.max(0, state.sentences.length - 1));
  const wanted = Math.min(state.head, state.heads - 1);
  const step = findStep(steps, state.step, wanted) ?? anyStop(stopsOf(steps, wanted));
  if (!step) return state;
  const head = headOfPath(step.path) ?? wanted;
  const settled = { ...state, batch, head, step: step.path };
  if (!state.cell) return settled;
  const cell = { path: state.cellStep || step.path, index: state.cell };
  const moved = before.batch !== batch || before.head !== head || before.step !== step.path;
  if (hasCell(steps, cell) && (!moved || state.cell !== before.cell)) return settled;
  const index = cellAt(step, { ...place, batch, head }, headsOf(state));
  return { ...settled, cell: index, cellStep: '' };
}
