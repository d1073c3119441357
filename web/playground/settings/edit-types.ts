import type { Edit } from '../../engine/types/index.js';
import { parseNumber } from '../../trace/numbers.js';
import { readEdits, writeEdits } from './edit-list.js';
import { LIMITS } from './limits.js';
import { isIndex, only, type Cleaned, type Type } from './types.js';

/** Edited cells. JSON has no infinity, so −∞ in a mask is written `'-inf'`. */
export function edits(): Type<Edit[]> {
  return {
    write: (value) => (value.length > LIMITS.edits ? [] : [writeEdits(value)]),
    read: (texts) => readEdits(only(texts), LIMITS.edits),
    json: (value) => value.map(plainEdit),
    clean: (value) => cleanList(value, LIMITS.edits, cleanEdit),
  };
}

/** Parameters were changed by −rate · gradient: of one weight, or of all, with the edits of that moment in place. */
export interface DownhillStep {
  /** The path of the weight; '' for all of them. */
  of: string;
  rate: number;
  edits: Edit[];
}

/** Steps downhill, in order. */
export function downhill(): Type<DownhillStep[]> {
  return {
    write: (value) =>
      value.map(({ of, rate, edits }) =>
        [of, String(rate), ...(edits.length > 0 ? [writeEdits(edits)] : [])].join('*'),
      ),
    read: (texts) =>
      texts.map((text) => {
        const [of = '', rate = '', ...edits] = text.split('*');
        const known = edits.length > 0 ? readEdits(edits.join('*'), LIMITS.edits) : [];
        return { of, rate: parseNumber(rate), edits: known };
      }),
    json: (value) => value.map((step) => ({ ...step, edits: step.edits.map(plainEdit) })),
    clean: (value) =>
      cleanList(value, LIMITS.downhill, (one) => {
        const { of, rate, edits } = one as { [Key in keyof DownhillStep]?: unknown };
        const fits = typeof of === 'string' && typeof rate === 'number' && Number.isFinite(rate);
        const made = cleanList(edits, LIMITS.edits, cleanEdit);
        return fits && made.same ? { of, rate, edits: made.value } : undefined;
      }),
  };
}

const plainEdit = (edit: Edit): object => ({
  ...edit,
  value: edit.value === -Infinity ? '-inf' : edit.value,
});

function cleanEdit(one: object): Edit | undefined {
  const { path, index, value } = one as { [Key in keyof Edit]?: unknown };
  const number = value === '-inf' ? -Infinity : value;
  const fits =
    typeof number === 'number' &&
    (Number.isFinite(number) || number === -Infinity) &&
    typeof path === 'string' &&
    Array.isArray(index) &&
    index.every(isIndex);
  return fits ? { path, index: index as number[], value: number } : undefined;
}

/** The entries that fit, as many as there may be. */
function cleanList<Entry>(
  value: unknown,
  most: number,
  clean: (one: object) => Entry | undefined,
): Cleaned<Entry[]> {
  const list = Array.isArray(value) ? (value as unknown[]) : [];
  const good = list.slice(0, most).flatMap((one) => clean(Object(one) as object) ?? []);
  return { value: good, same: Array.isArray(value) && good.length === list.length };
}
