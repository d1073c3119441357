import type { MapDrawing } from './drawing.js';
import type { MapItem } from './layout.js';

export type Direction = 'up' | 'down' | 'left' | 'right' | 'first' | 'last';

/** The nearest item in a direction, as drawn; none at the edge. */
export function nextKey(
  drawing: MapDrawing,
  from: MapItem,
  direction: Direction,
): string | undefined {
  const { items } = drawing.layout;
  if (direction === 'first') return items[0]?.key;
  if (direction === 'last') return items[items.length - 1]?.key;
  const here = middle(drawing, from);
  let best: { key: string; far: number } | undefined;
  for (const item of items) {
    if (item === from) continue;
    const there = middle(drawing, item);
    const [dx, dy] = [there.x - here.x, there.y - here.y];
    const along = { up: -dy, down: dy, left: -dx, right: dx }[direction];
    const aside = Math.abs(direction === 'up' || direction === 'down' ? dx : dy);
    if (along < 0.4) continue;
    // Straight counts more than near: a column is followed to its end.
    const far = along + 3 * aside;
    if (!best || far < best.far) best = { key: item.key, far };
  }
  return best?.key;
}

function middle(drawing: MapDrawing, item: MapItem): { x: number; y: number } {
  const { x, y, width, height } = drawing.rectOf(item);
  return { x: x + width / 2, y: y + height / 2 };
}
