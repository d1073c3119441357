// What stands behind `#` in an address, as names and values. Sites look for the present one among their links, by a selector
// that has it between quotes (VitePress: `a[href="#…"]`), which throws if a quote, a backslash or a line break is in it. Where
// a value has one, all values are encoded once more, and a mark tells so: addresses from before have none.

import { wellFormed } from '../../text/tokens.js';

/** What ends or breaks a quoted text in a selector. */
const BREAKS = /["\\\n\r\f]/;
const MARK = 'encoded';

/** Without `#`. */
export function writeHashEntries(
  entries: Iterable<readonly [name: string, value: string]>,
): string {
  const all = [...entries];
  const isPlain = !all.some(([, value]) => BREAKS.test(value));
  if (isPlain) return parameters(all).toString();
  const encoded = all.map(
    ([name, value]) => [name, encodeURIComponent(wellFormed(value))] as const,
  );
  return parameters([...encoded, [MARK, '1']]).toString();
}

/** With or without `#`, of any form. */
export function readHashEntries(hash: string): URLSearchParams {
  const found = new URLSearchParams(hash.replace(/^#/, ''));
  if (!found.has(MARK)) return found;
  found.delete(MARK);
  return parameters([...found].map(([name, value]) => [name, decoded(value)]));
}

/** The same hash, as it may stand between quotes; undefined if it may, or is none of ours. */
export function repairedHash(hash: string): string | undefined {
  if (!hash.includes('=') || !breaks(hash)) return undefined;
  return writeHashEntries(readHashEntries(hash));
}

function breaks(hash: string): boolean {
  try {
    return BREAKS.test(decodeURIComponent(hash));
  } catch {
    return true;
  }
}

/** Anybody can edit an address: what is not well encoded stays as it is. */
export function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function parameters(entries: readonly (readonly [string, string])[]): URLSearchParams {
  return new URLSearchParams(entries.map(([name, value]) => [name, value]));
}
