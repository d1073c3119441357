import type { Learned } from '../../learned/learned.js';
import type { Patch, PlaygroundState } from '../state.js';

/** What a trained model decides of a state: its own sizes and kinds, and that nothing else stands for its words. */
export const FIXED = [
  'model',
  'layers',
  'heads',
  'dModel',
  'normOrder',
  'feedForward',
  'activation',
  'tied',
  'positions',
  'attentionWidth',
  'residual',
  'scale',
  'scaleScores',
  'scaleEmbedding',
  'initialization',
  'sourceTable',
  'rawValues',
  'pointer',
  'predicts',
  'labelSmoothing',
  'training',
  'x',
  'memoryX',
] as const satisfies readonly (keyof PlaygroundState)[];

const fixed: readonly string[] = FIXED;

/** Whether a setting is the model's, where one is chosen. */
export function isFixed(name: string): boolean {
  return fixed.includes(name);
}

export function fixedBy({ options }: Learned): Patch {
  const { architecture = 'encoder-decoder', numEncoderLayers = 2, numDecoderLayers = 2 } = options;
  const { nhead = 4, dModel = 64, normFirst = false, dimFeedforward, activation } = options;
  const patch: Pick<PlaygroundState, (typeof FIXED)[number]> = {
    model: architecture,
    layers: architecture === 'encoder-only' ? numEncoderLayers : numDecoderLayers,
    heads: nhead,
    dModel,
    normOrder: options.norm === 'none' ? 'none' : normFirst ? 'pre' : 'post',
    feedForward: dimFeedforward ?? null,
    activation: activation ?? 'relu',
    tied: options.tieWeights ?? false,
    positions: options.positions ?? 'sinusoidal',
    attentionWidth: options.attentionWidth === dModel ? null : (options.attentionWidth ?? null),
    residual: options.residual ?? true,
    scale: options.scale ?? null,
    scaleScores: options.scaleScores ?? true,
    scaleEmbedding: options.scaleEmbedding ?? false,
    initialization: options.initialization ?? 'uniform',
    sourceTable: options.sourceVocabulary !== undefined,
    rawValues: options.rawValues ?? false,
    pointer: options.pointer ?? false,
    predicts: options.predicts ?? false,
    labelSmoothing: options.labelSmoothing ?? 0,
    training: false,
    x: null,
    memoryX: null,
  };
  return patch;
}

/** Whether a change asks for something else than the model is; if it is not known yet, for anything that it decides. */
export function contradicts(changes: Patch, model: Learned | undefined): boolean {
  const own = model && fixedBy(model);
  return FIXED.some((name) => changes[name] !== undefined && changes[name] !== own?.[name]);
}
