// Small traces, one for each kind of option: what holds for every trace is tested on all of them.

import { iAmGood, identity, seeded } from './engine.mjs';

const random = seeded(41);
const words = ['I', 'am', 'good'];
const unequal = [['I', 'am', 'good'], ['good', 'morning'], ['我']];
const layer = {
  wq: random.tensor(3, 4),
  wk: random.tensor(3, 4),
  wv: random.tensor(3, 6),
  wo: random.tensor(6, 5),
};
const biases = {
  bq: random.tensor(4),
  bk: random.tensor(4),
  bv: random.tensor(6),
  bo: random.tensor(5),
};

export const traces = {
  'self-attention of tokens': { tokens: [words], dModel: 4, numHeads: 2, seed: 3 },
  'with biases and learned positions': {
    tokens: [words],
    dModel: 4,
    numHeads: 2,
    bias: true,
    positions: 'learned',
  },
  'one matrix a head, sinusoidal positions': {
    tokens: [words],
    dModel: 6,
    numHeads: 3,
    headMatrices: 'separate',
    bias: true,
    positions: 'sinusoidal',
  },
  'a batch of unequal lengths': {
    tokens: unequal,
    dModel: 4,
    numHeads: 2,
    positions: 'sinusoidal',
  },
  'cross-attention, T ≠ S': {
    tokens: [words, ['good']],
    memoryTokens: [['我'], ['很', '好', '早上', '好']],
    dModel: 4,
    numHeads: 2,
    positions: 'learned',
  },
  'every mask at once': {
    tokens: unequal,
    dModel: 4,
    numHeads: 2,
    isCausal: true,
    causalOffset: 1,
    attnMask: { shape: [2, 1, 3], data: Float32Array.of(0, -1, 2, -Infinity, 0.5, 0) },
  },
  'every mask, one matrix a head': {
    tokens: unequal,
    dModel: 4,
    numHeads: 2,
    headMatrices: 'separate',
    isCausal: true,
    attnMask: [[true, false, true]],
  },
  'a given padding mask, rows fully masked': {
    x: iAmGood,
    keyPaddingMask: [false, false, true],
    isCausal: true,
  },
  'scale, temperature and dropout': {
    tokens: [words],
    dModel: 4,
    numHeads: 2,
    scale: 0.7,
    temperature: 2,
    dropoutP: 0.4,
    training: true,
    seed: 5,
  },
  'no projections: "I am good"': { x: iAmGood, projections: 'none', scale: 1 },
  'no projections, cross, causal, dropout': {
    x: iAmGood,
    memory: [
      [1, 2, 3],
      [2, 1, 1],
    ],
    projections: 'none',
    isCausal: true,
    dropoutP: 0.3,
    training: true,
    positions: 'sinusoidal',
  },
  'identity projections': { x: iAmGood, projections: 'identity', bias: true },
  'given matrices, d_v ≠ d_k': { x: iAmGood, projections: { ...layer, ...biases }, numHeads: 2 },
  'given matrices, one a head, padding shown': {
    x: iAmGood,
    tokens: [words],
    maskPadding: true,
    projections: { ...layer, bv: biases.bv },
    numHeads: 2,
    headMatrices: 'separate',
  },
  'query, key and value of three widths': {
    query: random.tensor(2, 3, 4),
    key: random.tensor(2, 5, 3),
    value: random.tensor(2, 5, 2),
    numHeads: 2,
    dK: 3,
    dV: 1,
    outputWidth: 5,
    bias: true,
    keyPaddingMask: [
      [true, true, false, true, false],
      [true, true, true, true, true],
    ],
    isCausal: true,
    causalOffset: 1,
    attnMask: [[0, -1, 2, 0, 0.5]],
  },
  'Q, K and V themselves, capped scores': {
    query: random.tensor(3, 4),
    key: random.tensor(5, 4),
    value: random.tensor(5, 2),
    projections: 'none',
    softcap: 0.4,
    isCausal: true,
    causalOffset: 2,
  },
  'a given mask of dropout, no W_o': {
    tokens: unequal,
    dModel: 4,
    numHeads: 2,
    dV: 3,
    outputProjection: false,
    softcap: 2,
    temperature: 0.5,
    dropoutP: 0.25,
    dropoutMask: [
      [true, false, true],
      [true, true, true],
      [false, false, false],
    ],
    training: true,
  },
  'a matrix for each head, in lists': {
    query: random.tensor(3, 4),
    value: random.tensor(3, 3),
    projections: {
      wq: [random.tensor(4, 2), random.tensor(4, 2)],
      wk: [random.tensor(4, 2), random.tensor(4, 2)],
      wv: [random.tensor(3, 3), random.tensor(3, 3)],
      bv: [random.tensor(3), random.tensor(3)],
    },
    numHeads: 2,
    outputProjection: false,
    headMatrices: 'separate',
    dropoutP: 0.5,
    dropoutMask: [[1, 0, 1]],
    training: true,
  },
  'vectors of another width as memory': {
    x: identity(3),
    memory: { shape: [2, 2], data: [1, 2, 3, 4] },
    numHeads: 3,
  },
};
