import { endToken, startToken } from '../engine/models/tokens.js';
import type { Tensor, TraceTransformerOptions } from '../engine/types/index.js';
import type { Learned } from '../learned/learned.js';
import { vocabulary } from '../text/index.js';
import type { Sides } from '../trace/transformer-labels.js';
import type { Tokens } from '../trace/word-labels.js';
import { engineOptions } from './settings/engine-options.js';
import { LABELS } from './settings/given-type.js';
import type { PlaygroundState } from './state.js';

/** The decoder of an encoder–decoder gets the expected output so far, which begins with `<sos>`. */
export function sidesOf({ model }: Pick<PlaygroundState, 'model'>, tokens: Tokens): Sides {
  const { sentences, memory } = tokens;
  if (model === 'encoder-only') return { source: sentences };
  if (model === 'decoder-only') return { target: sentences };
  return { source: memory, target: sentences.map((each) => [startToken, ...each]) };
}

export interface Vocabularies {
  /** Rows of the embedding table, and columns of the logits. */
  own: string[];
  /** Rows of the source's table, if it has one. */
  source: readonly string[] | undefined;
}

/** Of the words that are there; of a trained model its own. */
export function vocabulariesOf(
  { sourceTable, model }: Pick<PlaygroundState, 'sourceTable' | 'model'>,
  { source = [], target }: Sides,
  learned?: Learned,
): Vocabularies {
  if (learned) return { own: [...learned.words.list], source: learned.options.sourceVocabulary };
  const apart = sourceTable && model === 'encoder-decoder';
  const found = vocabulary(apart ? [] : source, target ?? []);
  const own = target ? [...new Set([...found, endToken])] : found;
  return { own, source: apart ? vocabulary(source, []) : undefined };
}

type Labels = NonNullable<TraceTransformerOptions['labels']>;

/**
 * What a loss compares with: each token is the label of the one before it, `<eos>` of the last, if the model knows that. An
 * encoder alone has a loss only where gradients are asked for: it is to name each token that it reads, or to point at it;
 * what a trained one is to say comes from what it says (`learnedLabels`).
 */
function labelsOf(
  { training, gradients, pointer }: PlaygroundState,
  { source, target }: Sides,
  vocabulary: readonly string[],
): Labels | undefined {
  if (!training && !gradients) return undefined;
  const last = vocabulary.includes(endToken) ? endToken : null;
  if (target) return target.map((each) => [...each.slice(1), last]);
  if (!gradients) return undefined;
  return pointer ? source?.map((each) => each.map((_, place) => place)) : source;
}

/** The user's own in place of these: places, or numbers of words; −1 asks for nothing. */
export function ownLabels(
  { given }: Pick<PlaygroundState, 'given'>,
  labels: Labels,
  { pointer, vocabulary = [] }: TraceTransformerOptions,
): Labels {
  const own = given.find(({ path }) => path === LABELS);
  if (!own) return labels;
  // What is neither goes to the engine as it is, which says so.
  const named = (label: number): string | number | null =>
    label < 0 ? null : pointer ? label : (vocabulary[label] ?? label);
  const { shape, values } = own;
  // eslint-disable-next-line own/no-arithmetic-on-data -- a given label is a name of the user's, and goes to the engine
  return labels.map((list, row) => list.map((_, i) => named(values[row * shape.at(-1)! + i]!)));
}

/** The engine's options for a state; a trained model has its own, but for a fault. */
export function transformerOptions(
  state: PlaygroundState,
  tokens: Tokens,
  learned?: Learned,
): TraceTransformerOptions {
  const sides = sidesOf(state, tokens);
  const { own: vocabulary, source } = vocabulariesOf(state, sides, learned);
  const chosen: TraceTransformerOptions = engineOptions(state, 'transformer');
  const { faults } = chosen;
  const options: TraceTransformerOptions = learned
    ? { ...learned.options, ...sides, ...(faults && { faults }) }
    : {
        ...sides,
        ...chosen,
        architecture: state.model === 'attention' ? 'encoder-decoder' : state.model,
        vocabulary,
        ...(source && { sourceVocabulary: source }),
      };
  const says = learned?.options.architecture === 'encoder-only';
  const labels = says ? undefined : labelsOf(state, sides, vocabulary);
  if (labels) options.labels = ownLabels(state, labels, options);
  return options;
}

/** The word whose meaning the models of an encoder alone were trained to find. */
export const ASKED: readonly string[] = ['it', '它'];

/**
 * Labels of a trained encoder, from what it predicts itself: there is a gradient of its answers, at the word that it was
 * trained to find the meaning of, or at all words.
 */
export function learnedLabels(
  sentences: readonly (readonly string[])[],
  prediction: Tensor,
  { options }: Learned,
): Labels {
  const { pointer, vocabulary = [] } = options;
  const length = prediction.shape[1]!;
  // eslint-disable-next-line own/no-arithmetic-on-data -- a predicted position is a label, and goes to the engine
  return sentences.map((tokens, sentence) => {
    const asks = tokens.some((token) => ASKED.includes(token));
    return tokens.map((token, place) => {
      const said = prediction.data[sentence * length + place]!;
      if (asks && !ASKED.includes(token)) return null;
      return pointer ? said : vocabulary[said]!;
    });
  });
}
