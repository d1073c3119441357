import type { Edit } from '../engine/types.js';
import { isBlank, tokenise, wellFormed, type Tokenizer } from '../text/index.js';
import {
  ACTIVATIONS,
  DEFAULTS,
  HEAD_MATRICES,
  KINDS,
  LANGUAGES,
  LIMITS,
  MASKS,
  MODELS,
  NORM_ORDERS,
  POSITIONS,
  PROJECTIONS,
  RANGES,
  TOKENIZERS,
  WEIGHTS_VIEWS,
  type NumberKey,
  type Patch,
  type PlaygroundState,
} from './state.js';

/** Unchecked values of an address or of attributes. */
export type Raw = { [Key in keyof Patch]?: unknown };

export interface Repaired {
  patch: Patch;
  /** Names of the settings that had to be changed or dropped. */
  changed: string[];
}

const WORDS = {
  tokenizer: TOKENIZERS,
  model: MODELS,
  kind: KINDS,
  mask: MASKS,
  projections: PROJECTIONS,
  headMatrices: HEAD_MATRICES,
  positions: POSITIONS,
  normOrder: NORM_ORDERS,
  activation: ACTIVATIONS,
  weightsView: WEIGHTS_VIEWS,
  lang: LANGUAGES,
} as const;

/**
 * Turns raw values into a state that the page can show, and names what it had to change. Missing values are those
 * of `base`.
 */
export function repair(raw: Raw, base: PlaygroundState = DEFAULTS): Repaired {
  const patch: Patch = {};
  const changed: string[] = [];
  const take = <Key extends keyof Patch>(key: Key, value: Patch[Key], same: boolean): void => {
    if (value !== undefined) patch[key] = value;
    if (!same) changed.push(key);
  };
  for (const [key, words] of Object.entries(WORDS))
    repairWord(raw, key as keyof typeof WORDS, words, take);
  for (const key of Object.keys(RANGES) as NumberKey[]) repairNumber(raw, key, take);
  for (const key of ['bias', 'training', 'tied'] as const) {
    if (raw[key] !== undefined) take(key, raw[key] === true, typeof raw[key] === 'boolean');
  }
  repairTexts(raw, { ...base, ...patch }, take);
  repairVectors(raw, take);
  repairPlace(raw, take);
  repairHeads(patch, base, changed);
  return { patch, changed };
}

type Take = <Key extends keyof Patch>(key: Key, value: Patch[Key], same: boolean) => void;

function repairWord<Key extends keyof typeof WORDS>(
  raw: Raw,
  key: Key,
  words: readonly string[],
  take: Take,
): void {
  const value = raw[key];
  if (value === undefined) return;
  const fits = typeof value === 'string' && words.includes(value);
  take(key, fits ? (value as Patch[Key]) : undefined, fits);
}

/** A number out of bounds becomes the bound; any other value is dropped. */
function repairNumber(raw: Raw, key: NumberKey, take: Take): void {
  const value = raw[key];
  if (value === undefined) return;
  if (value === null && (key === 'scale' || key === 'feedForward')) return take(key, null, true);
  const { least, most, whole } = RANGES[key];
  if (typeof value !== 'number' || Number.isNaN(value)) return take(key, undefined, false);
  const inside = Math.min(most, Math.max(least, value));
  const clean = whole ? Math.round(inside) : inside;
  take(key, clean, clean === value);
}

/** If the heads do not divide the width: the next smaller number that does. */
function repairHeads(patch: Patch, base: PlaygroundState, changed: string[]): void {
  const { heads, projections, model } = { ...base, ...patch };
  const dModel = patch.x?.[0]?.length ?? patch.dModel ?? base.dModel;
  const headless = projections === 'none' && model === 'attention';
  if (headless || dModel % heads === 0) return;
  let fitting = heads;
  while (dModel % fitting !== 0) fitting -= 1;
  patch.heads = fitting;
  if (!changed.includes('heads')) changed.push('heads');
}

/** Texts and their hand-made tokens, which may come without the text if it is unchanged. */
function repairTexts(raw: Raw, base: PlaygroundState, take: Take): void {
  const texts = (key: 'sentences' | 'memory', handKey: 'tokens' | 'memoryTokens'): void => {
    const value = raw[key] ?? (raw[handKey] === undefined ? undefined : base[key]);
    if (value === undefined) return;
    const list = Array.isArray(value) ? (value as unknown[]) : [];
    const good = list
      .filter((one): one is string => typeof one === 'string' && !isBlank(one))
      .slice(0, LIMITS.sentences);
    const byHand = repairTokens(raw[handKey], good.length);
    const clean = good.map((one, i) =>
      byHand.list[i] ? cut(one) : shorten(cut(one), base.tokenizer),
    );
    if (clean.length === 0) return take(key, undefined, false);
    const same = clean.length === list.length && clean.every((one, i) => one === list[i]);
    take(key, clean, same);
    take(handKey, byHand.list, byHand.same);
  };
  texts('sentences', 'tokens');
  texts('memory', 'memoryTokens');
}

function cut(text: string): string {
  return wellFormed(text.slice(0, LIMITS.characters));
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

function repairTokens(value: unknown, count: number): { list: (string[] | null)[]; same: boolean } {
  const given = Array.isArray(value) ? (value as unknown[]) : [];
  let same = value === undefined || Array.isArray(value);
  const list = Array.from({ length: count }, (_, i) => {
    const one = given[i];
    if (one === undefined || one === null) return null;
    const good = Array.isArray(one) ? one.flatMap(cleanToken).slice(0, LIMITS.tokens) : [];
    same &&= Array.isArray(one) && good.length === one.length && good.every((t, j) => t === one[j]);
    return good.length > 0 ? good : null;
  });
  return { list, same };
}

/** One hand-made token, shortened to the limit of characters; none if it is blank. */
export function cleanToken(value: unknown): string[] {
  if (typeof value !== 'string' || isBlank(value)) return [];
  return [[...wellFormed(value.trim())].slice(0, LIMITS.tokenCharacters).join('')];
}

function repairVectors(raw: Raw, take: Take): void {
  for (const key of ['x', 'memoryX'] as const) {
    const value = raw[key];
    if (value === undefined || value === null) continue;
    take(key, isMatrix(value) ? value : undefined, isMatrix(value));
  }
}

function isMatrix(value: unknown): value is number[][] {
  if (!Array.isArray(value) || value.length === 0 || value.length > LIMITS.tokens) return false;
  const rows = value as unknown[];
  const width = Array.isArray(rows[0]) ? rows[0].length : 0;
  return (
    width > 0 &&
    width <= LIMITS.dModel &&
    rows.every((row) => Array.isArray(row) && row.length === width && row.every(Number.isFinite))
  );
}

function repairPlace(raw: Raw, take: Take): void {
  for (const key of ['step', 'cellStep'] as const) {
    const value = raw[key];
    if (value === undefined) continue;
    const fits = typeof value === 'string' && /^[\w.]{0,100}$/.test(value);
    take(key, fits ? value : undefined, fits);
  }
  for (const key of ['batch', 'head'] as const) {
    const value = raw[key];
    if (value === undefined) continue;
    take(key, isIndex(value) ? value : undefined, isIndex(value));
  }
  if (raw.cell === null) take('cell', null, true);
  else if (raw.cell !== undefined) {
    const fits = Array.isArray(raw.cell) && raw.cell.length <= 6 && raw.cell.every(isIndex);
    take('cell', fits ? (raw.cell as number[]) : undefined, fits);
  }
  if (raw.hiddenHeads !== undefined) {
    const list = Array.isArray(raw.hiddenHeads) ? raw.hiddenHeads : [];
    const fits = list.length > 0 && list.every((one) => isIndex(one) && one < LIMITS.heads);
    take('hiddenHeads', fits ? (list as number[]) : undefined, fits);
  }
  const focus = raw.focusToken as { side?: unknown; index?: unknown } | null | undefined;
  if (focus) {
    const { side, index } = focus;
    const fits = (side === 'query' || side === 'key') && isIndex(index);
    take('focusToken', fits ? { side, index } : undefined, fits);
  }
  if (raw.edits !== undefined) repairEdits(raw.edits, take);
}

function repairEdits(value: unknown, take: Take): void {
  const list = Array.isArray(value) ? (value as Partial<Edit>[]) : [];
  const good = list.slice(0, LIMITS.edits).filter((edit): edit is Edit => {
    const { path, index, value } = edit;
    const number = typeof value === 'number' && (Number.isFinite(value) || value === -Infinity);
    return number && typeof path === 'string' && Array.isArray(index) && index.every(isIndex);
  });
  take('edits', good, Array.isArray(value) && good.length === value.length);
}

function isIndex(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 65536;
}
