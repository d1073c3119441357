// States at random, of all settings.

import { importWeb } from '../../support/bundled.mjs';

const { DEFAULTS } = await importWeb('playground/state.ts');
const { SETTINGS } = await importWeb('playground/settings/table.ts');

const SENTENCES = [['a b c'], ['a b c', 'd e'], ['a b', 'c d']];
/** Settings that do not decide what is computed, or that sentences bring. */
const OTHERS = ['sentences', 'memory', 'tokens', 'memoryTokens', 'parameters', 'x', 'memoryX'];

/** A value that a setting of this type may have; small widths, as they are the ones that heads do not divide. */
export function anyValue(random, { type, first }) {
  const pick = (list) => list[random.whole(0, list.length - 1)];
  if ('words' in type) return pick(type.words);
  if ('members' in type) return type.spell(type.members.filter(random.coin));
  if ('flag' in type) return random.coin();
  if (!('range' in type)) return first;
  const { least, most, whole } = type.range;
  if (type.derived && random.unit() < 0.6) return null;
  const value = whole ? random.whole(least, Math.min(most, least + 11)) : pick([least, most, 0.5]);
  return Math.min(most, Math.max(least, value));
}

/** Most settings as at first, so that few of the states have a problem, and any of them with any other. */
export function anyState(random) {
  const state = { ...DEFAULTS, heads: random.whole(1, 4), dModel: 2 * random.whole(1, 8) };
  for (const [name, setting] of Object.entries(SETTINGS)) {
    if (!setting.trace || OTHERS.includes(name) || random.unit() > 0.4) continue;
    state[name] = anyValue(random, setting);
  }
  const sentences = SENTENCES[random.whole(0, SENTENCES.length - 1)];
  const memory = sentences.map(() => (random.coin() ? 'x y z' : 'x y'));
  const layers = Math.min(state.layers, 2);
  const tokens = sentences.map(() => null);
  return { ...state, layers, sentences, memory, tokens, memoryTokens: tokens };
}
