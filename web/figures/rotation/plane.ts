/** Two numbers as a point of a plane, and its rotations. This file turns data into positions, and prints none of them. */

import type { Computed } from '../../engine/types/computed.js';

/** From the middle to a point, in pixels; y points down. */
export interface Arm {
  x: number;
  y: number;
}

/** The arms of points; the longest one has this length. */
export function armsOf(points: readonly (readonly [Computed, Computed])[], longest: number): Arm[] {
  const unit = Math.max(...points.map(([a, b]) => Math.hypot(a, b)));
  const pixels = unit > 0 ? longest / unit : 0;
  return points.map(([a, b]) => ({ x: a * pixels, y: -b * pixels }));
}

/** An arm after a part of its rotation, counterclockwise. */
export function rotated({ x, y }: Arm, angle: Computed, part: number): Arm {
  const [cosine, sine] = [Math.cos(angle * part), Math.sin(angle * part)];
  return { x: x * cosine + y * sine, y: y * cosine - x * sine };
}

const STEP = 0.1;
/** Between two turns of a spiral. */
const PITCH = 3;

/**
 * The way of an arm's rotation as offsets from the middle: an arc at this radius, or a spiral where it turns more than
 * once, which becomes narrower to the inside. Nothing if there is no rotation.
 */
export function wayOf(arm: Arm, angle: Computed, part: number, radius: number): Arm[] {
  const long = Math.hypot(arm.x, arm.y);
  if (long === 0 || angle === 0) return [];
  const start = { x: (arm.x / long) * radius, y: (arm.y / long) * radius };
  const turns = Math.max(0, Math.abs(angle) / (2 * Math.PI) - 1);
  const narrower = Math.min(PITCH * turns, radius / 2) / radius;
  const count = Math.ceil(Math.abs(angle * part) / STEP);
  return Array.from({ length: count + 1 }, (_, i) => {
    const at = count === 0 ? 0 : (i / count) * part;
    const { x, y } = rotated(start, angle, at);
    return { x: x * (1 - narrower * at), y: y * (1 - narrower * at) };
  });
}
