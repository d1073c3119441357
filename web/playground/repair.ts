import { tokenise, wellFormed, type Tokenizer } from '../text/index.js';
import { LIMITS } from './settings/limits.js';
import { settings, type SettingName } from './settings/table.js';
import { DEFAULTS, type Patch, type PlaygroundState } from './state.js';
import { tokensOf, widestFor } from './validation.js';

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
  repairWidth(patch, base, changed);
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
  const { heads, projections, model } = { ...base, ...patch };
  const dModel = patch.x?.[0]?.length ?? patch.dModel ?? base.dModel;
  const headless = projections === 'none' && model === 'attention';
  if (headless || dModel % heads === 0) return;
  let fitting = heads;
  while (dModel % fitting !== 0) fitting -= 1;
  patch.heads = fitting;
  changed.add('heads');
}

/** If one pass would take too long: the largest width that is quick enough, and that the heads divide. */
function repairWidth(patch: Patch, base: PlaygroundState, changed: Set<SettingName>): void {
  const state = { ...base, ...patch };
  const widest = widestFor(state, tokensOf(state));
  if (state.x || state.dModel <= widest) return;
  patch.dModel = widest - (widest % state.heads);
  changed.add('dModel');
}
