import { parseNumber } from '../../elements/numbers.js';

export interface Range {
  least: number;
  most: number;
}

/** What a person may choose; more is no longer drawn or listened to at once. */
export const LENGTH: Range = { least: 1, most: 512 };
export const WIDTH: Range = { least: 2, most: 1024 };

/** Sizes worth a look: the figure of the textbooks, a small model's, an odd width, one to check by hand. */
export const EXAMPLES: readonly (readonly [length: number, dModel: number])[] = [
  [128, 512],
  [50, 128],
  [48, 63],
  [3, 4],
];

/** The textbooks' figure. */
export const DEFAULT = EXAMPLES[0]!;

/** What was typed and cannot be used. */
export interface Wrong {
  field: 'length' | 'dModel' | 'a' | 'b';
  actual: string;
  range: Range;
}

/** What is wrong with the sizes of a table, if anything. */
export function sizeProblem(length: number, dModel: number): Wrong | undefined {
  const problem = (field: Wrong['field'], value: number, range: Range): Wrong | undefined => {
    const actual = String(value);
    return wholeWithin(actual, range) === undefined ? { field, actual, range } : undefined;
  };
  return problem('length', length, LENGTH) ?? problem('dModel', dModel, WIDTH);
}

/** The whole number that a person typed, or nothing where it is none or none of these. */
export function wholeWithin(text: string, { least, most }: Range): number | undefined {
  const value = parseNumber(text);
  return Number.isInteger(value) && value >= least && value <= most ? value : undefined;
}
