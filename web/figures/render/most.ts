import type { Mark } from '../marks.js';

/**
 * The most numbers that a file for other programs has. TeX needs some seconds for as many cells, and its memory ends at some ten
 * thousand; as many numbers in a table of Markdown are about what one comment on GitHub holds.
 */
export const MOST_NUMBERS = 4096;

/** What is not written, as it would have more numbers than `most`. */
export interface TooMany {
  count: number;
  most: number;
}

export function tooMany(count: number): TooMany | undefined {
  return count > MOST_NUMBERS ? { count, most: MOST_NUMBERS } : undefined;
}

/** How many cells marks have, those of groups included. */
export function cellsIn(marks: readonly Mark[]): number {
  return marks.reduce((sum, mark) => {
    if (mark.type === 'cells') return sum + mark.rows * mark.columns;
    return mark.type === 'group' ? sum + cellsIn(mark.marks) : sum;
  }, 0);
}
