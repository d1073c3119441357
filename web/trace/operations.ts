import type { OperationName, Role, Step } from '../engine/types/index.js';

/** The sign between the first and second input, and between the second and third. */
const SIGNS: Partial<Record<OperationName, readonly string[]>> = {
  linear: ['×', '+'],
  matmul: ['×'],
  matmul_transposed: ['×'],
  add: ['+', '+'],
  mask: ['+', '+', '+'],
  multiply: ['×'],
  masked_dropout: ['×'],
  divide: ['÷'],
  exp_difference: ['−'],
  layer_norm: ['×', '+'], // normalised x · γ + β
  embedding: ['→'],
  concat: ['‖'],
  append: ['‖'],
};

export function signBetween(op: OperationName, place: number): string {
  const signs = SIGNS[op];
  return signs?.[Math.min(place, signs.length - 1)] ?? ',';
}

/** Whether its operation concerns the order of numbers in memory. */
export function isAboutMemory(step: Step): boolean {
  return ['view', 'transpose', 'contiguous', 'split'].includes(step.op);
}

/** Whether its numbers stand for tokens: ids of a sentence or chosen ones, or the positions that a pointer gives. */
export function standsForTokens({ op, axes }: Step): boolean {
  if (op === 'argmax' || op === 'sample') return true;
  const last = axes.at(-1);
  return op === 'given' && (last === 'token' || last === 'memory_token' || last === 'query');
}

/** Whether they are positions in the sentence, not ids of a vocabulary. */
export const arePositions = ({ axes }: Step): boolean => axes.at(-1) === 'query';

/** Whether its ids stand below their tokens already: those that are looked up. */
export function areNamed({ op, scope }: Step): boolean {
  return op === 'given' && scope.part === 'words';
}

/** The path of the step of the forward pass that a gradient belongs to, or that passes it on; of other steps their own. */
export function originOf({ path, gradient }: Pick<Step, 'path' | 'gradient'>): string {
  return gradient?.of ?? gradient?.through ?? path;
}

/** The path of a step's gradient. */
export const gradientOf = (path: string): string => `gradient.${path}`;

/** Whether it is one number everywhere and no parameter: what a way back starts from. */
export function isNumber({ op, source }: Pick<Step, 'op' | 'source'>): boolean {
  return op === 'constant' && source === 'constant';
}

/** The name of its colour: that of its role; gradients have one of their own, whatever they belong to. */
export function hueOf({ role, gradient }: Pick<Step, 'role' | 'gradient'>): Role | 'gradient' {
  return gradient ? 'gradient' : role;
}

/** Whether it holds weights of queries over keys, which have line and text views too. */
export function isWeights(step: Step): boolean {
  const [query, key] = step.axes.slice(-2);
  return !step.gradient && step.role === 'weights' && query === 'query' && key === 'key';
}

/** Paths of steps that are random or computed from random numbers. A step comes after all its inputs. */
export function untrainedPaths(steps: readonly Step[]): Set<string> {
  const found = new Set<string>();
  for (const { path, op, inputs } of steps) {
    if (op === 'random' || inputs.some((input) => found.has(input))) found.add(path);
  }
  return found;
}

/** Whether a fault has this step cut or join heads by a view alone: then a row of a head is no token. */
export function cutsByView({ op, fault }: Pick<Partial<Step>, 'op' | 'fault'>): boolean {
  return op === 'view' && fault === 'view_without_transpose';
}
