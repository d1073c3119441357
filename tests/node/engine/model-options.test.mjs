// Options of models that nn.Transformer lacks: their steps, explanations and errors.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ap } from './support/engine.mjs';
import { checkEveryCell } from './support/explanation-check.mjs';

const size = { dModel: 8, nhead: 2, numEncoderLayers: 2, numDecoderLayers: 1, seed: 5 };
const both = { ...size, source: [['a', 'b', 'c']], target: [['<sos>', 'b']] };
const encoder = { ...size, architecture: 'encoder-only', source: [['a', 'b', 'c']] };
const decoder = { ...size, architecture: 'decoder-only', target: [['<sos>', 'a', 'b']] };

function withTrace(options, read) {
  const trace = ap.traceTransformer(options);
  try {
    return read(trace);
  } finally {
    trace.dispose();
  }
}

const has = (trace, path) => trace.steps.some((step) => step.path === path);
const step = (trace, path) => trace.steps.find((each) => each.path === path);
const errorOf = (options) => {
  try {
    ap.traceTransformer(options).dispose();
    return 'no error';
  } catch (error) {
    return `${error.code} ${error.argument}`;
  }
};

describe('every cell of every step is explained', () => {
  const cases = {
    rotary: { ...both, positions: 'rotary' },
    'other layers': {
      ...both,
      layers: [{ attentionWidth: 4, dimFeedforward: 0, residual: false }],
      rawValues: true,
      sourceVocabulary: ['c', 'b', 'a'],
      initialization: 'normal',
    },
    pointer: { ...encoder, positions: 'rotary', pointer: true },
    'pointer, labels': { ...encoder, pointer: true, labels: [[2, null, 0]] },
    smoothing: { ...decoder, labels: [['a', null, '<eos>']], labelSmoothing: 0.1 },
  };
  for (const [name, options] of Object.entries(cases))
    test(name, () => assert.ok(Object.keys(withTrace(options, checkEveryCell)).length > 4));
});

test('rotary positions rotate queries and keys of self-attention', () => {
  withTrace({ ...both, positions: 'rotary' }, (trace) => {
    assert.deepEqual(step(trace, 'decoder.0.self_attention.scores').inputs, [
      'decoder.0.self_attention.rotated_queries',
      'decoder.0.self_attention.rotated_keys',
    ]);
    assert.ok(!has(trace, 'decoder.0.cross_attention.rotated_keys'));
    assert.ok(!has(trace, 'source.position_encoding'));
  });
  assert.equal(errorOf({ ...both, dModel: 6, positions: 'rotary' }), 'conflict positions');
});

test('an attention alone rotates too', () => {
  const trace = ap.traceAttention({ tokens: [['a', 'b']], dModel: 4, positions: 'rotary' });
  assert.ok(has(trace, 'rotated_keys'));
  checkEveryCell(trace);
  trace.dispose();
});

test('layers differ as they are told', () => {
  const layers = [{ attentionWidth: 4, dimFeedforward: 0 }, { residual: false }];
  withTrace({ ...encoder, layers }, (trace) => {
    assert.deepEqual(step(trace, 'encoder.0.self_attention.w_q').shape, [8, 4]);
    assert.deepEqual(step(trace, 'encoder.1.self_attention.w_q').shape, [8, 8]);
    assert.ok(!has(trace, 'encoder.0.feed_forward.w_1'));
    assert.ok(has(trace, 'encoder.1.feed_forward.w_1'));
    assert.ok(has(trace, 'encoder.0.residual_1'));
    assert.ok(!has(trace, 'encoder.1.residual_1'));
  });
});

test('heads divide the width of attention, which need not be that of the model', async () => {
  const odd = { ...both, dModel: 5, nhead: 2, attentionWidth: 6, positions: 'none' };
  withTrace(odd, (trace) => {
    assert.deepEqual(step(trace, 'encoder.0.self_attention.w_q').shape, [5, 6]);
    assert.deepEqual(step(trace, 'encoder.0.self_attention.w_o').shape, [6, 5]);
    checkEveryCell(trace);
  });
  const { source: _, target: __, ...options } = odd;
  const vocabulary = ['<sos>', '<eos>', 'a'];
  for await (const { logits } of ap.generate({ ...options, vocabulary, source: ['a'] }))
    assert.ok(logits.every(Number.isFinite));
  assert.equal(errorOf({ ...odd, attentionWidth: undefined }), 'heads nhead');
  assert.equal(errorOf({ ...odd, attentionWidth: 5 }), 'heads nhead');
  assert.equal(errorOf({ ...odd, nhead: 4 }), 'heads attentionWidth');
  // A layer alone has the widths of its matrices.
  const tensor = (...shape) => ({
    shape,
    data: Float32Array.from({ length: shape.reduce((a, b) => a * b) }, (_, i) => Math.sin(i)),
  });
  const [wq, wk, wv, wo] = [tensor(5, 6), tensor(5, 6), tensor(5, 6), tensor(6, 5)];
  const norm = { weight: tensor(5) };
  const layer = {
    src: tensor(3, 5),
    selfAttn: { wq, wk, wv, wo },
    linear1: { weight: tensor(5, 4) },
    linear2: { weight: tensor(4, 5) },
    norm1: norm,
    norm2: norm,
  };
  assert.deepEqual(ap.encoderLayer({ ...layer, nhead: 2 }).shape, [3, 5]);
  assert.throws(() => ap.encoderLayer({ ...layer, nhead: 4 }), {
    code: 'heads',
    argument: 'nhead',
  });
});

test('scores that are not divided by √d_k stay as they are, in files, too', () => {
  const path = 'encoder.0.self_attention';
  const scores = (trace, name) => [...trace.tensor(`${path}.${name}`).data];
  withTrace({ ...encoder, scaleScores: false }, (trace) => {
    assert.deepEqual(scores(trace, 'scaled_scores'), scores(trace, 'scores'));
  });
  withTrace(encoder, (trace) => {
    assert.notDeepEqual(scores(trace, 'scaled_scores'), scores(trace, 'scores'));
  });
});

test('an encoder that predicts ends with logits, with labels or without', () => {
  withTrace({ ...encoder, predicts: true }, (trace) => {
    const { shape } = trace.tensor('probabilities');
    assert.deepEqual(trace.tensor('prediction').shape, shape.slice(0, 2));
    withTrace({ ...encoder, labels: encoder.source }, (labelled) =>
      assert.deepEqual(labelled.tensor('logits'), trace.tensor('logits')),
    );
  });
  withTrace(encoder, (trace) => assert.ok(trace.steps.every(({ path }) => path !== 'logits')));
});

test('a pointer gives positions, and learns from positions', () => {
  withTrace({ ...encoder, pointer: true }, (trace) => {
    assert.deepEqual(step(trace, 'probabilities').shape, [1, 3, 3]);
    assert.ok(!has(trace, 'w_vocabulary'));
  });
  withTrace({ ...encoder, pointer: true, labels: [[null, 2, 0]] }, (trace) => {
    assert.deepEqual([...trace.tensor('labels').data], [-1, 2, 0]);
    const data = trace.tensor('log_probabilities').data;
    assert.ok(Math.abs(trace.tensor('loss').data[0] + (data[5] + data[6]) / 2) < 1e-6);
  });
});

test('generation with rotary positions: a cache changes no bit, and its keys are explained', async () => {
  const options = { ...size, architecture: 'decoder-only', vocabulary: ['a', 'b', 'c', '<eos>'] };
  const logits = async (useCache) => {
    const found = [];
    const generated = ap.generate({
      ...options,
      positions: 'rotary',
      prompt: ['a', 'b'],
      maxNewTokens: 3,
      endToken: 'c',
      useCache,
    });
    for await (const token of generated) {
      found.push([...token.logits]);
      const cached = 'decoder.0.self_attention.cached_k';
      if (!useCache || !has(token.trace, cached)) continue;
      const { origin } = token.trace.explain(cached, [0, 0, 1, 0]);
      assert.equal(origin.rule, 'rotation');
    }
    return found;
  };
  assert.deepEqual(await logits(true), await logits(false));
});

test('errors name the option', () => {
  assert.equal(errorOf({ ...both, attentionWidth: 5 }), 'heads attentionWidth');
  assert.equal(errorOf({ ...both, dimFeedforward: -1 }), 'range dimFeedforward');
  assert.equal(errorOf({ ...both, layers: 3 }), 'type layers');
  assert.equal(errorOf({ ...both, layers: [{ attentionWidth: 3 }] }), 'heads layers.0');
  assert.equal(errorOf({ ...both, labelSmoothing: 1 }), 'range labelSmoothing');
  assert.equal(errorOf({ ...both, pointer: true }), 'conflict pointer');
  assert.equal(errorOf({ ...encoder, rawValues: true }), 'conflict rawValues');
  assert.equal(errorOf({ ...decoder, sourceVocabulary: ['a'] }), 'conflict sourceVocabulary');
  assert.equal(errorOf({ ...both, sourceVocabulary: ['a', 'a'] }), 'conflict sourceVocabulary');
  assert.equal(errorOf({ ...both, sourceVocabulary: ['a'] }), 'range source');
  assert.equal(errorOf({ ...both, initialization: 'ones' }).split(' ')[1], 'initialization');
  assert.equal(errorOf({ ...encoder, pointer: true, labels: [['a', 0, 1]] }), 'type labels');
  assert.equal(errorOf({ ...encoder, pointer: true, labels: [[3, 0, 1]] }), 'range labels');
});
