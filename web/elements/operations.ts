import type { OperationName, Step } from '../engine/types.js';
import type { PlaygroundStore } from './store.js';

/** The sign between the first and second input, and between the second and third. */
const SIGNS: Partial<Record<OperationName, readonly string[]>> = {
  linear: ['×', '+'],
  matmul: ['×'],
  matmul_transposed: ['×'],
  add: ['+', '+'],
  mask: ['+', '+', '+'],
  multiply: ['×'],
  divide: ['÷'],
  exp_difference: ['−'],
  layer_norm: ['×', '+'], // normalised x · γ + β
  embedding: ['→'],
  concat: ['‖'],
};

export function signBetween(op: OperationName, place: number): string {
  const signs = SIGNS[op];
  return signs?.[Math.min(place, signs.length - 1)] ?? ',';
}

/** Operations that are about the order of numbers in memory. */
export function isAboutMemory(step: Step): boolean {
  return ['view', 'transpose', 'contiguous', 'split'].includes(step.op);
}

/** Weights of queries over keys can be seen as lines and as text too. */
export function isWeights(step: Step): boolean {
  const [query, key] = step.axes.slice(-2);
  return step.role === 'weights' && query === 'query' && key === 'key';
}

/** Whether a step is, or comes from, numbers drawn at random. */
export function isUntrained(store: PlaygroundStore, step: Step): boolean {
  const seen = new Set<string>();
  const visit = (at: Step | undefined): boolean => {
    if (!at || seen.has(at.path)) return false;
    seen.add(at.path);
    return at.op === 'random' || at.inputs.some((path) => visit(store.step(path)));
  };
  return visit(step);
}

/** The same step in the other heads, where each head has steps of its own; itself alone otherwise. */
export function headSiblings(store: PlaygroundStore, step: Step): Step[] {
  const match = /^(.*?heads\.)(\d+)(\..*)$/.exec(step.path);
  if (!match) return [step];
  const found: Step[] = [];
  for (let head = 0; ; head += 1) {
    const sibling = store.step(`${match[1]}${head}${match[3]}`);
    if (!sibling) return found;
    found.push(sibling);
  }
}

/** Number of the head a step belongs to by its path. */
export function headOfPath(path: string): number | undefined {
  const match = /(?:^|\.)heads\.(\d+)\./.exec(path);
  return match ? Number(match[1]) : undefined;
}
