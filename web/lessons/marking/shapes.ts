import type { Step } from '../../engine/types/index.js';
import { axisNames } from '../../trace/axes.js';
import { rowMajor } from '../../trace/layout.js';

/** What is asked of a step: the sizes of its axes, or how far neighbours along each of them lie apart in memory. */
export type Asked = 'shape' | 'strides';

export type ShapeMistake = 'order' | 'length' | 'size' | 'copied' | 'stride';

export interface ShapeVerdict {
  isRight: boolean;
  mistake?: ShapeMistake;
  /** The axis where it first parts: from 0, and its name. */
  axis?: number;
  name?: string;
}

/** `[1, 4, 3, 3]`, `(1,4,3,3)`, `1 4 3 3`, `1×4×3×3`; undefined if something else is in it. */
export function typedShape(text: string): number[] | undefined {
  const plain = text
    .normalize('NFKC')
    .replace(/[[\](){}]/g, ' ')
    .trim();
  const parts = plain.split(/[\s,;x×*、]+/).filter((part) => part !== '');
  if (parts.length === 0 || parts.some((part) => !/^\d+$/.test(part))) return undefined;
  return parts.map(Number);
}

/** Compares what was typed with the shape of a step, or with its strides. */
export function markShape(
  step: Step,
  typed: readonly number[],
  asked: Asked = 'shape',
): ShapeVerdict {
  const right = step[asked];
  if (typed.join() === right.join()) return { isRight: true };
  if (typed.length !== right.length) return { isRight: false, mistake: 'length' };
  const axis = right.findIndex((size, i) => size !== typed[i]);
  const name = axisNames(step)[axis];
  return { isRight: false, mistake: mistakeIn(step, typed, asked), axis, ...(name && { name }) };
}

function mistakeIn(step: Step, typed: readonly number[], asked: Asked): ShapeMistake {
  // Those that it would have if its numbers lay in its own order.
  if (asked === 'strides') {
    return typed.join() === rowMajor(step.shape).join() ? 'copied' : 'stride';
  }
  const sorted = (sizes: readonly number[]): string => [...sizes].sort((a, b) => a - b).join();
  return sorted(typed) === sorted(step.shape) ? 'order' : 'size';
}
