import { tokenise, isBlank } from '../text/index.js';
import type { Problem } from '../trace/problem.js';
import type { Tokens } from '../trace/word-labels.js';
import { LIMITS } from './settings/limits.js';
import { settings, type SettingName } from './settings/table.js';
import type { NumberType, Range } from './settings/types.js';
import { hasMemory, isTransformer, type PlaygroundState } from './state.js';

/** Tokens of every sentence of a state, at most one more than the page accepts. */
export function tokensOf(state: PlaygroundState): Tokens {
  const cut = (texts: readonly string[], byHand: readonly (string[] | null)[]): string[][] =>
    texts.map((text, i) => byHand[i] ?? tokenise(text, state.tokenizer, LIMITS.tokens + 1));
  return {
    sentences: cut(state.sentences, state.tokens),
    memory: hasMemory(state) ? cut(state.memory, state.memoryTokens) : [],
  };
}

/** The first problem that the page itself finds, before the engine is called. */
export function findProblem(state: PlaygroundState, tokens: Tokens): Problem | undefined {
  for (const [name, { type }] of settings) {
    const value: unknown = state[name];
    if (typeof value !== 'number' || !('range' in type)) continue;
    const problem = numberProblem(name, value, (type as NumberType<number>).range);
    if (problem) return problem;
  }
  return (
    headsProblem(state) ??
    textProblem(state.sentences, tokens.sentences, 'sentence') ??
    textProblem(state.memory, tokens.memory, 'memory') ??
    workProblem(state, tokens)
  );
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

function workProblem(state: PlaygroundState, tokens: Tokens): Problem | undefined {
  const widest = widestFor(state, tokens);
  if (state.dModel <= widest) return undefined;
  const [actual, expected] = [String(state.dModel), String(widest)];
  return { code: 'too_large', argument: 'dModel', actual, expected };
}

/** The problem names the numbers that divide the width. */
function headsProblem(state: PlaygroundState): Problem | undefined {
  const { heads, dModel, projections } = state;
  const headless = projections === 'none' && !isTransformer(state);
  if (headless || dModel % heads === 0) return undefined;
  const fitting: number[] = [];
  for (let n = 1; n <= LIMITS.heads; n += 1) if (dModel % n === 0) fitting.push(n);
  const actual = `${heads} ∤ ${dModel}`;
  return { code: 'heads', argument: 'heads', actual, expected: fitting.join(', ') };
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
): Problem | undefined {
  const most = LIMITS.tokens;
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
