import type { Raw } from './repair.js';
import { settings } from './settings/table.js';
import { DEFAULTS, type PlaygroundState } from './state.js';

/** Increased when old addresses and saved states can no longer be read with their meaning. */
export const VERSION = 1;

/** The state as the part of an address after `#`; values of a first visit are omitted. */
export function writeHash(state: PlaygroundState, { lang = true } = {}): string {
  const out = new URLSearchParams({ v: String(VERSION) });
  for (const [name, { type, address }] of settings) {
    if (name === 'lang' && !lang) continue;
    const value = state[name];
    if (JSON.stringify(value) === JSON.stringify(DEFAULTS[name])) continue;
    for (const text of type.write(value)) out.append(address, text);
  }
  return out.toString();
}

/**
 * The unchecked values of an address; undefined if it has none for this page, `'version'` if it was written for
 * another version of the page.
 */
export function readHash(hash: string): Raw | 'version' | undefined {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const version = given.get('v');
  if (version === null) return undefined;
  if (version !== String(VERSION)) return 'version';
  const raw: Raw = {};
  for (const [name, { type, address }] of settings) {
    if (given.has(address)) raw[name] = type.read(given.getAll(address));
  }
  return raw;
}
