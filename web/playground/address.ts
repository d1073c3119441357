import type { Language } from '../i18n/index.js';
import { readHashEntries, writeHashEntries } from '../kit/input/hash.js';
import { SHIPPED } from '../learned/names.js';
import { LANGUAGES } from '../trace/view-state.js';
import { isOpening, openingOf } from './first-visit.js';
import { FIXED } from './learned/fixed.js';
import type { Raw } from './repair.js';
import { settings } from './settings/table.js';
import { DEFAULTS, hasMemory, pick, UNSAID, type PlaygroundState } from './state.js';

/** Increased when old addresses and saved states can no longer be read with their meaning. */
export const VERSION = 1;

/**
 * The state as the part of an address after `#`; values of a first visit are omitted, so that its sentences are those of
 * the language in which the address is opened, unless something was made of them.
 */
export function writeHash(state: PlaygroundState, { lang = true } = {}): string {
  const out: [string, string][] = [['v', String(VERSION)]];
  const first = firstOf(state);
  for (const [name, { type, address }] of settings) {
    if (name === 'lang' && !lang) continue;
    const value = state[name];
    if (JSON.stringify(value) === JSON.stringify(first[name])) continue;
    for (const text of type.write(value)) out.push([address, text]);
  }
  return writeHashEntries(out);
}

/** What a reader of the address has without being told. */
function firstOf(state: PlaygroundState): Raw {
  const isPair = state.model === 'encoder-decoder' && state.parameters === 'random';
  const known = state.parameters === 'random' ? {} : pick(state, FIXED);
  if (!isPair && isOpening(state)) return { ...UNSAID, ...known, ...openingOf(state) };
  const memory = hasMemory(state) ? undefined : DEFAULTS.memory;
  return { ...UNSAID, ...known, sentences: undefined, memory, step: stepOf(state) };
}

/** The step that a trained model opens on, whatever its sentence: what is said of the model is about that step. */
function stepOf(state: Pick<PlaygroundState, 'lang' | 'model' | 'parameters'>): string {
  return openingOf(state).step ?? DEFAULTS.step;
}

/**
 * The unchecked values of an address that is opened in a language; undefined if it has none for this page, `'version'`
 * if it was written for another version of the page.
 */
export function readHash(hash: string, page: Language = 'en'): Raw | 'version' | undefined {
  const given = readHashEntries(hash);
  const version = given.get('v');
  if (version === null) return undefined;
  if (version !== String(VERSION)) return 'version';
  const raw: Raw = readSettings(hash);
  for (const [name, { unsaid }] of settings) {
    if (unsaid !== undefined) raw[name] ??= unsaid;
  }
  const lang = LANGUAGES.find((one) => one === raw.lang) ?? page;
  const parameters = SHIPPED.find((one) => one === raw.parameters) ?? 'random';
  const opening = openingOf({ lang, model: 'attention', parameters });
  if (!raw.sentences) return { ...opening, ...raw };
  return opening.step === undefined ? raw : { step: opening.step, ...raw };
}

/** The settings that the part of an address after `#` names, unchecked, and no others. */
export function readSettings(hash: string): Raw {
  const given = readHashEntries(hash);
  const raw: Raw = {};
  for (const [name, { type, address }] of settings) {
    if (given.has(address)) raw[name] = type.read(given.getAll(address));
  }
  return raw;
}
