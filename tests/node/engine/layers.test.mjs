// One encoder or decoder layer by the fused kernels: against the steps of a trace, its shapes, masks and errors.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import {
  ap,
  assertNear,
  assertSame,
  assertStillRight,
  engine,
  roundings,
  seeded,
} from './support/engine.mjs';
import { refused, withTransformer } from './support/models.mjs';

const random = seeded(29);
const [D, F] = [6, 10];
const projections = () => ({
  ...Object.fromEntries(['wq', 'wk', 'wv', 'wo'].map((name) => [name, random.tensor(D, D)])),
  ...Object.fromEntries(['bq', 'bk', 'bv', 'bo'].map((name) => [name, random.tensor(D)])),
});
const affine = (...shape) => ({
  weight: random.tensor(...shape),
  bias: random.tensor(shape.at(-1)),
});
const encoder = {
  nhead: 2,
  selfAttn: projections(),
  linear1: affine(D, F),
  linear2: affine(F, D),
  norm1: affine(D),
  norm2: affine(D),
};
const decoder = { ...encoder, multiheadAttn: projections(), norm3: affine(D) };
const src = random.tensor(2, 4, D);
const tgt = random.tensor(2, 3, D);
const memory = random.tensor(2, 4, D);
const encode = (options) => ap.encoderLayer({ src, ...encoder, ...options });
const decode = (options) => ap.decoderLayer({ tgt, memory, ...decoder, ...options });

/** The same parameters by the paths of a model. */
function pathsOf(layer, prefix) {
  const named = {};
  const attention = (scope, given) => {
    for (const [name, value] of Object.entries(given))
      named[`${prefix}.${scope}.${name[0]}_${name[1]}`] = value;
  };
  attention('self_attention', layer.selfAttn);
  if (layer.multiheadAttn) attention('cross_attention', layer.multiheadAttn);
  for (const n of [1, 2]) {
    named[`${prefix}.feed_forward.w_${n}`] = layer[`linear${n}`].weight;
    named[`${prefix}.feed_forward.b_${n}`] = layer[`linear${n}`].bias;
  }
  for (const n of layer.norm3 ? [1, 2, 3] : [1, 2]) {
    named[`${prefix}.norm_${n}_weight`] = layer[`norm${n}`].weight;
    named[`${prefix}.norm_${n}_bias`] = layer[`norm${n}`].bias;
  }
  return named;
}

const near = (output, traced) => {
  assert.deepEqual(output.shape, traced.shape);
  const most = traced.data.reduce((a, b) => Math.max(a, Math.abs(b)), 1);
  assertNear(output, [...traced.data], roundings(200, most));
};

describe('a layer gives what the same layer of a model gives, step by step', () => {
  const model = { dModel: D, nhead: 2, dimFeedforward: F, positions: 'none', finalNorm: false };
  const switches = [
    {},
    { normFirst: true },
    { activation: 'gelu' },
    { normFirst: true, activation: 'gelu_tanh', layerNormEps: 1e-2 },
  ];
  for (const options of switches) {
    test(`${JSON.stringify(options)}: encoder`, () => {
      for (const srcMask of [undefined, [[true, true, false, true]]]) {
        const parameters = pathsOf(encoder, 'encoder.0');
        const whole = { ...model, ...options, numEncoderLayers: 1, architecture: 'encoder-only' };
        withTransformer({ ...whole, parameters, src, srcMask }, (trace) => {
          const last = options.normFirst ? 'encoder.0.residual_2' : 'encoder.0.norm_2';
          near(encode({ ...options, srcMask }), trace.tensor(last));
        });
      }
    });
    test(`${JSON.stringify(options)}: decoder`, () => {
      for (const tgtIsCausal of [true, false]) {
        const parameters = pathsOf(decoder, 'decoder.0');
        const whole = { ...model, ...options, numEncoderLayers: 0, numDecoderLayers: 1 };
        withTransformer({ ...whole, parameters, src: memory, tgt, tgtIsCausal }, (trace) => {
          const last = options.normFirst ? 'decoder.0.residual_3' : 'decoder.0.norm_3';
          near(decode({ ...options, tgtIsCausal }), trace.tensor(last));
        });
      }
    });
  }
});

describe('inputs', () => {
  test('without a batch: [S, D] gives [S, D], as the first of a batch', () => {
    const first = ({ shape, data }) => ({
      shape: shape.slice(1),
      data: data.slice(0, shape[1] * shape[2]),
    });
    assertSame(encode({ src: first(src) }), first(encode()));
    assertSame(decode({ tgt: first(tgt), memory: first(memory) }), first(decode()));
  });

  test('nested arrays, and without any bias', () => {
    const plain = Object.fromEntries(
      Object.entries(encoder).map(([name, part]) => {
        if (name === 'nhead') return [name, part];
        return [name, Object.fromEntries(Object.entries(part).filter(([key]) => !/^b/.test(key)))];
      }),
    );
    const nested = [
      [1, 2, 3, 4, 5, 6],
      [6, 5, 4, 3, 2, 1],
    ];
    const output = ap.encoderLayer({ ...plain, src: nested });
    assert.deepEqual(output.shape, [2, 6]);
    assert.ok(output.data.every(Number.isFinite));
  });

  test('resident tensors: the same numbers, the tensors as they were', () => {
    const kept = [];
    const resident = (value) => {
      if (typeof value !== 'object') return value;
      if (!value.shape)
        return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, resident(v)]));
      kept.push(ap.tensor(value.shape, value.data));
      return kept.at(-1);
    };
    const layer = resident({ tgt, memory, ...decoder });
    for (let n = 0; n < 2; n++) assertSame(ap.decoderLayer(layer), decode());
    assert.deepEqual(layer.tgt.read(), tgt.data);
    const { selfAttn } = layer;
    selfAttn.wq.write(new Float32Array(D * D));
    const zero = { ...decoder.selfAttn, wq: { shape: [D, D], data: new Float32Array(D * D) } };
    assertSame(ap.decoderLayer(layer), decode({ selfAttn: zero }));
    for (const tensor of kept) tensor.dispose();
    refused(() => ap.decoderLayer(layer), 'disposed', 'selfAttn.wq');
  });
});

describe('masks', () => {
  const rows = ({ data }, first, count) => [...data.slice(first * D, (first + count) * D)];
  test('isCausal is the lower triangle; a hidden key changes nothing', () => {
    const triangle = [0, 1, 2, 3].map((t) => [0, 1, 2, 3].map((s) => s <= t));
    assertSame(encode({ isCausal: true }), encode({ srcMask: triangle }));
    const other = { shape: src.shape, data: Float32Array.from(src.data) };
    other.data.fill(9, 3 * D, 4 * D);
    const seen = {
      srcKeyPaddingMask: [
        [true, true, true, false],
        [true, true, true, true],
      ],
    };
    assert.deepEqual(rows(encode(seen), 0, 3), rows(encode({ ...seen, src: other }), 0, 3));
    assert.notDeepEqual(rows(encode(), 0, 3), rows(encode({ src: other }), 0, 3));
  });
  test('a decoder has one of each for itself and for the memory', () => {
    const hidden = [
      [true, true, false, true],
      [true, true, true, true],
    ];
    const other = { shape: memory.shape, data: Float32Array.from(memory.data) };
    other.data.fill(9, 2 * D, 3 * D);
    const masks = { memoryKeyPaddingMask: hidden };
    assertSame(decode(masks), decode({ ...masks, memory: other }));
    assertSame(
      decode({ memoryIsCausal: true }),
      decode({ memoryMask: [0, 1, 2].map((t) => [0, 1, 2, 3].map((s) => s <= t)) }),
    );
    assertSame(
      decode({ tgtIsCausal: true }),
      decode({ tgtMask: [0, 1, 2].map((t) => [0, 1, 2].map((s) => s <= t)) }),
    );
  });
});

describe('dropout', () => {
  test('acts in training only, by seed', () => {
    for (const layer of [encode, decode]) {
      assertSame(layer({ dropout: 0.5 }), layer());
      const trained = layer({ dropout: 0.5, training: true, seed: 3 });
      assertSame(layer({ dropout: 0.5, training: true, seed: 3 }), trained);
      assert.notDeepEqual(trained.data, layer().data);
      assert.notDeepEqual(layer({ dropout: 0.5, training: true, seed: 4 }).data, trained.data);
    }
  });
});

describe('in a worker', () => {
  const worker = engine.loadWorker();
  after(() => worker.terminate());
  test('the same numbers, the same errors', async () => {
    assertSame(await worker.encoderLayer({ src, ...encoder }), encode());
    assertSame(await worker.decoderLayer({ tgt, memory, ...decoder }), decode());
    const call = worker.encoderLayer({ src, ...encoder, nhead: 4 });
    await assert.rejects(call, { code: 'heads', argument: 'nhead' });
    assertStillRight();
  });
});
