// A model writes on from a sentence: one token a line, with its probability and what else it might have been.

import { startToken } from '../engine/models/tokens.js';
import type { Computed } from '../engine/types/computed.js';
import type {
  AttentionPlayground,
  GeneratedToken,
  GenerationOptions,
  TransformerOptions,
} from '../engine/types/index.js';
import { sentence as writtenAs } from '../figures/caption.js';
import { fill } from '../i18n/fill.js';
import type { PlaygroundStore } from '../playground/store.js';
import { transformerOptions } from '../playground/transformer-options.js';
import { largestOf } from '../trace/cells.js';
import { told } from '../trace/numbers.js';
import type { Asked } from './asked.js';
import { paintOf } from './paint.js';
import { refuse } from './refusal.js';
import { readNumber } from './settings.js';
import { isWord } from './signs.js';
import type { Terminal } from './terminal.js';
import type { Texts } from './texts/index.js';
import { widthOf } from './width.js';

/** How many tokens can be asked for, and how many there are unless another number is. */
const MOST = 1024;
const MOST_NEW = 20;
const OTHERS = 2;
/** As the engine takes them. */
const TEMPERATURES = { least: 1e-30, most: 1e30, whole: false };
const WIDEST = 14;

export interface Writing {
  words: Texts;
  terminal: Terminal;
  print: (text: string) => Promise<void>;
}

/** Options that say how tokens are chosen, and do nothing where none are. */
export function refuseUnlessGenerating({ options }: Asked, { problems }: Texts): void {
  if (options.generate === true) return;
  const named = { maxNewTokens: '--max-new-tokens', sample: '--sample', topK: '--top-k' };
  const all = { ...named, samplingTemperature: '--sampling-temperature' };
  const [given] = Object.entries(all).filter(([name]) => options[name] !== undefined);
  if (given) refuse(problems.alone, { option: given[1], other: '--generate' });
}

export async function generate(
  engine: AttentionPlayground,
  store: PlaygroundStore,
  asked: Asked,
  writing: Writing,
): Promise<void> {
  const { words } = writing;
  const { state, tokens: typed, learned } = store;
  const { sentences } = state;
  if (!['decoder-only', 'encoder-decoder'].includes(state.model)) refuse(words.problems.decoder);
  if (sentences.length > 1) refuse(words.problems.several, { n: sentences.length });
  const { source, target, model } = partsOf(transformerOptions(state, typed, learned));
  const choice = choiceOf(asked, state.seed, words);
  // What is translated is all that was typed: the answer begins at its beginning.
  const isTranslated = source !== undefined && asked.settings.memory === undefined;
  const begun = isTranslated ? [] : (target?.[0] ?? []);
  const prompt = promptOf(begun, model.vocabulary ?? []);
  // The last token that is written is not read.
  choice.maxNewTokens ??= Math.min(MOST_NEW, (learned?.longest ?? Infinity) - prompt.length + 1);
  using transformer = engine.transformer({
    ...model,
    ...(learned && { parameters: learned.parameters }),
  });
  const made: { token: string; id: number; probability: Computed }[] = [];
  let text = [...prompt];
  for await (const token of transformer.generate({
    ...choice,
    prompt,
    ...(source && { source: source[0]! }),
  })) {
    text = [...token.tokens];
    const probability = token.probabilities[token.id]!;
    made.push({ token: token.token, id: token.id, probability });
    if (!asked.options.json)
      await writing.print(lineOf(token, transformer.vocabulary, made.length, writing));
  }
  const said = writtenAs(text.filter(isWord));
  if (asked.options.json) {
    return writing.print(`${JSON.stringify({ prompt, tokens: made, text: said })}\n`);
  }
  await writing.print(`\n${fill(words.generate.end, { text: said })}\n`);
}

/** What a pass reads, and what its model is made of. */
function partsOf({
  source,
  target,
  labels: _labels,
  faults: _faults,
  ...model
}: ReturnType<typeof transformerOptions>): {
  source?: readonly (readonly string[])[] | undefined;
  target?: readonly (readonly string[])[] | undefined;
  model: TransformerOptions;
} {
  return { source, target, model };
}

/** A model that knows the sign for the beginning was trained with it. */
function promptOf(tokens: readonly string[], vocabulary: readonly string[]): readonly string[] {
  const begins = tokens[0] === startToken || !vocabulary.includes(startToken);
  return begins ? tokens : [startToken, ...tokens];
}

function choiceOf({ options }: Asked, seed: number, words: Texts): GenerationOptions {
  const typed = options as Record<string, string | undefined>;
  const whole = { least: 1, most: MOST };
  const maxNewTokens = readNumber('--max-new-tokens', typed.maxNewTokens, whole, words);
  const topK = readNumber('--top-k', typed.topK, { least: 1, most: 2 ** 31 - 1 }, words);
  const heat = readNumber('--sampling-temperature', typed.samplingTemperature, TEMPERATURES, words);
  return {
    seed,
    doSample: options.sample === true,
    trace: false,
    ...(maxNewTokens !== undefined && { maxNewTokens }),
    ...(topK !== undefined && { topK }),
    ...(heat !== undefined && { temperature: heat }),
  };
}

/** ` 3  spoon  0.98   else stone 0.01, …` */
function lineOf(
  { id, token, probabilities }: GeneratedToken,
  vocabulary: readonly string[],
  n: number,
  { words, terminal }: Writing,
): string {
  const paint = paintOf(terminal);
  const row = Array.from(probabilities);
  const number = told(row[id]!, 2);
  const others: string[] = [];
  const left = row.map((value, place) => (place === id ? -1 : value));
  while (others.length < Math.min(OTHERS, row.length - 1)) {
    const place = largestOf(left);
    others.push(`${vocabulary[place]!} ${told(row[place]!, 2)}`);
    left[place] = -1;
  }
  const scale = { kind: 'sequential', root: false, low: 0, high: 1 } as const;
  const cells = [
    String(n).padStart(4),
    token + ' '.repeat(Math.max(0, WIDEST - widthOf(token))),
    paint.cell(` ${number} `, row[id]!, scale),
    paint.faint(fill(words.generate.others, { others: others.join(', ') })),
  ];
  return `${cells.join('  ')}\n`;
}
