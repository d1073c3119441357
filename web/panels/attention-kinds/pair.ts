import type { Sentence, Step } from '../../engine/types.js';
import { padded, tokenise, vocabulary } from '../../text/index.js';
import { axisNames, isBroadcast } from '../../trace/axes.js';
import { sentenceOf } from '../../trace/scopes.js';
import type { PanelTrace } from '../panel-store.js';

/** The two sentences of each pair, as typed; the second pair serves only the padding mask. */
export interface Pairs {
  sources: string[];
  targets: string[];
  /** Whether both pairs form a batch, or the first is used alone. */
  padding: boolean;
  seed: number;
}

export const HEADS = 4;
const D_MODEL = 32;

/** More would not be readable in a third of the page. */
export const MOST_TOKENS = 16;

export const PRESETS: readonly Pick<Pairs, 'sources' | 'targets'>[] = [
  { sources: ['I like you', 'Hello'], targets: ['<sos> 我 喜欢 你', '<sos> 你好'] },
  {
    sources: ['Bonjour tout le monde', 'Merci beaucoup'],
    targets: ['<sos> Hello everybody', '<sos> Thanks'],
  },
  {
    sources: ['A dog ate the food because it was hungry.', 'The dog slept.'],
    targets: ['<sos> 一只 狗 吃 了 食物 ， 因为 它 饿 了 。', '<sos> 狗 睡 了 。'],
  },
  { sources: ['我 喜欢 你', '谢谢'], targets: ['[BOS] I like you [EOS]', '[BOS] Thanks [EOS]'] },
];

export const DEFAULT: Pairs = { ...PRESETS[0]!, padding: false, seed: 1 };

/** The sentences of both pairs as tokens, or of the first alone. */
export function tokensOf({ sources, targets, padding }: Pairs): Record<Side, string[][]> {
  const cut = (texts: readonly string[]): string[][] =>
    texts.slice(0, padding ? 2 : 1).map((text) => tokenise(text, 'word'));
  return { source: cut(sources), target: cut(targets) };
}

/** The sentence that the encoder reads, or the one that the decoder has so far. */
export type Side = Sentence;

/** A word by its position in the sentence pair that is shown. */
export interface Word {
  side: Side;
  index: number;
}

export function isSame(a: Word | undefined, b: Word): boolean {
  return a?.side === b.side && a.index === b.index;
}

/** The sentence whose words an axis runs over; undefined if it runs over no words, or is broadcast over them. */
export function sideOf(step: Step, axis: number): Side | undefined {
  return isBroadcast(step, axis) ? undefined : sentenceOf(step, axis);
}

/** The words that a cell belongs to: the query's and the key's. */
export function wordsOf(step: Step, index: readonly number[]): Word[] {
  return index.flatMap((at, axis) => {
    const side = sideOf(step, axis);
    return side ? [{ side, index: at }] : [];
  });
}

/** One pass through an encoder layer and a decoder layer, which has all three kinds of attention. */
export const panel: PanelTrace<Pairs> = {
  make(engine, pairs) {
    const { source, target } = tokensOf(pairs);
    return engine.traceTransformer({
      source,
      target,
      vocabulary: vocabulary(source, target),
      dModel: D_MODEL,
      nhead: HEADS,
      numEncoderLayers: 1,
      numDecoderLayers: 1,
      dimFeedforward: D_MODEL,
      bias: false,
      seed: pairs.seed,
    });
  },
  tokens(pairs) {
    const { source, target } = tokensOf(pairs);
    const words = vocabulary(source, target);
    return (step, axis, batch) => {
      if (axisNames(step)[axis] === 'vocabulary') return words;
      const side = sideOf(step, axis);
      return side && padded(side === 'source' ? source : target, batch);
    };
  },
  first: { step: 'decoder.0.cross_attention.weights', cell: [0, 0, 2, 1] },
  seed: ({ seed }) => seed,
  follows(step, axis) {
    const side = sideOf(step, axis);
    if (!side) return undefined;
    const own = step.scope.part === 'self_attention' && axisNames(step)[axis] === 'key';
    return own ? `${side}_key` : side;
  },
};
