// Traces of every kind, by name: each is made when it is asked for, and its program must compute every step of it.

import { ap, engine, iAmGood, identity, seeded } from '../support/engine.mjs';
import { taskNames, taskPass } from '../../support/tasks.mjs';
import { models, small, source, target } from '../support/models.mjs';
import { traces } from '../support/traces.mjs';

const random = seeded(91);
const words = [['the', 'cat', 'sat', 'on', 'mats']];
const unequal = [['I', 'am', 'good'], ['good', 'morning'], ['我']];
const attention = { tokens: words, dModel: 8, numHeads: 2, seed: 4 };

const faults = [
  ['softmax_axis', { isCausal: true }],
  ['no_scale', {}],
  ['scale_by_sqrt_d', {}],
  ['scale_by_sqrt_h', {}],
  ['mask_after_softmax', { isCausal: true, tokens: unequal }],
  ['padding_on_queries', { tokens: [['a', 'b', 'c'], ['a']] }],
  ['mask_inverted', { isCausal: true }],
  ['view_without_transpose', {}],
  ['dropout_in_evaluation', { dropoutP: 0.25 }],
  ['finite_mask', { isCausal: true, tokens: unequal }],
  ['key_value_swapped', {}],
  ['positions_twice', { positions: 'sinusoidal' }],
  ['values_of_queries', { memoryTokens: [['we', 'sit', 'on', 'a', 'mat']] }],
  ['no_causal_mask', { isCausal: true }],
  ['tile_without_rescale', { tile: [2, 2] }],
];
/** Those of models. */
const modelFaults = [
  ...faults.map(([fault]) => fault).filter((fault) => fault !== 'tile_without_rescale'),
  'norm_axis',
];

/** name → options of traceAttention */
const attentions = {
  ...traces,
  ...Object.fromEntries(
    [
      [1, 1],
      [2, 2],
      [3, 2],
      [2, 5],
    ].map((tile) => [`tiles of ${tile}, causal`, { ...attention, tile, isCausal: true }]),
  ),
  'tiles, padding, a mask': {
    tokens: unequal,
    dModel: 8,
    numHeads: 2,
    tile: [2, 2],
    isCausal: true,
    attnMask: { shape: [3, 3], data: Float32Array.of(0, -1, 2, -Infinity, 0.5, 0, 1, 1, 1) },
  },
  'tiles, rows fully masked': {
    x: iAmGood,
    tile: [1, 2],
    keyPaddingMask: [false, false, true],
    isCausal: true,
  },
  'tiles, scale and temperature, one matrix a head': {
    ...attention,
    tile: [2, 2],
    scale: 0.3,
    temperature: 0.7,
    headMatrices: 'separate',
  },
  'tiles, capped scores': { ...attention, tile: [2, 2], softcap: 0.5, isCausal: true },
  'tiles without projections': { x: random.tensor(5, 4), projections: 'none', tile: [2, 2] },
  ...Object.fromEntries(
    [1, 2, 4].map((workers) => [
      `${workers} workers`,
      { ...attention, numHeads: 4, workers, bias: true, isCausal: workers === 2 },
    ]),
  ),
  'workers of a batch with padding': { tokens: unequal, dModel: 8, numHeads: 4, workers: 2 },
  'a causal mask with an offset': { ...attention, isCausal: true, causalOffset: 2 },
  'a causal mask with a negative offset': { ...attention, isCausal: true, causalOffset: -2 },
  'everything hidden': { ...attention, isCausal: true, causalOffset: -9 },
  'a boolean mask': { x: iAmGood, attnMask: [[true, false, true]] },
  'a mask for each head': {
    x: identity(4),
    numHeads: 2,
    attnMask: { shape: [2, 1, 4], data: Float32Array.of(0, -Infinity, 0, 1, 2, 0, 0, -3) },
  },
  'a temperature': { ...attention, temperature: 0.7 },
  'the largest dropout': { ...attention, dropoutP: 0.9, training: true, isCausal: true },
  'sixty-five numbers and more': { ...attention, dModel: 24, numHeads: 3, bias: true },
  'one token': { tokens: [['a']], dModel: 4 },
  'tiny and huge numbers': {
    x: [
      [1e-40, 3e38, -0],
      [1e-20, 1e5, 7],
    ],
    projections: 'identity',
  },
  ...Object.fromEntries(
    faults.map(([fault, options]) => [
      `fault ${fault}`,
      { ...attention, ...options, faults: [{ fault }] },
    ]),
  ),
};

const deep = { ...small, numEncoderLayers: 2, numDecoderLayers: 2, source, target };

/** name → options of traceTransformer */
const transformers = {
  ...models,
  ...Object.fromEntries(
    ['relu', 'gelu', 'gelu_tanh'].flatMap((activation) =>
      [false, true].flatMap((normFirst) =>
        [false, true].map((finalNorm) => [
          `${activation}, ${normFirst ? 'pre' : 'post'}-norm${finalNorm ? ', final norm' : ''}`,
          { ...small, source, target, activation, normFirst, finalNorm, seed: 3 },
        ]),
      ),
    ),
  ),
  'dropout in every place': { ...deep, dropout: 0.2, training: true, seed: 6 },
  'labels and padding': {
    ...small,
    source: [['a', 'b'], ['a']],
    target: [['<sos>', 'b'], ['<sos>']],
    labels: [['b', '<eos>'], ['a']],
    positions: 'learned',
    maxLength: 6,
  },
  'tied tables, scaled embedding, labels': {
    ...small,
    architecture: 'decoder-only',
    target: [['<sos>', 'a', 'b']],
    labels: [['a', 'b', '<eos>']],
    tieWeights: true,
    scaleEmbedding: true,
  },
  'no positions, no bias': { ...deep, positions: 'none', bias: false },
  'rotary positions, layers of other shapes': {
    ...small,
    positions: 'rotary',
    dModel: 8,
    layers: [{ attentionWidth: 4, dimFeedforward: 0, residual: false }],
    initialization: 'normal',
    source: [['a', 'b', 'a']],
    target: [['<sos>', 'c']],
  },
  'raw values, a vocabulary of the source': {
    ...small,
    rawValues: true,
    sourceVocabulary: ['a', 'b'],
    source: [['a', 'b', 'a']],
    target: [['<sos>', 'c']],
  },
  'smoothed labels': {
    ...small,
    architecture: 'decoder-only',
    target: [['<sos>', 'a', 'b']],
    labels: [['a', null, '<eos>']],
    labelSmoothing: 0.1,
  },
  ...Object.fromEntries(
    modelFaults.map((fault) => [
      `a model with fault ${fault}`,
      {
        ...small,
        source: [['a', 'b', 'c'], ['a']],
        target: [
          ['<sos>', 'b', 'a'],
          ['<sos>', 'c', 'b'],
        ],
        ...(fault === 'dropout_in_evaluation' ? { dropout: 0.3 } : {}),
        faults: [{ fault }],
      },
    ]),
  ),
};

/** What is done to a trace after it was made. */
const edited = {
  'a leaf': (trace) => trace.set('x', [0, 1, 2], 9.5),
  'two cells of a weight': (trace) => {
    trace.set('w_q', [0, 1], -3);
    trace.set('w_q', [2, 2], 1e-3);
  },
  'a cell twice': (trace) => {
    trace.set('scores', [0, 0, 1, 1], 5);
    trace.set('scores', [0, 0, 1, 1], 6);
  },
  'a view': (trace) => trace.set('q_view', [0, 1, 0, 2], 4),
  'a transposed view': (trace) => trace.set('k_transposed', [0, 0, 1, 1], 2.5),
  'source and view': (trace) => {
    trace.set('v', [0, 1, 1], 2.5);
    trace.set('v_view', [0, 2, 0, 1], -2.5);
  },
  'a copy': (trace) => trace.set('context_contiguous', [0, 1, 0, 1], 7),
  'an intermediate step': (trace) => trace.set('weights', [0, 0, 2, 1], 0.75),
  'the result': (trace) => trace.set('output', [0, 0, 0], -0),
  'numbers that overflow': (trace) => {
    trace.set('x', [0, 1, 2], 1e38);
    trace.set('w_v', [2, 0], -1e10);
  },
  'a whole step': (trace) =>
    trace.setTensor('scores', random.tensor(...trace.tensor('scores').shape)),
  'a whole view': (trace) =>
    trace.setTensor('q_view', random.tensor(...trace.tensor('q_view').shape)),
  'a whole leaf': (trace) => trace.setTensor('w_v', random.tensor(...trace.tensor('w_v').shape)),
  'a row hidden by edits': (trace) => trace.set('causal_mask', [0, 0, 0, 0], -Infinity),
  undone: (trace) => {
    trace.set('x', [0, 0, 0], 1);
    trace.set('q', [0, 0, 0], 1);
    trace.undo();
  },
};

const layer = { x: random.tensor(3, 6), numHeads: 2, isCausal: true, seed: 8 };

/** The same for a model with labels and a generated token. */
const labelled = {
  ...small,
  architecture: 'decoder-only',
  target: [['<sos>', 'a', 'b'], ['<sos>']],
  labels: [['a', 'b', '<eos>'], ['b']],
};
const editedModels = {
  'no label left': (trace) => {
    for (let place = 0; place < 3; place++) trace.set('labels', [0, place], -1);
    trace.set('labels', [1, 0], -1);
  },
  'one label': (trace) => trace.set('labels', [0, 1], 3),
  'a norm and a bias of layer 1': (trace) => {
    trace.set('decoder.0.norm_1_weight', [2], 3.25);
    trace.set('decoder.0.norm_1_bias', [1], -2);
  },
  'equal logits': (trace) => {
    const { shape } = trace.tensor('logits');
    trace.setTensor('logits', {
      shape,
      data: new Float32Array(shape[0] * shape[1] * shape[2]).fill(2),
    });
  },
};

async function generated(options, taken, use = ({ trace }) => trace) {
  for await (const token of ap.generate(options)) {
    if (token.last || token.tokens.length > taken) return use({ token, trace: token.retain() });
  }
  throw new Error('no token');
}

const decoder = {
  ...small,
  architecture: 'decoder-only',
  vocabulary: ['<sos>', 'a', 'b', 'c', 'd', '<eos>'],
  prompt: ['<sos>', 'a'],
  maxNewTokens: 4,
  endToken: 'none',
};
const both = { ...small, source: source[0], maxNewTokens: 4, endToken: 'none' };

/** name → a promise of a generated token's trace */
const tokens = {
  'the first token': () => generated(both, 1),
  'the third token, with a cache': () => generated(both, 3),
  'the third token, without a cache': () => generated({ ...both, useCache: false }, 3),
  'a drawn token': () => generated({ ...decoder, doSample: true, seed: 5 }, 3),
  'a drawn token of the two best': () =>
    generated({ ...decoder, doSample: true, topK: 2, temperature: 1.7, seed: 2 }, 4),
  'the best of three, with a temperature': () =>
    generated({ ...decoder, topK: 3, temperature: 0.4 }, 3),
  'all tokens so far': () => generated(decoder, 4, ({ trace }) => trace.sequence()),
  'all tokens so far, the next one drawn': () =>
    generated(both, 3, ({ trace }) => trace.sequence({ doSample: true, seed: 3, topK: 4 })),
  'learned positions and tied weights': () =>
    generated({ ...decoder, positions: 'learned', maxLength: 9, tieWeights: true }, 4),
  'a deep decoder in pre-norm': () =>
    generated({ ...decoder, normFirst: true, numDecoderLayers: 3, activation: 'gelu' }, 4),
  'an edited cache': () =>
    generated(both, 3, ({ trace }) => {
      const cached = trace.steps.find(({ op }) => op === 'cached');
      trace.set(cached.path, [0, 0, 0, 1], 2);
      return trace;
    }),
  'the best of equal logits': () =>
    generated({ ...decoder, topK: 3 }, 3, ({ trace }) => {
      const logits = trace.steps.find(({ kind }) => kind === 'next_logits');
      trace.setTensor(logits.path, {
        shape: logits.shape,
        data: Float32Array.of(1, 2, 1, 1, 1, 0),
      });
      return trace;
    }),
  'an edited token': () =>
    generated(decoder, 3, ({ trace }) => {
      trace.set(trace.steps.find(({ path }) => path.endsWith('ids')).path, [0, 0], 2);
      return trace;
    }),
};

const studies = {
  'd_k = 1': { dK: 1 },
  'd_k = 16': { dK: 16, seed: 2 },
  'd_k = 64': { dK: 64, queries: 7, keys: 5 },
};

/** name → options of traceWeights */
const weights = {
  'no values': { weights: [[0.25, 0.75]] },
  'NaN and infinities, no values': { weights: [[NaN, Infinity, -Infinity, -0]] },
  'two heads and their values': { weights: random.tensor(2, 2, 3), value: random.tensor(2, 3, 4) },
  'a batch, a row of NaN': {
    weights: { shape: [2, 1, 1, 2], data: [NaN, 1, 0.5, 0.5] },
    value: random.tensor(2, 1, 2, 3),
  },
};

/** A trace with its backward pass, from a step if there is no loss, after edits if there are any. */
function backward(trace, of, edit) {
  edit?.(trace);
  const step = trace.steps.find(({ path }) => path === of);
  trace.backward(of && { of, seed: seeded(5).tensor(...step.shape) });
  return trace;
}

/** The third update of a trainer as a trace: after two, moments are no zeros any more. */
async function updated(optimizer, accumulate = 1) {
  const training = await engine.load({ training: true });
  const { target, labels, ...options } = { ...labelled, ...dropping, normFirst: true };
  const vocabulary = ['<sos>', 'a', 'b', '<eos>', '[PAD]'];
  // The gradient of a key's bias is 0 but for rounding, which AdamW would make as large as any.
  const model = training.transformer({ ...options, vocabulary, bias: false });
  const trainer = training.trainer({ model, batches: [{ target, labels }], optimizer, accumulate });
  trainer.step(2);
  const trace = trainer.trace();
  trainer.dispose();
  model.dispose();
  return trace;
}

/** name → a promise of a trace with an update */
const updates = {
  'AdamW, clipped': () => updated({ lr: 0.1, maxNorm: 0.1 }),
  'AdamW, the mean of three batches': () => updated({ lr: 0.1, maxNorm: 0 }, 3),
  'SGD with momentum and decay': () =>
    updated({ name: 'sgd', lr: 0.1, momentum: 0.9, weightDecay: 0.2 }),
  'SGD alone': () => updated({ name: 'sgd', weightDecay: 0 }),
};

const small3 = { ...labelled, numDecoderLayers: 1, dModel: 8 };
const dropping = { dropout: 0.3, training: true };

/** name → a trace with gradients, or a promise of one */
const gradients = {
  heads: () => backward(ap.traceAttention({ ...attention, bias: true }), 'output'),
  'padding, a mask, temperature': () =>
    backward(
      ap.traceAttention({
        ...attention,
        tokens: unequal,
        isCausal: true,
        temperature: 0.7,
        attnMask: random.tensor(3, 3),
      }),
      'output',
    ),
  'tiles, one matrix a head': () =>
    backward(ap.traceAttention({ ...attention, tile: [2, 2], headMatrices: 'separate' }), 'output'),
  'tiles, an edited sum': () =>
    backward(ap.traceAttention({ ...attention, tile: [2, 2] }), 'output', (trace) =>
      trace.set('tiles.1.1.running_sum', [0, 0, 1, 0], 2.5),
    ),
  'a pointer with a loss': () =>
    backward(
      ap.traceTransformer({
        ...small,
        architecture: 'encoder-only',
        dModel: 8,
        positions: 'rotary',
        pointer: true,
        source: [['a', 'b', 'c']],
        labels: [[null, 2, 0]],
      }),
    ),
  'a smoothed loss': () => backward(ap.traceTransformer({ ...labelled, labelSmoothing: 0.1 })),
  workers: () => backward(ap.traceAttention({ ...attention, workers: 2 }), 'output'),
  'capped scores and a given mask of dropout': () =>
    backward(
      ap.traceAttention({
        ...attention,
        softcap: 0.3,
        outputProjection: false,
        dropoutP: 0.5,
        dropoutMask: [[1, 0, 1, 1, 1]],
        training: true,
      }),
      'concat',
    ),
  'a decoder with a loss': () => backward(ap.traceTransformer(labelled)),
  'an encoder with a loss': () =>
    backward(
      ap.traceTransformer({
        ...small,
        architecture: 'encoder-only',
        source: [['a', 'b'], ['c']],
        labels: [['b', 'a'], ['c']],
      }),
    ),
  ...Object.fromEntries(
    ['relu', 'gelu', 'gelu_tanh'].map((activation) => [
      `an encoder–decoder, ${activation}`,
      () =>
        backward(
          ap.traceTransformer({
            ...small,
            ...dropping,
            activation,
            normFirst: activation === 'gelu',
            tieWeights: activation === 'relu',
            positions: 'learned',
            maxLength: 8,
            source: [['x', 'y', 'z'], ['x']],
            target: [['<sos>', 'a', 'b'], ['<sos>']],
            labels: [['a', 'b', '<eos>'], ['b']],
          }),
        ),
    ]),
  ),
  'edited cells': () =>
    backward(ap.traceTransformer(small3), undefined, (trace) => {
      trace.set('decoder.0.self_attention.scores', [0, 0, 1, 0], 3);
      trace.set('decoder.0.self_attention.q_view', [0, 1, 0, 1], 3);
      trace.set('decoder.0.norm_1', [0, 1, 2], -1);
    }),
  'an edited gradient': () => {
    const trace = backward(ap.traceAttention(attention), 'output');
    trace.set('gradient.weights', [0, 0, 1, 1], 2);
    return trace;
  },
  'a drawn token of the two best': () =>
    generated({ ...decoder, doSample: true, topK: 2, temperature: 1.7, seed: 2 }, 3, ({ trace }) =>
      backward(trace, 'next.probabilities'),
    ),
  'weights of another program': () =>
    backward(ap.traceWeights(weights['two heads and their values']), 'context', (trace) => {
      trace.set('weights', [0, 1, 0, 2], 0.5);
    }),
  'Q, K and V with heads': () =>
    backward(ap.traceAttention(traces['Q, K and V with heads']), 'context'),
  'a study of scores': () =>
    backward(ap.traceScaling({ dK: 16, queries: 4, keys: 5 }), 'scaled.mean_entropy'),
  'a study of variances': () =>
    backward(ap.traceScaling({ dK: 16, queries: 4, keys: 5 }), 'variance'),
  'a study of gradients': () =>
    backward(ap.traceScaling({ dK: 16, queries: 4, keys: 5 }), 'mean_gradient'),
};

const listed = (what, options, make) =>
  Object.entries(options).map(([name, given]) => ({
    name: `${what}: ${name}`,
    make: () => make(given),
  }));

function editedModel(edit) {
  const trace = ap.traceTransformer(labelled);
  edit(trace);
  return trace;
}

function editedTrace(edit) {
  const trace = ap.traceAttention(layer);
  edit(trace);
  return trace;
}

/** A pass of a task's model with its loss and gradients. */
async function taskTrace(name) {
  const training = await engine.load({ training: true });
  return backward(ap.traceTransformer(taskPass(training, name, 6)));
}

/** [{ name, make }]; `make` gives a trace, or a promise of one, that the caller disposes of. */
export const cases = [
  ...listed('attention', attentions, (options) => ap.traceAttention(options)),
  ...listed('model', transformers, (options) => ap.traceTransformer(options)),
  ...listed('edit', edited, editedTrace),
  ...listed('edit of a model', editedModels, editedModel),
  ...listed('token', tokens, (make) => make()),
  ...listed('weights', weights, (options) => ap.traceWeights(options)),
  ...listed('study', studies, (options) => ap.traceScaling(options)),
  ...listed('gradient', gradients, (make) => make()),
  ...listed('update', updates, (make) => make()),
  ...taskNames.map((name) => ({ name: `task: ${name}`, make: () => taskTrace(name) })),
];
