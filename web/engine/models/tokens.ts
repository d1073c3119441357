import { describe, fail } from '../errors.js';
import type { Numbers } from '../tensors.js';

/** Pads the shorter sentences of a batch. */
export const paddingToken = '[PAD]';

/** Start and end of a sequence in a vocabulary that is made from sentences. */
export const startToken = '<sos>';
export const endToken = '<eos>';

const largestTokens = 2 ** 24;

export interface Sentences {
  /** A copy of what was given. */
  tokens: string[][];
  ids: Numbers;
  lengths: Numbers;
  ragged: boolean;
}

/** Gives tokens their ids. */
export interface TokenIds {
  /** `argument` names the token in the error that is thrown if it has no id. */
  id(token: string, argument: string): number;
}

/** Ids for distinct tokens, in the order of their first use. */
export class Vocabulary implements TokenIds {
  readonly tokens: string[] = [];
  readonly #ids = new Map<string, number>();

  id(token: string): number {
    const known = this.#ids.get(token);
    if (known !== undefined) return known;
    this.#ids.set(token, this.tokens.length);
    this.tokens.push(token);
    return this.tokens.length - 1;
  }
}

/** The ids of a given vocabulary: other tokens have none. */
export class FixedVocabulary implements TokenIds {
  readonly tokens: readonly string[];
  readonly #ids: ReadonlyMap<string, number>;
  readonly #argument: string;

  constructor(tokens: unknown, argument = 'vocabulary') {
    this.#argument = argument;
    this.tokens = Object.freeze(toTokens(tokens, argument).map(wellFormed));
    this.#ids = new Map(this.tokens.map((token, id) => [token, id]));
    if (this.#ids.size < this.tokens.length) {
      const twice = this.tokens.find((token, id) => this.#ids.get(token) !== id);
      fail('conflict', argument, `${describe(twice)} twice`, 'each token once');
    }
  }

  id(token: string, argument: string): number {
    const id = this.#ids.get(wellFormed(token));
    if (id !== undefined) return id;
    if (token === paddingToken) {
      fail('missing', this.#argument, `no ${paddingToken}`, 'a token to pad shorter sentences');
    }
    const size = `one of the ${this.tokens.length} tokens of the vocabulary`;
    return fail('range', argument, describe(token), size);
  }
}

/** Checks a list of strings without holes and returns a copy; each string is read once. */
export function toTokens(tokens: unknown, argument: string): string[] {
  if (!Array.isArray(tokens)) fail('type', argument, describe(tokens), 'a list of tokens');
  return copied(tokens, argument, 'tokens', (token) => {
    if (typeof token !== 'string') fail('type', argument, describe(token), 'strings only');
    return token;
  });
}

/** Copies a list and checks each element. */
function copied<T>(
  list: readonly unknown[],
  argument: string,
  what: string,
  check: (each: unknown) => T,
): T[] {
  const { length } = list;
  const copies: T[] = [];
  for (let i = 0; i < length; i++) {
    if (i === largestTokens) {
      fail('overflow', argument, `more than ${largestTokens} ${what}`, `at most ${largestTokens}`);
    }
    copies.push(check(list[i]));
  }
  return copies;
}

/** Ids [batch, longest] of a batch of sentences, padded, and their lengths [batch]. */
export function toIds(sentences: unknown, argument: string, vocabulary: TokenIds): Sentences {
  const checked = toSentences(sentences, argument);
  const lengths = checked.map((tokens) => tokens.length);
  const longest = lengths.reduce((a, b) => (a > b ? a : b));
  if (longest * lengths.length > largestTokens) {
    fail('overflow', argument, `${lengths.length} × ${longest} tokens`, `at most ${largestTokens}`);
  }
  const data = checked.flatMap((tokens) => {
    const ids = tokens.map((token) => vocabulary.id(token, argument));
    while (ids.length < longest) ids.push(vocabulary.id(paddingToken, argument));
    return ids;
  });
  return {
    tokens: checked,
    ids: { shape: [lengths.length, longest], data },
    lengths: { shape: [lengths.length], data: lengths },
    ragged: lengths.some((length) => length !== longest),
  };
}

/** Checks a list of non-empty token lists and returns a copy whose texts can be written as UTF-8. */
export function toSentences(sentences: unknown, argument: string): string[][] {
  if (!Array.isArray(sentences)) {
    fail('type', argument, describe(sentences), 'a list of token lists');
  }
  const checked = copied(sentences, argument, 'sentences', (each) => {
    if (!Array.isArray(each)) fail('type', argument, describe(each), 'a list of tokens each');
    const tokens = toTokens(each, argument).map(wellFormed);
    if (tokens.length === 0) fail('size', argument, 'a sentence without tokens', 'at least one');
    return tokens;
  });
  if (checked.length === 0) fail('size', argument, 'no sentence', 'at least one sentence');
  return checked;
}

/**
 * Numbers [batch, longest] for lists of labels: each() gives that of a label, and −1 stands where there is none, in
 * place of null and after the end of a list.
 */
export function toLabels(
  labels: unknown,
  argument: string,
  each: (label: unknown) => number,
): Numbers {
  const lists = labelLists(labels, argument);
  const longest = lists.reduce((most, { length }) => Math.max(most, length), 0);
  if (longest * lists.length > largestTokens) {
    fail('overflow', argument, `${lists.length} × ${longest} labels`, `at most ${largestTokens}`);
  }
  const data = lists.flatMap((list) =>
    Array.from({ length: longest }, (_, i) => {
      const label = list[i];
      return i >= list.length || label === null ? -1 : each(label);
    }),
  );
  return { shape: [lists.length, longest], data };
}

/** Checks a list of lists that are not empty and returns a copy. */
export function labelLists(labels: unknown, argument: string): unknown[][] {
  if (!Array.isArray(labels)) fail('type', argument, describe(labels), 'a list of lists');
  const lists = copied(labels, argument, 'sentences', (list) => {
    if (!Array.isArray(list)) fail('type', argument, describe(list), 'a list of labels each');
    if (list.length === 0) fail('size', argument, 'a sentence without labels', 'at least one');
    return copied(list, argument, 'labels', (label) => label);
  });
  if (lists.length === 0) fail('size', argument, 'no sentence', 'at least one sentence');
  return lists;
}

/** Half a surrogate pair has no UTF-8: it becomes U+FFFD, as browsers do. */
function wellFormed(token: string): string {
  return token.replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** The given vocabulary, or the tokens of the given arguments, each a list of sentences. */
export function vocabularyOf(
  { vocabulary }: { vocabulary?: unknown },
  sentences: Readonly<Record<string, unknown>>,
): FixedVocabulary {
  if (vocabulary !== undefined) return new FixedVocabulary(vocabulary);
  const found = new Vocabulary();
  const given = Object.entries(sentences).filter(([, each]) => each !== undefined);
  for (const [argument, each] of given) {
    for (const tokens of toSentences(each, argument)) tokens.forEach((token) => found.id(token));
  }
  const special = given.length > 0 ? [startToken, endToken, paddingToken] : [];
  for (const token of special) found.id(token);
  return new FixedVocabulary(found.tokens);
}
