// Traces in which every kind of step occurs, with every way in which it is written.

const tokens = [['the', 'cat', 'sat']];
const second = [['un', 'chat']];
const causalPadded = {
  isCausal: true,
  tokens: [...tokens, ['a', 'dog']],
  attnMask: [
    [0, -1, -2],
    [0, 0, -1],
    [1, 0, 0],
  ],
};
const matrix = [
  [1, 0, 2, 0],
  [0, 1, 0, 2],
  [1, 1, 0, 0],
  [0, 0, 1, 1],
];
const bias = [0.1, 0.2, 0.3, 0.4];
const given = { wq: matrix, wk: matrix, wv: matrix, wo: matrix };
const vocabulary = ['<sos>', '<eos>', '[PAD]', 'the', 'cat', 'sat', 'un', 'chat', 'dort'];
const pair = { source: tokens, target: [['<sos>', 'un', 'chat']] };
const small = {
  vocabulary,
  dModel: 4,
  nhead: 2,
  dimFeedforward: 6,
  numEncoderLayers: 1,
  numDecoderLayers: 1,
  seed: 1,
};

const attention = {
  plain: { tokens, dModel: 4 },
  positions: { tokens, dModel: 4, positions: 'sinusoidal' },
  learned: { tokens, dModel: 4, positions: 'learned' },
  'given vectors': { x: [bias, bias], projections: 'none' },
  'given vectors with positions': {
    x: [bias, bias],
    positions: 'sinusoidal',
    projections: 'identity',
  },
  'given projections': { x: [bias, bias], projections: given, numHeads: 2 },
  'given projections with bias': {
    x: [bias, bias],
    projections: { ...given, bq: bias, bk: bias, bv: bias, bo: bias },
    numHeads: 2,
  },
  'masks and bias': { ...causalPadded, dModel: 4, numHeads: 2, bias: true },
  'one mask': { tokens, dModel: 4, isCausal: true, projections: 'none' },
  'causal with a past': { tokens, dModel: 4, isCausal: true, causalOffset: 2 },
  'key padding': { tokens, dModel: 4, keyPaddingMask: [[true, true, false]] },
  'own scale': { tokens, dModel: 4, scale: 0.3, attnMask: [[0, 0, 1]] },
  temperature: { tokens, dModel: 4, temperature: 2 },
  'temperature and mask': { tokens, dModel: 4, temperature: 2, isCausal: true },
  softcap: { tokens, dModel: 4, softcap: 30, isCausal: true },
  dropout: { tokens, dModel: 4, dropoutP: 0.25, training: true, seed: 3 },
  'a given mask of dropout': {
    tokens,
    dModel: 4,
    dropoutP: 0.25,
    training: true,
    dropoutMask: [[1, 0, 1]],
    outputProjection: false,
  },
  'given operands': { query: [bias, bias], value: [[1], [2]], numHeads: 2, dK: 2 },
  'Q, K and V': { query: [bias, bias], value: [[1], [2]], projections: 'none' },
  'Q, K and V with heads': {
    query: { shape: [1, 2, 2, 2], data: [1, 2, 3, 4, 5, 6, 7, 8] },
    projections: 'none',
    positions: 'rotary',
    isCausal: true,
    keyPaddingMask: [[true, false]],
  },
  cross: { tokens, memoryTokens: second, dModel: 4, numHeads: 2, positions: 'sinusoidal' },
  'cross with bias': { tokens, memoryTokens: second, dModel: 4, numHeads: 2, bias: true },
  'cross of given vectors': { x: [bias, bias], memory: [bias], numHeads: 2 },
  separate: { tokens, dModel: 4, numHeads: 2, headMatrices: 'separate' },
  'separate with bias': {
    tokens,
    memoryTokens: second,
    dModel: 4,
    numHeads: 2,
    headMatrices: 'separate',
    bias: true,
  },
  workers: { tokens, dModel: 4, numHeads: 4, workers: 2 },
  'workers with bias': { tokens, dModel: 4, numHeads: 4, workers: 2, bias: true },
  'many workers': { tokens, dModel: 8, numHeads: 8, workers: 8, bias: true },
  tiles: { tokens: [['a', 'b', 'c', 'd', 'e']], dModel: 4, numHeads: 2, tile: [2, 2] },
  'tiles with masks': {
    ...causalPadded,
    dModel: 4,
    numHeads: 2,
    tile: [2, 2],
    temperature: 2,
    softcap: 30,
    scale: 0.3,
  },
};

const faulty = {
  'scores not scaled': [['no_scale']],
  'scores scaled by √D': [['scale_by_sqrt_d']],
  'scores scaled by √h': [['scale_by_sqrt_h']],
  'softmax over queries': [['softmax_axis']],
  'a mask after softmax': [['mask_after_softmax']],
  'wrong masks': [['padding_on_queries', 'mask_inverted', 'finite_mask']],
  'heads without transpose': [['view_without_transpose']],
  'dropout in evaluation': [['dropout_in_evaluation']],
  'keys and values swapped': [['key_value_swapped']],
  'nothing hidden from a decoder': [['no_causal_mask']],
  'positions twice': [['positions_twice'], { positions: 'sinusoidal' }],
  'values of the queries': [['values_of_queries'], { memoryTokens: [...tokens, ['a', 'dog']] }],
  'tiles not rescaled': [['tile_without_rescale'], { tile: [2, 2] }],
};
const wrong = Object.entries(faulty).map(([name, [faults, options]]) => [
  name,
  {
    tokens: [...tokens, ['a', 'dog']],
    isCausal: true,
    dModel: 4,
    numHeads: 2,
    dropoutP: 0.25,
    ...options,
    faults: faults.map((fault) => ({ fault })),
  },
]);

const models = {
  'encoder-decoder': { ...pair },
  'with a loss': { ...pair, labels: [['un', 'chat', '<eos>']] },
  'pre-norm': { ...pair, normFirst: true, numEncoderLayers: 2, numDecoderLayers: 2 },
  dropout: { ...pair, dropout: 0.25, training: true, normFirst: true },
  'norms over the tokens': { ...pair, faults: [{ fault: 'norm_axis' }] },
  'norms over the tokens, without bias': {
    ...pair,
    bias: false,
    faults: [{ fault: 'norm_axis' }],
  },
  'without bias': { ...pair, bias: false, activation: 'gelu' },
  'learned positions': {
    ...pair,
    positions: 'learned',
    activation: 'gelu_tanh',
    scaleEmbedding: true,
    maxLength: 8,
  },
  tied: { ...pair, tieWeights: true, scaleEmbedding: true, finalNorm: true },
  'given vectors': { src: [bias, bias], tgt: [bias], vocabulary: undefined },
  padded: {
    source: [
      ['the', 'cat', 'sat'],
      ['the', 'cat'],
    ],
    target: [['<sos>', 'un'], ['<sos>']],
    tgtMask: [
      [0, 0],
      [0, 0],
    ],
  },
  'encoder-only': { architecture: 'encoder-only', source: tokens },
  'decoder-only': { architecture: 'decoder-only', target: tokens },
};

const generations = {
  'generated with positions': { positions: 'learned', maxLength: 8, source: ['the', 'cat'] },
  'generated by sampling': {
    source: ['the', 'cat'],
    temperature: 2,
    topK: 3,
    doSample: true,
    seed: 4,
  },
  'generated by a decoder alone': {
    architecture: 'decoder-only',
    prompt: ['the', 'cat'],
    tieWeights: true,
  },
};

/** Gives every trace to `read`, with the name of its case; they are disposed of. */
export async function forEachCase(ap, read) {
  const use = (name, trace) => {
    read(name, trace);
    trace.dispose();
  };
  for (const [name, options] of [...Object.entries(attention), ...wrong])
    use(name, ap.traceAttention(options));
  for (const [name, options] of Object.entries(models))
    use(name, ap.traceTransformer({ ...small, ...options }));
  for (const [name, options] of Object.entries(generations)) {
    let place = 0;
    for await (const token of ap.generate({ ...small, ...options, maxNewTokens: 3 })) {
      read(`${name}, token ${(place += 1)}`, token.trace);
    }
  }
  use(
    'weights of another program',
    ap.traceWeights({
      weights: [[0.5, 0.5]],
      value: [
        [1, 2],
        [3, 4],
      ],
    }),
  );
  use('√d_k', ap.traceScaling({ dK: 4, queries: 2, keys: 3 }));
}
