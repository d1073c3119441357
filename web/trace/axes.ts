import type { Axis, Step } from '../engine/types/index.js';

/**
 * The name of each axis of the shape. If a mask has more axes than names, its first axes have none; nor does the axis
 * of size 1 that remains when a row is summed.
 */
export function axisNames(step: Pick<Step, 'axes' | 'shape'>): (Axis | undefined)[] {
  const missing = step.shape.length - step.axes.length;
  return step.shape.map((_, i) => {
    const name = i < missing ? undefined : step.axes[i - missing];
    return name === 'one' ? undefined : name;
  });
}

/** A mask's axis of size 1 stands for every place along it. */
export function isBroadcast(step: Pick<Step, 'role' | 'shape'>, axis: number): boolean {
  return step.role === 'mask' && step.shape[axis] === 1;
}
