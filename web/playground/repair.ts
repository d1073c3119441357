import { tokenise, wellFormed, type Tokenizer } from '../text/index.js';
import { LIMITS } from './settings/limits.js';
import { settings, type SettingName } from './settings/table.js';
import { sharedWidth } from './settings/widths.js';
import { DEFAULTS, type Patch, type PlaygroundState } from './state.js';
import { lacksPairs, widthLimits } from './validation.js';
import { tokensOf } from './words-read.js';

/** Unchecked values of an address, of attributes, or of a saved state. */
export type Raw = { [Name in SettingName]?: unknown };

export interface Repaired {
  patch: Patch;
  /** Names of the settings that had to be changed or dropped. */
  changed: SettingName[];
}

/**
 * Turns raw values into a state that the page can show, and names what it had to change. Missing values are those
 * of `base`.
 */
export function repair(raw: Raw, base: PlaygroundState = DEFAULTS): Repaired {
  const values: Raw = {};
  const changed = new Set<SettingName>();
  for (const [name, { type }] of settings) {
    if (raw[name] === undefined) continue;
    const cleaned = type.clean(raw[name]);
    if (cleaned) values[name] = cleaned.value;
    if (!cleaned?.same) changed.add(name);
  }
  const patch = values as Patch;
  repairTexts(patch, base, 'sentences', 'tokens', changed);
  repairTexts(patch, base, 'memory', 'memoryTokens', changed);
  repairHeads(patch, base, changed);
  repairWidths(patch, base, changed);
  repairPositions(patch, base, changed);
  return { patch, changed: [...changed] };
}

/** As many lists of hand-made tokens as texts, and no text with more tokens than the page accepts. */
function repairTexts(
  patch: Patch,
  base: PlaygroundState,
  textsName: 'sentences' | 'memory',
  tokensName: 'tokens' | 'memoryTokens',
  changed: Set<SettingName>,
): void {
  const given = patch[textsName] !== undefined;
  const byHand = patch[tokensName];
  if (!given && byHand === undefined) return;
  const texts = patch[textsName] ?? base[textsName];
  const tokens = texts.map((_, i) => byHand?.[i] ?? null);
  if (byHand && byHand.length !== texts.length) changed.add(tokensName);
  const by = patch.tokenizer ?? base.tokenizer;
  const short = texts.map((text, i) => (tokens[i] ? text : shorten(text, by)));
  if (short.some((text, i) => text !== texts[i])) changed.add(textsName);
  patch[textsName] = short;
  patch[tokensName] = tokens;
}

/** The longest beginning of a text whose tokens the page accepts. */
function shorten(text: string, by: Tokenizer): string {
  const most = LIMITS.tokens;
  if (tokenise(text, by, most + 1).length <= most) return text;
  let fits = 0;
  let fails = text.length;
  while (fails - fits > 1) {
    const middle = Math.floor((fits + fails) / 2);
    if (tokenise(text.slice(0, middle), by, most + 1).length <= most) fits = middle;
    else fails = middle;
  }
  return wellFormed(text.slice(0, fits)).trimEnd();
}

/** If the heads do not divide the width: the next smaller number that does. */
function repairHeads(patch: Patch, base: PlaygroundState, changed: Set<SettingName>): void {
  const { heads, ...state } = { ...base, ...patch };
  const width = sharedWidth({ ...state, heads, dModel: patch.x?.[0]?.length ?? state.dModel });
  if (width === undefined || width % heads === 0) return;
  let fitting = heads;
  while (width % fitting !== 0) fitting -= 1;
  patch.heads = fitting;
  changed.add('heads');
}

/** If one pass would take too long: the largest widths that are quick enough, and that the heads divide. */
function repairWidths(patch: Patch, base: PlaygroundState, changed: Set<SettingName>): void {
  const state = { ...base, ...patch };
  for (const [name, most] of widthLimits(state, tokensOf(state))) {
    if ((state[name] ?? 0) <= most || (name === 'dModel' && state.x)) continue;
    patch[name] = name === 'dModel' ? most - (most % state.heads) : most;
    changed.add(name);
  }
}

/** If rotary positions find no pairs: those of a first visit. */
function repairPositions(patch: Patch, base: PlaygroundState, changed: Set<SettingName>): void {
  if (!lacksPairs({ ...base, ...patch })) return;
  patch.positions = DEFAULTS.positions;
  changed.add('positions');
}
