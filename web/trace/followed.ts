import type { Axis, Step } from '../engine/types/index.js';
import { axisNames, isBroadcast } from './axes.js';
import { hasCell } from './cells.js';
import { scopeKey } from './scopes.js';
import { anyStop, findStep, stopsOf } from './stops.js';
import type { ViewState } from './view-state.js';

/**
 * The word, key, head and component (within a head) that the user follows, and anything else that a store tracks. A
 * kept cell sets them; the next step shows the cell that belongs to the same place.
 */
export interface Followed {
  batch: number;
  head: number;
  query: number;
  key: number;
  component: number;
  [more: string]: number;
}

/** What a store knows about its steps besides the names of their axes. */
export interface FollowsAxes {
  /** The field of a place that an axis of a step shows, such as that of the words it runs over. */
  follows(step: Step, axis: number): string | undefined;
  /** How many heads share the columns of a step. */
  headsAround(step: Step): number;
}

const FOLLOWED: Partial<Record<Axis, string>> = {
  batch: 'batch',
  head: 'head',
  token: 'query',
  query: 'query',
  key: 'key',
  memory_token: 'key',
  d_k: 'component',
  d_v: 'component',
  d_model: 'component',
  d_out: 'component',
};

/** Follows by the axis's name alone: a query word is followed as a query in every step. */
export function followedByName(step: Step, axis: number): string | undefined {
  const name = axisNames(step)[axis];
  return name && FOLLOWED[name];
}

/** The cell of a step that belongs to a place. */
export function cellAt(step: Step, place: Followed, places: FollowsAxes): number[] {
  const names = axisNames(step);
  return step.shape.map((size, i) => {
    const at = isJoined(names[i])
      ? place.head * Math.floor(size / places.headsAround(step)) + place.component
      : (place[places.follows(step, i) ?? ''] ?? 0);
    return at < size ? at : 0;
  });
}

/** The place with the fields that a kept cell sets; the others keep their values. */
export function placeOf(
  step: Step,
  index: readonly number[],
  before: Followed,
  places: FollowsAxes,
): Followed {
  const place = { ...before };
  axisNames(step).forEach((axis, i) => {
    const at = index[i] ?? 0;
    if (axis === undefined || isBroadcast(step, i)) return;
    if (isJoined(axis)) {
      const width = Math.floor(step.shape[i]! / places.headsAround(step)) || 1;
      place.head = Math.floor(at / width);
      place.component = at % width;
    } else {
      const followed = places.follows(step, i);
      if (followed) place[followed] = at;
    }
  });
  return place;
}

/** Heads side by side. */
function isJoined(axis: Axis | undefined): boolean {
  return axis === 'heads_d_k' || axis === 'heads_d_v';
}

/** How many heads each scope has, by its key, whether they share tensors or have steps of their own. */
export function headsByScope(steps: readonly Step[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const step of steps) {
    const along = step.shape[axisNames(step).indexOf('head')] ?? 1;
    const heads = Math.max(along, (step.scope.head ?? 0) + 1);
    const key = scopeKey(step);
    if (heads > (found.get(key) ?? 1)) found.set(key, heads);
  }
  return found;
}

/** The largest number of sentences in these steps, and of heads in their scopes. */
export function mostPlaces(steps: readonly Step[]): { batches: number; heads: number } {
  const batches = steps.map((step) => step.shape[axisNames(step).indexOf('batch')] ?? 1);
  return {
    batches: Math.max(1, ...batches),
    heads: Math.max(1, ...headsByScope(steps).values()),
  };
}

/**
 * Fits step, sentence, head and cell of a state to these steps; a cell that no longer exists or is no longer shown is
 * replaced by that of the same word, key, head and component.
 */
export function settle<State extends ViewState>(
  steps: readonly Step[],
  before: ViewState,
  state: State,
  place: Followed,
  places: FollowsAxes & { count(state: State): { batches: number; heads: number } },
): State {
  const most = places.count(state);
  const batch = Math.min(state.batch, Math.max(0, most.batches - 1));
  const chosenHead = Math.min(state.head, most.heads - 1);
  const step = findStep(steps, state.step, chosenHead) ?? anyStop(stopsOf(steps, chosenHead));
  if (!step) return state;
  const head = step.scope.head ?? chosenHead;
  const settled = { ...state, batch, head, step: step.path };
  if (!state.cell) return settled;
  const owner = state.cellStep ? steps.find(({ path }) => path === state.cellStep) : step;
  const moved = before.batch !== batch || before.head !== head || before.step !== step.path;
  if (hasCell(owner, state.cell) && (!moved || state.cell !== before.cell)) return settled;
  const index = cellAt(step, { ...place, batch, head }, places);
  return { ...settled, cell: index, cellStep: '' };
}
