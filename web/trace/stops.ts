import type { Step } from '../engine/types/index.js';
import { scopeKey } from './scopes.js';
import { nameOf, nearness } from './step-paths.js';

/**
 * One stop of the walk: a step, or the lanes of several steps that do the same to queries, keys and values. It has at
 * least one.
 */
export type Stop = readonly Step[];

/** Leaves computed by a formula, such as masks: they are stops of the walk, as they compute something. */
const COMPUTING_LEAVES: readonly string[] = ['positional_encoding', 'causal_mask', 'padding_mask'];

/** What the words are given as, ids or vectors: the walk begins there. */
const WORDS: readonly string[] = ['token', 'input', 'memory'];

/**
 * The stops of previous, next and play: the words, and the computed steps; of one head if heads have steps of their
 * own. On the way back every step is one.
 */
export function stopsOf(steps: readonly Step[], head: number): Stop[] {
  const leaves = new Set(steps.filter((step) => step.leaf).map((step) => step.path));
  const walked = steps.filter((step) => {
    if ((step.scope.head ?? head) !== head) return false;
    if (step.gradient) return true;
    if (step.leaf) return isWalkedLeaf(step);
    // A part of a parameter is a parameter.
    return step.op !== 'split' || !step.inputs.every((path) => leaves.has(path));
  });
  return groupsOf(walked);
}

function isWalkedLeaf({ op, role, source }: Step): boolean {
  const isWords = op === 'given' && source !== 'parameter' && WORDS.includes(role);
  return COMPUTING_LEAVES.includes(op) || role === 'mask' || isWords;
}

/** The stop that a step belongs to; undefined for a parameter. */
export function stopOf(stops: readonly Stop[], step: Step): Stop | undefined {
  return stops.find((stop) => stop.includes(step));
}

/**
 * The lanes that are shown with a step: for one of Q, K and V all three, otherwise the step alone. They stand in the
 * order in which they run.
 */
export function lanesOf({ stops }: { readonly stops: readonly Stop[] }, step: Step): Stop {
  return stopOf(stops, step) ?? [step];
}

/** How many heads have steps of their own; 0 if they share tensors. */
export function separateHeads(steps: readonly Step[]): number {
  return steps.reduce((most, step) => Math.max(most, (step.scope.head ?? -1) + 1), 0);
}

const TRIPLE: readonly string[] = ['query', 'key', 'value'];

/** Groups neighbours that do the same to queries, keys and values: Q K V. */
function groupsOf(steps: readonly Step[]): Stop[] {
  const groups: Step[][] = [];
  for (const step of steps) {
    const open = groups[groups.length - 1];
    if (open && belongs(step, open)) open.push(step);
    else groups.push([step]);
  }
  return groups;
}

function belongs(step: Step, group: Stop): boolean {
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

/** Word vectors without positions are what is looked up, or given. */
const WORD_VECTORS: Readonly<Record<string, string>> = { x: 'embedding', embedding: 'x' };

/** The names of the steps that are stops, one of each: what `findStep` takes. */
export const stopNames = (stops: readonly Stop[]): string[] => [
  ...new Set(stops.flat().map(({ name }) => name)),
];

/**
 * The step of this path, or the nearest one: heads may have moved in or out of the path, a tensor may have lost its
 * views, a stack its upper layers, word vectors their positions.
 */
export function findStep(steps: readonly Step[], path: string, head: number): Step | undefined {
  const same = steps.find((step) => step.path === path);
  if (same) return same;
  const name = nameOf(path);
  const ending = VIEWS.find((one) => name.endsWith(one));
  const plain = ending ? name.slice(0, -ending.length) : name;
  const other = WORD_VECTORS[name];
  return (
    nearest(steps, path, name, head) ??
    nearest(steps, path, plain, head) ??
    (other === undefined ? undefined : nearest(steps, path, other, head))
  );
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

/**
 * The step to show after or before another one, which need not be a stop itself: a parameter, for example. Where the
 * next stop has the same lane, such as keys, that lane; otherwise its first.
 */
export function neighbour(
  steps: readonly Step[],
  stops: readonly Stop[],
  from: Step,
  by: 1 | -1,
): Step | undefined {
  const here = stops.findIndex((stop) => stop.includes(from));
  const at = steps.indexOf(from);
  const before = stops.filter((stop) => steps.indexOf(stop[0]!) < at).length;
  const next = here >= 0 ? stops[here + by] : stops[by > 0 ? before : before - 1];
  return next?.find(({ role }) => role === from.role) ?? next?.[0];
}

/** The step to show if the current one is gone: the weights, since all later steps depend on them. */
export function anyStop(stops: readonly Stop[]): Step | undefined {
  return stops.find(([step]) => step!.op === 'softmax')?.[0] ?? stops[0]?.[0];
}
