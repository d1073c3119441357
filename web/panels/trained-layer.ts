import { startToken } from '../engine/models/tokens.js';
import type {
  AttentionPlayground,
  ProjectionMatrices,
  Step,
  Tensor,
  TraceAttentionOptions,
} from '../engine/types/index.js';
import type { KnownWords } from '../learned/known-words.js';
import type { Learned } from '../learned/learned.js';
import type { ParameterSource } from '../learned/names.js';
import type { LearnedModels } from '../parts/learned/models.js';

/** The words of the sentence whose self-attention is shown: that of the encoder, if there is one. */
export function knownBy({ options, words, sourceWords }: Learned): KnownWords {
  return options.architecture === 'decoder-only' ? words : sourceWords;
}

/** How many layers have the whole of attention: the last one of a pointer ends with its scores. */
export function layersOf({ options }: Learned): number {
  const { architecture, numEncoderLayers = 2, numDecoderLayers = 2, pointer = false } = options;
  if (architecture === 'decoder-only') return numDecoderLayers;
  return numEncoderLayers - (pointer ? 1 : 0);
}

/** The stack whose self-attention is shown; each word of a decoder sees only itself and those before it. */
export function stackOf({ options }: Learned): 'encoder' | 'decoder' {
  return options.architecture === 'decoder-only' ? 'decoder' : 'encoder';
}

/** The layer of the trained model that is chosen, or else this one of random parameters. */
export function layerOf(
  engine: AttentionPlayground,
  models: LearnedModels,
  options: { parameters: ParameterSource; tokens: string[]; layer: number },
  random: TraceAttentionOptions,
): TraceAttentionOptions {
  const learned = models.of(options.parameters);
  return learned ? trainedLayer(engine, learned, options) : random;
}

/** The layer of a trained model alone: what enters it in a pass over the sentence, and its matrices. */
export function trainedLayer(
  engine: AttentionPlayground,
  learned: Learned,
  { tokens, layer }: { tokens: string[]; layer: number },
): TraceAttentionOptions {
  const { options, parameters } = learned;
  const { architecture, nhead = 4, positions, scaleScores } = options;
  const stack = stackOf(learned);
  const pass = stack === 'decoder' ? { target: [tokens] } : { source: [tokens] };
  const trace = engine.traceTransformer({
    ...options,
    ...pass,
    ...(architecture === 'encoder-decoder' && { target: [[startToken]] }),
    parameters,
  });
  try {
    const scope = `${stack}.${layer}.self_attention`;
    const inputs = (name: string): Tensor[] =>
      stepAt(trace.steps, `${scope}.${name}`).inputs.map((path) => trace.tensor(path));
    const [x, wq, bq] = inputs('q');
    const [, wk, bk] = inputs('k');
    const [, wv, bv] = inputs('v');
    const [, wo, bo] = inputs('output');
    const biases = { ...(bq && { bq }), ...(bk && { bk }), ...(bv && { bv }), ...(bo && { bo }) };
    return {
      x: x!,
      projections: { wq, wk, wv, wo, ...biases } as ProjectionMatrices,
      numHeads: nhead,
      isCausal: stack === 'decoder',
      ...(positions === 'rotary' && { positions }),
      ...(scaleScores === false && { scale: 1 }),
    };
  } finally {
    trace.dispose();
  }
}

function stepAt(steps: readonly Step[], path: string): Step {
  return steps.find((step) => step.path === path)!;
}
