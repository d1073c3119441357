// Small models, one for each kind of option: what holds for every model is tested on all of them.

import assert from 'node:assert/strict';
import { ap, assertRefused, assertStillRight, seeded } from './engine.mjs';

const random = seeded(57);

/** D = 4, h = 2, d_ff = 6: every size is another. */
export const small = {
  dModel: 4,
  nhead: 2,
  numEncoderLayers: 1,
  numDecoderLayers: 1,
  dimFeedforward: 6,
};

export const source = [['the', 'cat', 'sat']];
export const target = [['<sos>', 'die']];
const unequal = [['the', 'cat', 'sat'], ['sat']];

/** name → options of `traceTransformer`. */
export const models = {
  'encoder–decoder': { ...small, source, target },
  'encoder–decoder, pre-norm, two layers, gelu': {
    ...small,
    numEncoderLayers: 2,
    numDecoderLayers: 2,
    normFirst: true,
    activation: 'gelu',
    source,
    target,
  },
  'encoder–decoder with labels, unequal lengths, dropout': {
    ...small,
    source: unequal,
    target: [['<sos>'], ['<sos>', 'die', 'Katze']],
    labels: [['die'], ['die', 'Katze', '<eos>']],
    dropout: 0.3,
    training: true,
    scaleEmbedding: true,
    seed: 9,
  },
  'encoder–decoder of vectors, every mask': {
    ...small,
    positions: 'none',
    src: random.tensor(3, 4),
    tgt: random.tensor(2, 4),
    srcMask: [[true, false, true]],
    tgtKeyPaddingMask: [[true, true]],
    memoryMask: [[0, -1, 0.5]],
    memoryKeyPaddingMask: [[true, true, false]],
    tgtIsCausal: false,
  },
  'encoder-only, without bias': {
    ...small,
    architecture: 'encoder-only',
    source: unequal,
    bias: false,
    finalNorm: true,
    layerNormEps: 1e-3,
  },
  'decoder-only, learned positions, tied weights': {
    ...small,
    architecture: 'decoder-only',
    target,
    positions: 'learned',
    maxLength: 5,
    tieWeights: true,
    activation: 'gelu_tanh',
  },
};

/** Runs with a model or a trace that is given back whatever happens, now or when a promise is settled. */
function withHeld(held, use) {
  let result;
  try {
    result = use(held);
  } catch (error) {
    held.dispose();
    throw error;
  }
  if (result instanceof Promise) return result.finally(() => held.dispose());
  held.dispose();
  return result;
}

export const withTransformer = (options, use) => withHeld(ap.traceTransformer(options), use);
export const withModel = (options, use) => withHeld(ap.transformer(options), use);

/** The call is refused, allocates nothing large, and leaves the engine as it was. */
export function refused(call, code, argument, more = {}) {
  const before = ap.memoryBytes();
  assertRefused(call, { code, argument, ...more });
  assertStillRight();
  assert.ok(ap.memoryBytes() - before < 2 ** 21, 'a bad call allocates nothing large');
}
