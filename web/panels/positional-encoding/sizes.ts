import { wholeWithin, type Range } from '../../kit/fields/number-field.js';

/** The user's range; larger tables could not be drawn at once. */
export const LENGTH: Range = { least: 1, most: 512 };
export const WIDTH: Range = { least: 2, most: 1024 };

/** Instructive sizes: that of the textbooks' figure, a small model's, an odd width, one to check by hand. */
export const EXAMPLES: readonly (readonly [length: number, dModel: number])[] = [
  [128, 512],
  [50, 128],
  [48, 63],
  [3, 4],
];

/** The size of the textbooks' figure. */
export const DEFAULT = EXAMPLES[0]!;

/** The most height of a map in pixels, unless rows would be lower than one pixel. */
export const FIGURE_HEIGHT = 300;

/** Small tables show digits; of large ones all columns are in sight, however narrow. */
export function detailOf(rows: number, columns: number): 'auto' | 'fit' {
  return rows <= 16 && columns <= 32 ? 'auto' : 'fit';
}

/** Unusable input. */
export interface FieldError {
  field: 'length' | 'dModel' | 'a' | 'b';
  actual: string;
  range: Range;
}

/** The problem of a table's sizes, if any. */
export function sizeProblem(length: number, dModel: number): FieldError | undefined {
  const problem = (
    field: FieldError['field'],
    value: number,
    range: Range,
  ): FieldError | undefined => {
    const actual = String(value);
    return wholeWithin(actual, range) === undefined ? { field, actual, range } : undefined;
  };
  return problem('length', length, LENGTH) ?? problem('dModel', dModel, WIDTH);
}
