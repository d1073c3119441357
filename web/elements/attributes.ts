import type { Raw } from './repair.js';
import { parseNumber } from './numbers.js';
import { MASKS } from './state.js';

/** What a page may set on the element to choose the state, as it was written. */
export interface Settings {
  sentence?: string | null;
  memory?: string | null;
  heads?: string | null;
  dModel?: string | null;
  mask?: string | null;
  seed?: string | null;
}

/** Attributes as values that are still to be checked; those that are absent are left out. */
export function settingsAsRaw(settings: Settings): Raw {
  const raw: Raw = {};
  const number = (text: string | null | undefined, key: 'heads' | 'dModel' | 'seed'): void => {
    if (text != null) raw[key] = parseNumber(text);
  };
  number(settings.heads, 'heads');
  number(settings.dModel, 'dModel');
  number(settings.seed, 'seed');
  if (settings.sentence != null) raw.sentences = lines(settings.sentence);
  if (settings.memory != null) {
    raw.memory = lines(settings.memory);
    raw.kind = 'cross';
  }
  if (settings.mask != null)
    raw.mask = MASKS.find((mask) => mask === settings.mask) ?? settings.mask;
  return raw;
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}
