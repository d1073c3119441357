// Options that other libraries have: matrices of any shape, for each head, no W_o, capped scores, given masks of
// dropout, layers without norms: calls and traces agree over random shapes, and what makes no sense is refused.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ap, assertNear, engine, roundings, seeded } from './support/engine.mjs';
import { attention, assertWithin, given } from './support/attention-oracle.mjs';

const close = roundings(256);

/** The numbers of a step of a trace that is not kept. */
function stepOf(options, path) {
  const trace = ap.traceAttention(options);
  try {
    return trace.tensor(path);
  } finally {
    trace.dispose();
  }
}

const columns = ({ shape: [rows, width], data }, first, count) => ({
  shape: [rows, count],
  data: Float32Array.from(
    { length: rows * count },
    (_, i) => data[Math.floor(i / count) * width + first + (i % count)],
  ),
});
const part = ({ shape: [rows, ...rest], data }, count, i) => ({
  shape: [rows / count, ...rest],
  data: data.slice((i * data.length) / count, ((i + 1) * data.length) / count),
});
const nested = ({ shape: [rows, width], data }) =>
  Array.from({ length: rows }, (_, row) => [...data.slice(row * width, (row + 1) * width)]);

test('matrices for each head are the combined ones, in every form', () => {
  for (let trial = 0; trial < 12; trial++) {
    const random = seeded(100 + trial);
    const [numHeads, dK, dV, width, out] = [1 + (trial % 3), 1 + (trial % 4), 2, 3, 4];
    const whole = {
      wq: random.tensor(width, numHeads * dK),
      wk: random.tensor(width, numHeads * dK),
      wv: random.tensor(width, numHeads * dV),
      wo: random.tensor(numHeads * dV, out),
      bq: random.tensor(numHeads * dK),
      bv: random.tensor(numHeads * dV),
      bo: random.tensor(out),
    };
    const heads = Array.from({ length: numHeads }, (_, head) => head);
    const perHead = {
      ...whole,
      wq: heads.map((head) => columns(whole.wq, head * dK, dK)),
      wk: heads.map((head) => nested(columns(whole.wk, head * dK, dK))),
      wv: heads.map((head) => columns(whole.wv, head * dV, dV)),
      wo: heads.map((head) => part(whole.wo, numHeads, head)),
      bq: heads.map((head) => [...part(whole.bq, numHeads, head).data]),
      bv: heads.map((head) => part(whole.bv, numHeads, head).data),
    };
    const query = random.tensor(2, 3, width);
    const call = { query, numHeads, isCausal: true };
    const { output } = ap.multiHeadAttention({ ...call, ...whole });
    assert.deepEqual(ap.multiHeadAttention({ ...call, ...perHead }).output, output);
    const traced = stepOf({ ...call, projections: perHead }, 'output');
    assertNear(traced, [...output.data], close);
  }
});

test('a list of matrices is refused unless it has one for each head, all alike', () => {
  const w = [
    [1, 0],
    [0, 1],
  ];
  const call = { query: w, wq: w, wk: w, wv: w, wo: w, numHeads: 2 };
  const cases = [
    [{ wq: [w] }, { code: 'heads', argument: 'wq', expected: '2, one for each of the heads' }],
    [{ wk: [w, { shape: [2, 1], data: [1, 2] }] }, { code: 'size', argument: 'wk' }],
    [
      {
        wv: [
          { shape: [2, 2], data: [1, 2, 3, 4] },
          { shape: [2, 1], data: [1, 2] },
        ],
      },
      { code: 'shape', argument: 'wv[1]' },
    ],
    [{ bq: [[1], [1], [1]] }, { code: 'heads', argument: 'bq' }],
    [
      { wo: undefined },
      { code: 'missing', argument: 'wo', expected: 'a tensor, or outputProjection: false' },
    ],
    [{ outputProjection: false }, { code: 'conflict', argument: 'wo' }],
  ];
  for (const [more, error] of cases)
    assert.throws(() => ap.multiHeadAttention({ ...call, ...more }), error);
});

test('capped scores and masks of dropout, beside the definition', () => {
  for (let trial = 0; trial < 30; trial++) {
    const random = seeded(300 + trial);
    const [T, S, d, width] = [1 + (trial % 5), 1 + (trial % 7), 1 + (trial % 4), 3];
    const operands = {
      query: random.tensor(T, d),
      key: random.tensor(S, d),
      value: random.tensor(S, width),
    };
    const keeps = Float32Array.from(random.tensor(T, S).data, (x) => (x > -0.2 ? 1 : 0));
    const softcap = [undefined, 0.3, 40][trial % 3];
    const options = {
      ...operands,
      softcap,
      ...(trial % 2 === 0 && {
        dropoutMask: { shape: [T, S], data: keeps },
        dropoutP: 0.25,
        training: true,
      }),
    };
    const kept = trial % 2 === 0 ? (t, s) => keeps[t * S + s] / 0.75 : undefined;
    const expected = attention(
      given(T, d, operands.query.data),
      given(S, d, operands.key.data),
      given(S, width, operands.value.data),
      { softcap, kept },
    );
    const { output, weights } = ap.scaledDotProductAttention(options);
    assertWithin(output.data, 0, expected.output, 'output');
    assertWithin(weights.data, 0, expected.weights, 'weights');
    const lean = ap.scaledDotProductAttention({ ...options, needWeights: false }).output;
    assertWithin(lean.data, 0, expected.output, 'output');
    const context = stepOf({ ...options, projections: 'none' }, 'context');
    assertWithin(context.data, 0, expected.output, 'context');
  }
});

test('a mask of dropout acts in training only, in every form', () => {
  const random = seeded(7);
  const query = random.tensor(2, 3);
  const call = { query, key: query, value: query, dropoutP: 0.5 };
  const keeps = [
    [true, false],
    [true, true],
  ];
  const forms = [
    keeps,
    keeps.map((row) => row.map(Number)),
    { shape: [2, 2], data: Uint8Array.of(1, 0, 1, 1) },
    { shape: [2, 2], data: keeps.flat() },
  ];
  const without = ap.scaledDotProductAttention(call).weights.data;
  const expected = without.map((weight, i) => (keeps.flat()[i] ? 2 * weight : 0));
  for (const dropoutMask of forms) {
    const { weights } = ap.scaledDotProductAttention({ ...call, dropoutMask, training: true });
    assertNear(weights, [...expected], close);
    const idle = ap.scaledDotProductAttention({ ...call, dropoutMask }).weights.data;
    assert.deepEqual(idle, without); // the mask is not read
  }
});

describe('refused by name', () => {
  const x = [
    [1, 0],
    [0, 1],
  ];
  const cases = {
    'query beside tokens': [{ query: x, tokens: [['a', 'b']] }, 'conflict', 'query'],
    'key without query': [{ x, key: x }, 'conflict', 'key'],
    'positions added to given operands': [
      { query: x, positions: 'sinusoidal' },
      'conflict',
      'positions',
    ],
    'values of other rows': [{ query: x, value: [[1, 2]] }, 'shape', 'value'],
    'a cap of 0': [{ x, softcap: 0 }, 'range', 'softcap'],
    'a cap in letters': [{ x, softcap: '30' }, 'type', 'softcap'],
    'a mask of fractions': [{ x, dropoutMask: [[0.5, 1]], training: true }, 'range', 'dropoutMask'],
    'a mask of other keys': [{ x, dropoutMask: [1, 1, 1], training: true }, 'shape', 'dropoutMask'],
    'a mask in tiles': [
      { x, dropoutMask: [1, 0], training: true, tile: [1, 1] },
      'conflict',
      'tile',
    ],
    'sizes without projections': [{ x, projections: 'none', dV: 2 }, 'conflict', 'dV'],
    'sizes beside matrices': [
      { x, projections: { wq: x, wk: x, wv: x, wo: x }, dK: 2 },
      'conflict',
      'dK',
    ],
    'columns of no W_o': [
      { x, outputProjection: false, outputWidth: 3 },
      'conflict',
      'outputWidth',
    ],
    'workers without W_o': [
      { x, outputProjection: false, numHeads: 2, workers: 2 },
      'conflict',
      'workers',
    ],
    'no W_o without projections': [
      { x, projections: 'none', outputProjection: false },
      'conflict',
      'outputProjection',
    ],
    'columns beyond memory': [{ x, dK: 2 ** 30 }, 'overflow', 'dK'],
  };
  for (const [name, [options, code, argument]] of Object.entries(cases)) {
    test(name, () => assert.throws(() => ap.traceAttention(options), { code, argument }));
  }
});

describe('layers and models without norms, with a scale of their own', () => {
  const random = seeded(12);
  const width = 4;
  const square = () => random.tensor(width, width);
  const matrices = { wq: square(), wk: square(), wv: square(), wo: square() };
  const layer = {
    nhead: 2,
    selfAttn: matrices,
    linear1: { weight: random.tensor(width, 6) },
    linear2: { weight: random.tensor(6, width) },
  };
  const src = random.tensor(3, width);

  test('an encoder layer is x + attention, then + feed-forward', () => {
    const result = ap.encoderLayer({ ...layer, src, norm: 'none', scale: 0.3 });
    const { output } = ap.multiHeadAttention({ query: src, ...matrices, numHeads: 2, scale: 0.3 });
    const first = { shape: [3, width], data: output.data.map((each, i) => each + src.data[i]) };
    const hidden = ap.linear(first, layer.linear1.weight);
    hidden.data.forEach((each, i) => (hidden.data[i] = Math.max(0, each)));
    const second = ap.linear(hidden, layer.linear2.weight);
    assertNear(result, [...second.data.map((each, i) => each + first.data[i])], roundings(256, 8));
  });

  test('norms are required, unless there are none', () => {
    const norm = { weight: [1, 1, 1, 1] };
    const call = (more) => () => ap.encoderLayer({ ...layer, src, ...more });
    assert.throws(call({}), { code: 'missing', argument: 'norm1' });
    assert.throws(call({ norm: 'none', norm2: norm }), { code: 'conflict', argument: 'norm2' });
    assert.throws(call({ norm: 'none', scale: Infinity }), {
      code: 'not_finite',
      argument: 'scale',
    });
  });

  test('a model keeps both in its file, and its trace has no norms', async () => {
    const training = await engine.load({ training: true });
    const size = { dModel: 4, nhead: 2, numEncoderLayers: 1, numDecoderLayers: 1 };
    const vocabulary = ['<sos>', '<eos>', 'a'];
    const options = { ...size, vocabulary, normFirst: true, norm: 'none', scale: 0.25 };
    const model = training.transformer(options);
    const again = training.transformer({ parameters: model.save() });
    const pass = { source: [['a']], target: [['<sos>', 'a']] };
    const [one, other] = [model.trace(pass), again.trace(pass)];
    assert.deepEqual(
      one.steps.filter(({ kind }) => kind.startsWith('norm')),
      [],
    );
    const { attributes } = one.steps.find(({ kind }) => kind === 'scaled_scores');
    assert.equal(attributes.factor, 0.25);
    assert.deepEqual(other.tensor('logits'), one.tensor('logits'));
    for (const each of [one, other, model, again]) each.dispose();
  });

  test('what excludes each other is refused', () => {
    const conflict = (options, argument) =>
      assert.throws(() => ap.transformer(options), { code: 'conflict', argument });
    conflict({ norm: 'none', finalNorm: true }, 'finalNorm');
    conflict({ scaleScores: false, scale: 2 }, 'scale');
  });
});
