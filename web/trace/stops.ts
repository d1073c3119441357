import type { Step } from '../engine/types.js';
import { scopeKey } from './scopes.js';
import { nameOf, nearness } from './step-paths.js';

/** Leaves computed by a formula, such as masks: they are stops of the walk, as they compute something. */
const COMPUTING_LEAVES: readonly string[] = ['positional_encoding', 'causal_mask', 'padding_mask'];

/** The stops of previous, next and play: computed steps; of one head if heads have steps of their own. */
export function stopsOf(steps: readonly Step[], head: number): Step[] {
  const leaves = new Set(steps.filter((step) => step.leaf).map((step) => step.path));
  return steps.filter((step) => {
    if ((step.scope.head ?? head) !== head) return false;
    if (step.leaf) return COMPUTING_LEAVES.includes(step.op) || step.role === 'mask';
    // A part of a parameter is a parameter.
    return step.op !== 'split' || !step.inputs.every((path) => leaves.has(path));
  });
}

/** How many heads have steps of their own; 0 if they share tensors. */
export function separateHeads(steps: readonly Step[]): number {
  return steps.reduce((most, step) => Math.max(most, (step.scope.head ?? -1) + 1), 0);
}

const TRIPLE: readonly string[] = ['query', 'key', 'value'];

/** Groups neighbours that do the same to queries, keys and values: Q K V. */
export function groupsOf(stops: readonly Step[]): Step[][] {
  const groups: Step[][] = [];
  for (const step of stops) {
    const open = groups[groups.length - 1];
    if (open && belongs(step, open)) open.push(step);
    else groups.push([step]);
  }
  return groups;
}

function belongs(step: Step, group: readonly Step[]): boolean {
  const first = group[0]!;
  return (
    TRIPLE.includes(step.role) &&
    TRIPLE.includes(first.role) &&
    group.every((other) => other.role !== step.role) &&
    step.op === first.op &&
    step.shape.length === first.shape.length &&
    scopeKey(step) === scopeKey(first) &&
    step.scope.head === first.scope.head
  );
}

/** Endings of the names of tensors that differ only in memory layout. */
const VIEWS = ['_view', '_transposed', '_contiguous'];

/**
 * The step of this path, or the nearest one: heads may have moved in or out of the path, a tensor may have lost its
 * views, a stack its upper layers.
 */
export function findStep(steps: readonly Step[], path: string, head: number): Step | undefined {
  const same = steps.find((step) => step.path === path);
  if (same) return same;
  const name = nameOf(path);
  const ending = VIEWS.find((one) => name.endsWith(one));
  const plain = ending ? name.slice(0, -ending.length) : name;
  return nearest(steps, path, name, head) ?? nearest(steps, path, plain, head);
}

/** Of all steps of a name, the one whose path is nearest; within its place, that of the head shown. */
function nearest(
  steps: readonly Step[],
  path: string,
  name: string,
  head: number,
): Step | undefined {
  const isShown = ({ scope }: Step): boolean => (scope.head ?? head) === head;
  const places = new Map<string, Step>();
  for (const step of steps) {
    if (step.name !== name) continue;
    const key = scopeKey(step);
    const other = places.get(key);
    if (!other || (isShown(step) && !isShown(other))) places.set(key, step);
  }
  let best: { step: Step; near: number } | undefined;
  for (const step of places.values()) {
    const near = nearness(path, step.path);
    if (!best || near > best.near) best = { step, near };
  }
  return best?.step;
}

/** The stop after or before a step, which need not be a stop itself: a parameter, for example. */
export function neighbour(
  steps: readonly Step[],
  stops: readonly Step[],
  from: Step,
  by: 1 | -1,
): Step | undefined {
  const here = stops.indexOf(from);
  if (here >= 0) return stops[here + by];
  const at = steps.indexOf(from);
  const before = stops.filter((stop) => steps.indexOf(stop) < at);
  return by > 0 ? stops[before.length] : before[before.length - 1];
}

/** The step to show if the current one is gone: the weights, since all later steps depend on them. */
export function anyStop(stops: readonly Step[]): Step | undefined {
  return stops.find((step) => step.op === 'softmax') ?? stops[0];
}
