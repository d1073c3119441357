import { parseNumber } from '../trace/numbers.js';
import { presetOf } from './presets.js';
import type { Raw } from './repair.js';
import { MASKS } from './state.js';

/** The attributes that set the state, as the page wrote them. */
export interface Settings {
  sentence?: string | null;
  memory?: string | null;
  heads?: string | null;
  dModel?: string | null;
  mask?: string | null;
  model?: string | null;
  layers?: string | null;
  seed?: string | null;
}

const SETTINGS = [
  'sentence',
  'memory',
  'heads',
  'dModel',
  'mask',
  'seed',
  'model',
  'layers',
] as const satisfies readonly (keyof Settings)[];

/** The state that an element's changed attributes ask for; undefined if none of them sets the state. */
export function settingsChanged(
  element: Settings,
  changed: ReadonlyMap<PropertyKey, unknown>,
): Raw | undefined {
  // A model without sentences brings its own, so all attributes have to be known.
  const all = changed.has('model');
  const keys = SETTINGS.filter((key) => (all || changed.has(key)) && element[key] != null);
  if (keys.length === 0) return undefined;
  return settingsAsRaw(Object.fromEntries(keys.map((key) => [key, element[key]])));
}

/** Attributes as unchecked values; absent attributes are omitted. */
export function settingsAsRaw(settings: Settings): Raw {
  const raw: Raw = {};
  const number = (
    text: string | null | undefined,
    key: 'heads' | 'dModel' | 'seed' | 'layers',
  ): void => {
    if (text != null) raw[key] = parseNumber(text);
  };
  number(settings.heads, 'heads');
  number(settings.dModel, 'dModel');
  number(settings.seed, 'seed');
  number(settings.layers, 'layers');
  if (settings.model != null) {
    raw.model = settings.model;
    const own = settings.sentence != null || settings.memory != null;
    if (settings.model === 'encoder-decoder' && !own) Object.assign(raw, pairOnly());
  }
  if (settings.sentence != null) raw.sentences = lines(settings.sentence);
  if (settings.memory != null) {
    raw.memory = lines(settings.memory);
    if (settings.model == null) raw.kind = 'cross';
  }
  if (settings.mask != null)
    raw.mask = MASKS.find((mask) => mask === settings.mask) ?? settings.mask;
  return raw;
}

/** The sentences of the first pair, and the step and cell that it opens on. */
function pairOnly(): Raw {
  const { sentences, memory, step, cell } = presetOf('student');
  return { sentences, memory, step, cell };
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}
