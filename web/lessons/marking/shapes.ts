import type { Step } from '../../engine/types/index.js';
import { axisNames } from '../../trace/axes.js';

export type ShapeMistake = 'order' | 'length' | 'size';

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

/** Compares a typed shape with that of a step. */
export function markShape(step: Step, typed: readonly number[]): ShapeVerdict {
  const { shape } = step;
  if (typed.join() === shape.join()) return { isRight: true };
  if (typed.length !== shape.length) return { isRight: false, mistake: 'length' };
  const axis = shape.findIndex((size, i) => size !== typed[i]);
  const name = axisNames(step)[axis];
  const sorted = (sizes: readonly number[]): string => [...sizes].sort((a, b) => a - b).join();
  const mistake = sorted(typed) === sorted(shape) ? 'order' : 'size';
  return { isRight: false, mistake, axis, ...(name && { name }) };
}
