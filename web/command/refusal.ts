// What a person typed, or what a file has, does not fit: one line on standard error, and exit code 2.

import { fill } from '../i18n/fill.js';

export class Refusal extends Error {}

/** Throws a refusal that says this; `values` fill its text. */
export function refuse(
  text: string,
  values: Readonly<Record<string, string | number>> = {},
): never {
  throw new Refusal(fill(text, values));
}
