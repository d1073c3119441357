import type { Learned } from '../learned/learned.js';
import { isBlank } from '../text/index.js';
import type { Problem } from '../trace/problem.js';
import type { Tokens } from '../trace/word-labels.js';
import { countOf } from './settings/given-type.js';
import { LIMITS } from './settings/limits.js';
import { settings, type SettingName } from './settings/table.js';
import type { NumberType, Range } from './settings/types.js';
import { projects, sharedWidth, widthsOf } from './settings/widths.js';
import { isTransformer, type PlaygroundState } from './state.js';
import { unknownWords } from './words-read.js';

/** The first problem that the page itself finds, before the engine is called. */
export function findProblem(
  state: PlaygroundState,
  tokens: Tokens,
  learned?: Learned,
): Problem | undefined {
  for (const [name, { type }] of settings) {
    const value: unknown = state[name];
    if (typeof value !== 'number' || !('range' in type)) continue;
    const problem = numberProblem(name, value, (type as NumberType<number>).range);
    if (problem) return problem;
  }
  return (
    headsProblem(state) ??
    rotaryProblem(state) ??
    numbersProblem(state) ??
    wordsProblem(state, tokens, learned) ??
    textProblem(state.sentences, tokens.sentences, 'sentence', longestFor(state, learned)) ??
    textProblem(state.memory, tokens.memory, 'memory', longestFor(state, learned)) ??
    workProblem(state, tokens)
  );
}

/** Numbers of the user's own, which an address has to hold. */
function numbersProblem({ given, x, memoryX }: PlaygroundState): Problem | undefined {
  const counts = [countOf(given), ...[x, memoryX].map((rows) => rows?.flat().length ?? 0)];
  const most = Math.max(...counts);
  if (most <= LIMITS.given) return undefined;
  const [actual, expected] = [String(most), String(LIMITS.given)];
  return { code: 'too_many_numbers', argument: 'given', actual, expected };
}

/** The largest width with which one pass over these sentences is quick enough. */
export function widestFor(state: PlaygroundState, { sentences, memory }: Tokens): number {
  const longest = Math.max(...[...sentences, ...memory].map(({ length }) => length));
  const layers = isTransformer(state) ? state.layers : 1;
  const rows = sentences.length * longest * layers;
  let widest: number = LIMITS.dModel;
  while (rows * widest * widest > LIMITS.work) widest -= 1;
  return widest;
}

/** The most tokens of a sentence; an encoder–decoder adds `<sos>` to it. */
function longestFor({ model }: PlaygroundState, learned: Learned | undefined): number {
  const longest = learned?.longest ?? Infinity;
  return Math.min(LIMITS.tokens, model === 'encoder-decoder' ? longest - 1 : longest);
}

/** A sentence of which a trained model knows no word: of the others it reads what it knows. */
function wordsProblem(
  state: PlaygroundState,
  tokens: Tokens,
  learned: Learned | undefined,
): Problem | undefined {
  const unread = unknownWords(state, learned).filter(
    ({ side, line }) => tokens[side][line]!.length === 0,
  );
  const [first] = unread;
  if (!first) return undefined;
  const words = unread
    .filter(({ side, line }) => side === first.side && line === first.line)
    .map(({ word }) => word);
  const name = first.side === 'memory' ? 'memory' : 'sentence';
  const argument = tokens[first.side].length > 1 ? `${name} ${first.line + 1}` : name;
  return { code: 'unknown_words', argument, actual: [...new Set(words)].join(', '), expected: '' };
}

/** The settings that are a width which can be too large, each with the most that it may be there. */
export function widthLimits(
  state: PlaygroundState,
  tokens: Tokens,
): ['dModel' | 'dK' | 'dV' | 'outputWidth', number][] {
  const widest = widestFor(state, tokens);
  if (isTransformer(state) || !projects(state)) return [['dModel', widest]];
  // W_q, W_k and W_v have the columns of all heads.
  const perHead = Math.floor(widest / state.heads);
  const columns: ['outputWidth', number][] = state.outputProjection
    ? [['outputWidth', widest]]
    : [];
  return [['dModel', widest], ['dK', perHead], ['dV', perHead], ...columns];
}

function workProblem(state: PlaygroundState, tokens: Tokens): Problem | undefined {
  const [name, most] =
    widthLimits(state, tokens).find(([name, most]) => (state[name] ?? 0) > most) ?? [];
  if (name === undefined) return undefined;
  const [actual, expected] = [String(state[name]), String(most)];
  return { code: 'too_large', argument: name, actual, expected };
}

/** The problem names the numbers that divide the width. */
function headsProblem(state: PlaygroundState): Problem | undefined {
  const { heads } = state;
  const width = sharedWidth(state);
  if (width === undefined || width % heads === 0) return undefined;
  const fitting: number[] = [];
  for (let n = 1; n <= LIMITS.heads; n += 1) if (width % n === 0) fitting.push(n);
  const actual = `${heads} ∤ ${width}`;
  return { code: 'heads', argument: 'heads', actual, expected: fitting.join(', ') };
}

/** Whether queries and keys are rotated, but cannot be: their numbers are turned in pairs. */
export function lacksPairs(state: PlaygroundState): boolean {
  const rotates = state.positions === 'rotary' && (isTransformer(state) || state.kind === 'self');
  return rotates && widthsOf(state).dK % 2 !== 0;
}

function rotaryProblem(state: PlaygroundState): Problem | undefined {
  if (!lacksPairs(state)) return undefined;
  const actual = String(widthsOf(state).dK);
  return { code: 'rotary', argument: 'positions', actual, expected: '' };
}

function numberProblem(
  argument: SettingName,
  value: number,
  { least, most, whole }: Range,
): Problem | undefined {
  const expected = `${least} – ${most}`;
  const actual = String(value);
  if (!Number.isFinite(value)) return { code: 'number', argument, actual, expected };
  if (value >= least && value <= most && (!whole || Number.isInteger(value))) return undefined;
  return { code: whole ? 'range_whole' : 'range', argument, actual, expected };
}

function textProblem(
  texts: readonly string[],
  tokens: readonly (readonly string[])[],
  argument: string,
  most: number,
): Problem | undefined {
  for (const [i, list] of tokens.entries()) {
    const name = tokens.length > 1 ? `${argument} ${i + 1}` : argument;
    const { length } = texts[i] ?? '';
    if (length > LIMITS.characters) {
      const expected = String(LIMITS.characters);
      return { code: 'too_many_characters', argument: name, actual: String(length), expected };
    }
    if (list.length === 0) {
      const code = isBlank(texts[i] ?? '') && texts[i] ? 'blank' : 'empty';
      return { code, argument: name, actual: '0', expected: '1' };
    }
    if (list.length > most) {
      return { code: 'too_long', argument: name, actual: `> ${most}`, expected: String(most) };
    }
  }
  return undefined;
}
