// A step of gradient descent: what is differentiated, the parameters after a step, and a trace that is given them.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ap, assertRefused } from './support/engine.mjs';

const model = {
  source: [['a', 'b', 'c']],
  target: [['x', 'y']],
  labels: [['y', 'z']],
  dModel: 8,
  nhead: 2,
  numEncoderLayers: 1,
  numDecoderLayers: 1,
  dimFeedforward: 6,
};
const layer = { tokens: [['I', 'am', 'good']], dModel: 4, numHeads: 2, bias: true, seed: 3 };

function withTrace(trace, use) {
  try {
    return use(trace);
  } finally {
    trace.dispose();
  }
}

const parametersOf = ({ steps }) =>
  steps.filter(
    ({ path, source }) =>
      source === 'parameter' && steps.some((s) => s.path === `gradient.${path}`),
  );

/** Every parameter after a step. */
const stepped = (trace, rate) =>
  Object.fromEntries(parametersOf(trace).map(({ path }) => [path, trace.downhill(path, rate)]));

describe('loss', () => {
  test('is the cross-entropy of a model, and follows edits', () =>
    withTrace(ap.traceTransformer(model), (trace) => {
      trace.backward();
      assert.equal(trace.loss(), trace.tensor('loss').data[0]);
      trace.set('w_vocabulary', [0, 0], 3);
      assert.equal(trace.loss(), trace.tensor('loss').data[0]);
      assert.notEqual(trace.loss(), trace.baseline('loss').data[0]);
    }));

  test('is the sum of the cells of any other step, each times the seed’s', () =>
    withTrace(ap.traceAttention(layer), (trace) => {
      trace.backward({ of: 'output' });
      const { data, shape } = trace.tensor('output');
      assert.equal(
        trace.loss(),
        data.reduce((sum, value) => sum + value, 0),
      );
      const seed = Float32Array.from(data, (_, i) => Math.sin(i));
      trace.backward({ of: 'output', seed: { shape, data: seed } });
      assert.equal(
        trace.loss(),
        data.reduce((sum, value, i) => sum + value * seed[i], 0),
      );
    }));

  test('needs a backward pass', () =>
    withTrace(ap.traceAttention(layer), (trace) => {
      assertRefused(() => trace.loss(), { code: 'missing', argument: 'backward' });
      assertRefused(() => trace.downhill('w_q', 1), { code: 'step', argument: 'path' });
    }));
});

describe('downhill', () => {
  test('is x − rate · gradient in 32 bits, and a copy', () =>
    withTrace(ap.traceTransformer(model), (trace) => {
      trace.backward();
      const path = 'encoder.0.self_attention.w_q';
      const [x, g] = [trace.tensor(path), trace.tensor(`gradient.${path}`)];
      const next = trace.downhill(path, 0.3);
      assert.deepEqual(next.shape, x.shape);
      const rate = Math.fround(0.3);
      x.data.forEach((value, i) =>
        assert.equal(next.data[i], Math.fround(value - Math.fround(rate * g.data[i]))),
      );
      next.data.fill(0);
      assert.deepEqual(trace.tensor(path), x);
    }));

  test('refuses what has no gradient, and a rate that is no finite number', () =>
    withTrace(ap.traceTransformer(model), (trace) => {
      trace.backward();
      assertRefused(() => trace.downhill('source.ids', 1), { code: 'step', argument: 'path' });
      assertRefused(() => trace.downhill('nowhere', 1), { code: 'step', argument: 'path' });
      const path = 'embedding_table';
      assertRefused(() => trace.downhill(path, '1'), { code: 'type', argument: 'rate' });
      assertRefused(() => trace.downhill(path, NaN), { code: 'not_finite', argument: 'rate' });
    }));

  for (const [name, options] of Object.entries({
    'an encoder–decoder': model,
    'an encoder': {
      ...model,
      architecture: 'encoder-only',
      target: undefined,
      labels: [['a', 'b', 'c']],
    },
    'a decoder with tied weights': {
      ...model,
      architecture: 'decoder-only',
      source: undefined,
      tieWeights: true,
    },
  })) {
    test(`lowers the loss of ${name}, step after step`, () => {
      const { labels, ...rest } = options;
      const given = Object.fromEntries(
        Object.entries({ ...rest, labels }).filter(([, value]) => value !== undefined),
      );
      let parameters = {};
      let before = Infinity;
      for (let i = 0; i < 10; i++) {
        withTrace(ap.traceTransformer({ ...given, parameters }), (trace) => {
          trace.backward();
          assert.ok(trace.loss() < before, `${before} → ${trace.loss()}`);
          before = trace.loss();
          parameters = { ...parameters, ...stepped(trace, 0.1) };
        });
      }
    });
  }
});

describe('parameters of an attention layer', () => {
  const trace = (more) => ap.traceAttention({ ...layer, ...more });

  test('are given by path; the rest is drawn by seed', () =>
    withTrace(trace(), (plain) => {
      plain.backward({ of: 'output' });
      const parameters = stepped(plain, 0.05);
      assert.deepEqual(Object.keys(parameters).sort(), [
        'b_k',
        'b_o',
        'b_q',
        'b_v',
        'embedding_table',
        'w_k',
        'w_o',
        'w_q',
        'w_v',
      ]);
      withTrace(trace({ parameters }), (next) => {
        for (const [path, tensor] of Object.entries(parameters))
          assert.deepEqual(next.tensor(path), tensor, path);
        next.backward({ of: 'output' });
        assert.ok(next.loss() < plain.loss());
      });
      withTrace(trace({ parameters: { w_q: parameters.w_q } }), (next) => {
        assert.deepEqual(next.tensor('w_q'), parameters.w_q);
        assert.deepEqual(next.tensor('w_k'), plain.tensor('w_k'));
        const { rule, value, result } = next.explain('w_q', [0, 1]);
        assert.deepEqual(
          [rule, value, result],
          ['leaf', parameters.w_q.data[1], parameters.w_q.data[1]],
        );
      });
    }));

  test('are split where each head has its own', () => {
    const data = Float32Array.from({ length: 16 }, (_, i) => i);
    const parameters = { w_q: { shape: [4, 4], data } };
    withTrace(trace({ headMatrices: 'separate', parameters }), (next) => {
      assert.deepEqual([...next.tensor('heads.1.w_q').data], [2, 3, 6, 7, 10, 11, 14, 15]);
    });
  });

  test('are refused where the layer has none of that path or shape, or a number is none', () => {
    const refused = (parameters, code, argument) =>
      assertRefused(() => trace({ parameters }), { code, argument });
    refused({ nowhere: [[1]] }, 'step', 'parameters');
    refused({ scores: [[1]] }, 'step', 'parameters');
    refused({ ids: [[0, 0, 0]] }, 'step', 'parameters');
    refused({ '': [[1]] }, 'step', 'parameters');
    refused({ w_q: [[1]] }, 'shape', 'w_q');
    refused({ w_q: { shape: [4, 4], data: new Float32Array(16).fill(NaN) } }, 'not_finite', 'w_q');
    refused(7, 'type', 'parameters');
  });
});
