import { textSizes } from '../../styles/sizes.js';
import type { PlacedGrid } from '../figure.js';
import type { Mark, Measure } from '../marks.js';
import { text } from '../marks.js';
import { cornerOf } from './place.js';

const SIZE = textSizes.xs;

/** A rule in a head's colour, with the head's name above it or below; with its number alone where little room is. */
export function headRule(
  measure: Measure,
  head: number,
  name: string,
  { x, y, width }: { x: number; y: number; width: number },
  lower = -5,
): Mark[] {
  const fits = (label: string): boolean => measure(label, SIZE, 'sans') <= width - 3;
  const label = [name, String(head + 1)].find(fits);
  const rule: Mark = { type: 'path', d: `M${x} ${y}h${width}`, stroke: `head-${head}`, width: 3 };
  if (label === undefined) return [rule];
  return [rule, text({ x, y: y + lower, text: label, size: SIZE, colour: 'ink' })];
}

/** A rule for each band of columns that is one head's, `above` the grid. */
export function headRules(
  grid: PlacedGrid,
  measure: Measure,
  above: number,
  lower?: number,
): Mark[] {
  const { box, layout, groupLabels } = grid;
  const { group } = layout;
  return groupLabels.flatMap((label, head): Mark[] => {
    const start = cornerOf(grid, { row: 0, column: head * group }).x;
    const left = Math.max(box.x, start);
    const right = Math.min(box.x + box.width, start + group * grid.cellWidth);
    const air = right - left < 24 ? 1 : 2;
    if (right - left < 4) return [];
    const place = { x: left + air, y: box.y - above, width: right - left - 2 * air };
    return headRule(measure, head, label, place, lower);
  });
}
