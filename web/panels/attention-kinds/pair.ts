import { startToken } from '../../engine/models/tokens.js';
import type { Sentence, Step } from '../../engine/types/index.js';
import type { Learned } from '../../learned/learned.js';
import type { ParameterSource } from '../../learned/names.js';
import type { LearnedModels } from '../../parts/learned/models.js';
import { tokenise, vocabulary } from '../../text/index.js';
import { axisNames, isBroadcast } from '../../trace/axes.js';
import { sentenceOf } from '../../trace/scopes.js';
import { transformerLabels } from '../../trace/transformer-labels.js';
import type { PanelTrace } from '../panel-store.js';
import { presetsOf, type Preset } from './presets.js';

/** The two sentences of each pair, as typed; the second pair serves only the padding mask. */
export interface Pairs extends Preset {
  /** Whether both pairs form a batch, or the first is used alone. */
  padding: boolean;
  parameters: ParameterSource;
  /** Of each stack of a trained model. */
  layer: number;
  seed: number;
}

const HEADS = 4;
const D_MODEL = 32;

/** More would not be readable in a third of the page. */
export const MOST_TOKENS = 16;

export const DEFAULT: Pairs = {
  ...presetsOf(undefined)[0]!,
  padding: false,
  parameters: 'random',
  layer: 0,
  seed: 1,
};

/** The tokens of one sentence as a trained model reads it, whose decoder begins with `<sos>`; at most so many. */
export function readSide(side: Side, text: string, learned?: Learned, most?: number): string[] {
  if (!learned) return tokenise(text, 'word', most);
  if (side === 'source') return learned.sourceWords.tokens(text, most);
  const tokens = learned.words.tokens(text, most);
  const begins = tokens.length === 0 || tokens[0] === startToken;
  return begins ? tokens : [startToken, ...tokens];
}

/** The sentences of both pairs as tokens, or of the first alone. */
export function tokensOf(
  { sources, targets, padding }: Pairs,
  learned?: Learned,
): Record<Side, string[][]> {
  const cut = (side: Side, texts: readonly string[]): string[][] =>
    texts.slice(0, padding ? 2 : 1).map((text) => readSide(side, text, learned));
  return { source: cut('source', sources), target: cut('target', targets) };
}

/** How many layers can be chosen from: those of the higher stack. */
export function layersOf(learned: Learned | undefined): number {
  if (!learned) return 1;
  const { numEncoderLayers = 2, numDecoderLayers = 2 } = learned.options;
  return Math.max(numEncoderLayers, numDecoderLayers);
}

/** The weights of the decoder's cross-attention. */
export function crossWeights(layer: number): string {
  return `decoder.${layer}.cross_attention.weights`;
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

/**
 * One pass through a trained model, or through an encoder layer and a decoder layer of random parameters: either has all
 * three kinds of attention.
 */
export function panelOf(models: LearnedModels): PanelTrace<Pairs> {
  return {
    make(engine, pairs) {
      const learned = models.of(pairs.parameters);
      const sides = tokensOf(pairs, learned);
      if (learned) {
        return engine.traceTransformer({
          ...learned.options,
          ...sides,
          parameters: learned.parameters,
        });
      }
      return engine.traceTransformer({
        ...sides,
        vocabulary: vocabulary(sides.source, sides.target),
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
      const learned = models.of(pairs.parameters);
      const sides = tokensOf(pairs, learned);
      const words = learned?.words.list ?? vocabulary(sides.source, sides.target);
      return transformerLabels(sides, words, learned?.options.sourceVocabulary);
    },
    first: { step: crossWeights(0), cell: [0, 0, 2, 1] },
    seed: ({ seed }) => seed,
    follows(step, axis) {
      const side = sideOf(step, axis);
      if (!side) return undefined;
      const own = step.scope.part === 'self_attention' && axisNames(step)[axis] === 'key';
      return own ? `${side}_key` : side;
    },
  };
}
