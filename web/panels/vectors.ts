/** Rows of numbers that an attribute gives as JSON; undefined if it gives none, or not so many, or rows that differ in length. */
export function readVectors(text: string, rows?: number): number[][] | undefined {
  if (text.trim() === '') return undefined;
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(given) || given.length === 0) return undefined;
  if (rows !== undefined && given.length !== rows) return undefined;
  const [first] = given as unknown[];
  const width = Array.isArray(first) ? first.length : 0;
  const isRow = (row: unknown): row is number[] =>
    Array.isArray(row) && row.length === width && row.every((number) => Number.isFinite(number));
  return width > 0 && given.every(isRow) ? given : undefined;
}
