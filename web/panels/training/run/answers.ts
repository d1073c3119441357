import type { AsyncTransformer } from '../../../engine/worker/types.js';
import type { TaskExample } from '../../../engine/types/index.js';
import { END, START, type Answers } from '../tasks.js';
import type { Numbers } from '../../../engine/types/computed.js';

/** What a model makes of an example. */
export type Answer =
  /** It wrote a sentence by itself, token by token. */
  | { kind: 'sentence'; source: string[]; written: string[]; expected: string[]; right: boolean }
  /** It points at a word, or names it, from the word at `from`. */
  | { kind: 'place'; tokens: string[]; from: number; at: number; expected: number; right: boolean }
  | { kind: 'word'; tokens: string[]; from: number; said: string; expected: string; right: boolean }
  /** It says after each token which comes next; null where nobody could know. */
  | { kind: 'walk'; tokens: string[]; said: (string | null)[]; expected: (string | null)[] }
  /** It wrote a text by chance. */
  | { kind: 'verse'; written: string[] };

/** So many examples are answered. */
export const SHOWN = 4;

/** It may write so many tokens more than are expected. */
const MORE = 4;

/** Asks a model in a worker for its answers to the first examples. */
export async function answersTo(
  model: AsyncTransformer,
  kind: Answers,
  examples: readonly TaskExample[],
): Promise<Answer[]> {
  const shown = examples.slice(0, SHOWN);
  if (kind === 'sentence') return inTurn(shown, (example) => writtenFor(model, example));
  if (kind === 'verse') return inTurn(shown, (example, i) => verse(model, example, i));
  return readOff(model, kind, shown);
}

async function inTurn(
  examples: readonly TaskExample[],
  answer: (example: TaskExample, place: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const [place, example] of examples.entries()) answers.push(await answer(example, place));
  return answers;
}

async function writtenFor(model: AsyncTransformer, example: TaskExample): Promise<Answer> {
  const { source = [], labels } = example;
  const expected = labels.filter((label) => label !== null).map(String);
  const written = await writtenBy(
    model.generate({
      source,
      prompt: [START],
      maxNewTokens: expected.length + MORE,
      trace: false,
    }),
  );
  const wanted = expected.filter((token) => token !== END);
  const right = written.join('\n') === wanted.join('\n');
  return { kind: 'sentence', source, written, expected: wanted, right };
}

async function verse(
  model: AsyncTransformer,
  { labels }: TaskExample,
  seed: number,
): Promise<Answer> {
  const written = await writtenBy(
    model.generate({
      prompt: [START],
      maxNewTokens: labels.length + MORE,
      doSample: true,
      seed,
      trace: false,
    }),
  );
  return { kind: 'verse', written };
}

/** The tokens up to the end. */
async function writtenBy(tokens: AsyncIterable<{ token: string }>): Promise<string[]> {
  const written: string[] = [];
  for await (const { token } of tokens) if (token !== END) written.push(token);
  return written;
}

/** One pass over all examples answers each place of them. */
async function readOff(
  model: AsyncTransformer,
  kind: 'place' | 'word' | 'walk',
  examples: readonly TaskExample[],
): Promise<Answer[]> {
  const sentences = examples.map(({ source, target }) => source ?? target ?? []);
  const given = kind === 'walk' ? { target: sentences } : { source: sentences };
  const trace = await model.trace({ ...given, labels: examples.map(({ labels }) => labels) });
  const { shape, data } = await trace.tensor('log_probabilities');
  await trace.dispose();
  const [, length, choices] = shape as [number, number, number];
  const choice = (sentence: number, place: number): number =>
    largest(data, (sentence * length + place) * choices, choices);
  const { vocabulary } = model;
  return examples.map(({ labels }, i): Answer => {
    const tokens = sentences[i]!;
    if (kind === 'walk') {
      const said = labels.map((label, place) =>
        label === null ? null : vocabulary[choice(i, place)]!,
      );
      return { kind, tokens, said, expected: labels.map((label) => label as string | null) };
    }
    const from = labels.findIndex((label) => label !== null);
    const expected = labels[from]!;
    const at = choice(i, from);
    if (kind === 'place') {
      return { kind, tokens, from, at, expected: Number(expected), right: at === expected };
    }
    const said = vocabulary[at]!;
    return { kind, tokens, from, said, expected: String(expected), right: said === expected };
  });
}

/** The place of the largest of some numbers, counted from the first of them. */
function largest(data: Numbers, first: number, count: number): number {
  let best = 0;
  for (let i = 1; i < count; i += 1) if (data[first + i]! > data[first + best]!) best = i;
  return best;
}
