// Bad layers: each argument that is wrong is named as the caller named it.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ap, seeded } from './support/engine.mjs';
import { refused } from './support/models.mjs';

const random = seeded(31);
const matrix = (rows, columns) => random.tensor(rows, columns);
const attention = () => ({
  wq: matrix(4, 4),
  wk: matrix(4, 4),
  wv: matrix(4, 4),
  wo: matrix(4, 4),
});
const norm = () => ({ weight: [1, 1, 1, 1], bias: [0, 0, 0, 0] });
const shared = {
  nhead: 2,
  selfAttn: attention(),
  linear1: { weight: matrix(4, 6), bias: [1, 2, 3, 4, 5, 6] },
  linear2: { weight: matrix(6, 4), bias: [1, 2, 3, 4] },
  norm1: norm(),
  norm2: norm(),
};
const encoder = { src: matrix(3, 4), ...shared };
const decoder = {
  tgt: matrix(2, 4),
  memory: matrix(3, 4),
  ...shared,
  multiheadAttn: attention(),
  norm3: norm(),
};

const refusedBy = (call, options) => (own, code, argument, more) =>
  refused(() => call({ ...options, ...own }), code, argument, more);
const both = {
  encoderLayer: refusedBy(ap.encoderLayer, encoder),
  decoderLayer: refusedBy(ap.decoderLayer, decoder),
};

const notFinite = { shape: [4, 4], data: new Float32Array(16).fill(NaN) };

for (const [name, bad] of Object.entries(both)) {
  describe(name, () => {
    test('options are an object, and so is each group of parameters', () => {
      for (const options of [undefined, null, 5, 'text', [], Symbol('s')])
        refused(() => ap[name](options), 'type', 'options');
      for (const group of ['selfAttn', 'linear1', 'linear2', 'norm1', 'norm2']) {
        for (const value of [null, 5, 'text']) bad({ [group]: value }, 'type', group);
        bad({ [group]: undefined }, 'missing', group);
      }
    });
    test('nhead is given and divides the width', () => {
      bad({ nhead: undefined }, 'missing', 'nhead');
      for (const value of [null, '2', {}, true]) bad({ nhead: value }, 'type', 'nhead');
      for (const value of [0, -2, 1.5, NaN]) bad({ nhead: value }, 'range', 'nhead');
      for (const value of [3, 8]) bad({ nhead: value }, 'heads', 'nhead');
      const narrow = { ...attention(), wq: matrix(4, 3), wk: matrix(4, 3) };
      bad({ selfAttn: narrow }, 'heads', 'nhead', { actual: '2' });
    });
    test('switches', () => {
      for (const value of [NaN, -1, 1]) bad({ dropout: value }, 'range', 'dropout');
      for (const value of [NaN, -1, Infinity])
        bad({ layerNormEps: value }, 'range', 'layerNormEps');
      for (const value of ['tanh', null, 3]) bad({ activation: value }, 'range', 'activation');
      for (const value of [null, 1, 'true']) bad({ normFirst: value }, 'type', 'normFirst');
      for (const value of [-1, 0.5, 2 ** 32]) bad({ seed: value }, 'range', 'seed');
    });
    test('matrices of an attention', () => {
      for (const matrixName of ['wq', 'wk', 'wv', 'wo']) {
        const own = (value) => ({ selfAttn: { ...attention(), [matrixName]: value } });
        const argument = `selfAttn.${matrixName}`;
        bad(own(undefined), 'missing', argument);
        bad(own([['1']]), 'type', argument);
        bad(own(matrix(3, 4)), 'shape', argument);
        bad(own(notFinite), 'not_finite', argument);
      }
      bad({ selfAttn: { ...attention(), bq: [1] } }, 'shape', 'selfAttn.bq');
    });
    test('matrices of the network, and norms', () => {
      bad({ linear1: { weight: undefined } }, 'missing', 'linear1.weight');
      bad({ linear1: { weight: matrix(5, 6) } }, 'shape', 'linear1.weight');
      const none = { shape: [4, 0], data: [] };
      const some = { actual: '(4, 0)', expected: '(4, d_ff) with d_ff of at least 1' };
      bad({ linear1: { weight: none } }, 'shape', 'linear1.weight', some);
      bad({ linear2: { weight: matrix(5, 4) } }, 'shape', 'linear2.weight');
      bad({ linear2: { weight: matrix(6, 5) } }, 'shape', 'linear2.weight');
      bad({ linear1: { ...shared.linear1, bias: [1, 2] } }, 'shape', 'linear1.bias');
      bad({ norm1: { weight: [1, 2] } }, 'shape', 'norm1.weight');
      bad({ norm2: { ...norm(), bias: [0, NaN, 0, 0] } }, 'not_finite', 'norm2.bias');
      bad({ norm2: { weight: undefined } }, 'missing', 'norm2.weight');
    });
  });
}

test('numbers that a layer itself makes infinite go on as in PyTorch', () => {
  const huge = { weight: [3e38, 3e38, 3e38, 3e38] };
  const ones = Array.from({ length: 4 }, () => [1, 1, 1, 1]);
  const selfAttn = { ...shared.selfAttn, wv: ones, wo: ones };
  const options = { ...shared, src: [[3, 0, 0, 0]], selfAttn, normFirst: true, norm1: huge };
  assert.ok(!Number.isFinite(ap.encoderLayer(options).data[0]));
});

test('encoderLayer: its sentence and its masks', () => {
  const bad = both.encoderLayer;
  bad({ src: undefined }, 'missing', 'src');
  bad({ src: [1, 2, 3, 4] }, 'rank', 'src');
  bad({ src: [[1, 2, 3, NaN]] }, 'not_finite', 'src');
  bad({ srcMask: [[1, 2]] }, 'shape', 'srcMask');
  bad({ srcKeyPaddingMask: [[true, true]] }, 'shape', 'srcKeyPaddingMask');
  bad({ isCausal: 1 }, 'type', 'isCausal');
});

test('decoderLayer: both sentences, their masks, the second attention and the third norm', () => {
  const bad = both.decoderLayer;
  bad({ tgt: undefined }, 'missing', 'tgt');
  bad({ memory: undefined }, 'missing', 'memory');
  bad({ tgt: [1, 2, 3, 4] }, 'rank', 'tgt');
  bad({ memory: [1, 2, 3, 4] }, 'rank', 'memory');
  bad({ memory: random.tensor(2, 3, 4) }, 'shape', 'memory');
  const expected = '(1, tokens, 4), in batch and width as tgt';
  bad({ memory: matrix(3, 5) }, 'shape', 'memory', { actual: '(1, 3, 5)', expected });
  bad({ tgtMask: [[1, 2, 3]] }, 'shape', 'tgtMask');
  bad({ memoryMask: [[1, 2]] }, 'shape', 'memoryMask');
  bad({ tgtKeyPaddingMask: [[true]] }, 'shape', 'tgtKeyPaddingMask');
  bad({ memoryKeyPaddingMask: [[true]] }, 'shape', 'memoryKeyPaddingMask');
  for (const value of [null, 5]) bad({ multiheadAttn: value }, 'type', 'multiheadAttn');
  bad({ multiheadAttn: undefined }, 'missing', 'multiheadAttn');
  const multiheadAttn = { ...attention(), wk: matrix(2, 4) };
  bad({ multiheadAttn }, 'shape', 'multiheadAttn.wk');
  bad({ norm3: null }, 'type', 'norm3');
  bad({ norm3: { weight: [1] } }, 'shape', 'norm3.weight');
});
