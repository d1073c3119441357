// Encoder and decoder layers: of the right shape, finite, and the same when they are called again.

import assert from 'node:assert/strict';
import { requireFinite } from '../support/fuzzer.mjs';
import { givenOf, projections } from './attention.mjs';
import { maskFor, operand, sameShape } from './operands.mjs';

const compared = 0.2;

function layer(fuzz, decoder) {
  const { random } = fuzz;
  const nhead = random.whole(1, 3);
  const width = nhead * random.whole(1, 4);
  const hidden = random.whole(1, 9);
  const linear = (rows, columns) => ({
    weight: operand(fuzz, [rows, columns]).given,
    ...(random.chance(0.5) ? { bias: operand(fuzz, [columns]).given } : {}),
  });
  const norm = () => ({
    weight: operand(fuzz, [width]).given,
    ...(random.chance(0.5) ? { bias: operand(fuzz, [width]).given } : {}),
  });
  const norms = random.chance(0.2)
    ? { norm: 'none' }
    : { norm1: norm(), norm2: norm(), ...(decoder && { norm3: norm() }) };
  const options = {
    nhead,
    selfAttn: givenOf(projections(fuzz, width, width)),
    linear1: linear(width, hidden),
    linear2: linear(hidden, width),
    ...(decoder && { multiheadAttn: givenOf(projections(fuzz, width, width)) }),
    ...norms,
    ...random.some({
      normFirst: random.chance(0.5),
      activation: random.pick(['relu', 'gelu', 'gelu_tanh']),
      layerNormEps: random.pick([1e-5, 0.1]),
      scale: random.number(),
      dropout: random.pick([0, 0.2]),
      training: random.chance(0.3),
      seed: random.whole(0, 1000),
    }),
  };
  return { options, width };
}

/** Masks of some names, by the shape of the scores that they go over. */
function masks(fuzz, [own, ownPadding, causal], batch, nhead, queries, keys) {
  const { random } = fuzz;
  const given = {};
  if (random.chance(0.3)) given[own] = maskFor(fuzz, [batch, nhead, queries, keys]).given;
  const padding = maskFor(fuzz, [batch, keys], 2);
  if (random.chance(0.3) && sameShape(padding.shape, [batch, keys]))
    given[ownPadding] = padding.given;
  if (random.chance(0.3)) given[causal] = random.chance(0.5);
  return given;
}

function checked(fuzz, name, options, shape, invoke) {
  const done = fuzz.call(`ap.${name}`, [options], invoke);
  if (!done || done.hostile) return;
  fuzz.check(() => {
    const { result } = done;
    assert.ok(sameShape(result.shape, shape), `shape (${result.shape})`);
    requireFinite(result.data, name);
    if (!fuzz.random.chance(compared)) return;
    fuzz.compared++;
    // Given again it is the same: nothing of a call is left behind.
    assert.deepEqual(invoke(options), result);
  });
}

function encoderLayer(fuzz) {
  const { ap, random } = fuzz;
  const { options, width } = layer(fuzz, false);
  const batch = random.chance(0.4) ? [] : [random.whole(1, 2)];
  const length = random.whole(1, 5);
  const shape = [...batch, length, width];
  const names = ['srcMask', 'srcKeyPaddingMask', 'isCausal'];
  const all = {
    ...options,
    src: operand(fuzz, shape).given,
    ...masks(fuzz, names, batch[0] ?? 1, options.nhead, length, length),
  };
  checked(fuzz, 'encoderLayer', all, shape, (given) => ap.encoderLayer(given));
}

function decoderLayer(fuzz) {
  const { ap, random } = fuzz;
  const { options, width } = layer(fuzz, true);
  const batch = random.chance(0.4) ? [] : [random.whole(1, 2)];
  const [queries, keys, sentences] = [random.whole(1, 5), random.whole(1, 5), batch[0] ?? 1];
  const shape = [...batch, queries, width];
  const own = ['tgtMask', 'tgtKeyPaddingMask', 'tgtIsCausal'];
  const cross = ['memoryMask', 'memoryKeyPaddingMask', 'memoryIsCausal'];
  const all = {
    ...options,
    tgt: operand(fuzz, shape).given,
    memory: operand(fuzz, [...batch, keys, width]).given,
    ...masks(fuzz, own, sentences, options.nhead, queries, queries),
    ...masks(fuzz, cross, sentences, options.nhead, queries, keys),
  };
  checked(fuzz, 'decoderLayer', all, shape, (given) => ap.decoderLayer(given));
}

export const actions = [
  [3, encoderLayer],
  [3, decoderLayer],
];
