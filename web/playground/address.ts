import type { Edit } from '../engine/types.js';
import { parseNumber, shortest } from '../trace/numbers.js';
import type { Raw } from './repair.js';
import { DEFAULTS, LIMITS, type PlaygroundState } from './state.js';

/** Increased when old addresses can no longer be read with their meaning. */
export const VERSION = '1';

/** Names in the address of values that are one word or one number. */
const NAMES = {
  tokenizer: 'by',
  model: 'model',
  kind: 'kind',
  mask: 'mask',
  projections: 'projections',
  headMatrices: 'matrices',
  positions: 'positions',
  heads: 'heads',
  dModel: 'd',
  layers: 'layers',
  normOrder: 'norm',
  feedForward: 'ff',
  activation: 'activation',
  seed: 'seed',
  scale: 'scale',
  temperature: 'temperature',
  dropoutP: 'p',
  step: 'step',
  cellStep: 'of',
  batch: 'batch',
  head: 'head',
  weightsView: 'view',
  decimals: 'decimals',
  lang: 'lang',
} as const satisfies Partial<Record<keyof PlaygroundState, string>>;

const FLAGS = { bias: 'bias', training: 'train', tied: 'tied' } as const;
const JSONS = { tokens: 'tokens', memoryTokens: 'memory-tokens', x: 'x', memoryX: 'y' } as const;

/** The state as the part of an address after `#`; values of a first visit are omitted. */
export function writeHash(state: PlaygroundState, { lang = true } = {}): string {
  const out = new URLSearchParams({ v: VERSION });
  if (differs(state, 'sentences')) for (const text of state.sentences) out.append('s', text);
  if (differs(state, 'memory')) for (const text of state.memory) out.append('m', text);
  for (const [key, name] of entries(JSONS)) {
    const value: unknown = state[key];
    const nothing = value === null || (Array.isArray(value) && value.every((one) => one === null));
    if (!nothing) out.set(name, JSON.stringify(value));
  }
  for (const [key, name] of entries(NAMES)) {
    if (key === 'lang' && !lang) continue;
    if (differs(state, key)) out.set(name, String(state[key] ?? 'auto'));
  }
  for (const [key, name] of entries(FLAGS))
    if (differs(state, key)) out.set(name, String(state[key]));
  if (differs(state, 'cell')) out.set('cell', state.cell ? state.cell.join('.') : 'none');
  if (state.hiddenHeads.length > 0) out.set('hidden', state.hiddenHeads.join('.'));
  if (state.focusToken) out.set('focus', `${state.focusToken.side}.${state.focusToken.index}`);
  const { length } = state.edits;
  if (length > 0 && length <= LIMITS.edits) out.set('edits', writeEdits(state.edits));
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
  if (version !== VERSION) return 'version';
  const raw: Raw = {};
  const text = (name: string): string | undefined => given.get(name) ?? undefined;
  if (given.has('s')) raw.sentences = given.getAll('s');
  if (given.has('m')) raw.memory = given.getAll('m');
  for (const [key, name] of entries(JSONS)) if (given.has(name)) raw[key] = parseJson(text(name)!);
  for (const [key, name] of entries(NAMES)) {
    const value = text(name);
    if (value === undefined) continue;
    if (typeof DEFAULTS[key] === 'string') raw[key] = value;
    else raw[key] = value === 'auto' ? null : parseNumber(value);
  }
  for (const [key, name] of entries(FLAGS)) {
    const value = text(name);
    if (value !== undefined) raw[key] = value === 'true' ? true : value === 'false' ? false : value;
  }
  if (given.has('cell')) raw.cell = text('cell') === 'none' ? null : numbers(text('cell')!);
  if (given.has('hidden')) raw.hiddenHeads = numbers(text('hidden')!);
  if (given.has('focus')) {
    const [side, index] = text('focus')!.split('.');
    raw.focusToken = { side, index: Number(index) };
  }
  if (given.has('edits')) raw.edits = readEdits(text('edits')!);
  return raw;
}

/** `path*index*value`, one after the other; a path is omitted if it is that of the edit before. */
export function writeEdits(edits: readonly Edit[]): string {
  let before = '';
  return edits
    .map(({ path, index, value }) => {
      const name = path === before ? '' : path;
      before = path;
      return [name, index.join('.'), value === -Infinity ? '-inf' : shortest(value)].join('*');
    })
    .join('*');
}

export function readEdits(text: string): Partial<Edit>[] {
  const parts = text.split('*');
  const edits: Partial<Edit>[] = [];
  let path = '';
  for (let i = 0; i < parts.length; i += 3) {
    path = parts[i] || path;
    const value = Math.fround(parseNumber(parts[i + 2] ?? ''));
    edits.push({ path, index: numbers(parts[i + 1] ?? ''), value });
  }
  return edits;
}

function numbers(text: string): number[] {
  return text.split('.').map((one) => (one === '' ? NaN : Number(one)));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function differs(state: PlaygroundState, key: keyof PlaygroundState): boolean {
  return JSON.stringify(state[key]) !== JSON.stringify(DEFAULTS[key]);
}

function entries<T extends object>(object: T): [keyof T, T[keyof T] & string][] {
  return Object.entries(object) as [keyof T, T[keyof T] & string][];
}
