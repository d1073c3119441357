// Gradients as steps: which there are, what each is, how they follow edits, and what is refused. That the numbers are
// gradients is shown by central differences (tests/cpp/steps/gradient_differences_test.cpp), and that their lines
// compute them by programs (program/programs.test.mjs).

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ap,
  assertNear,
  assertRefused,
  assertSame,
  at,
  engine,
  indicesOf,
  seeded,
} from './support/engine.mjs';

const model = {
  source: [['a', 'b', 'c']],
  target: [['x', 'y']],
  labels: [['y', 'z']],
  dModel: 4,
  nhead: 2,
  numEncoderLayers: 1,
  numDecoderLayers: 1,
  dimFeedforward: 3,
};
const layer = { tokens: [['I', 'am', 'good']], dModel: 4, numHeads: 2, seed: 3 };

function withGradients(use, options = model) {
  const trace = ap.traceTransformer(options);
  try {
    return use(trace, trace.backward());
  } finally {
    trace.dispose();
  }
}

function withLayer(use) {
  const trace = ap.traceAttention(layer);
  try {
    return use(trace);
  } finally {
    trace.dispose();
  }
}

const stepOf = (trace, path) => trace.steps.find((step) => step.path === path);

/** What a cell's explanation adds up to, by its rule. */
function recomputed(explanation) {
  const { rule, operands } = explanation;
  if (rule === 'chain') {
    return explanation.upstream.reduce(
      (sum, { value }, i) => sum + value * explanation.derivatives[i],
      0,
    );
  }
  if (rule === 'dot') {
    const { left, right } = explanation;
    return left.reduce((sum, { value }, i) => sum + value * right[i].value, 0);
  }
  if (rule === 'sum') return operands.reduce((sum, { value }) => sum + value, 0);
  if (rule === 'copy') return explanation.source.value;
  return explanation.result;
}

/** Every operand that an explanation names. */
function operandsOf({ rule, upstream, operands, left, right, source }) {
  if (rule === 'dot') return [...left, ...right];
  if (rule === 'copy') return [source];
  return [...(upstream ?? []), ...(operands ?? [])];
}

describe('backward', () => {
  test('adds the gradients of all that the loss depends on, from the loss back', () => {
    withGradients((trace, paths) => {
      assert.equal(paths[0], 'gradient.loss');
      // A 1 that nothing is learned of.
      assert.equal(stepOf(trace, paths[0]).source, 'constant');
      assert.deepEqual(
        trace.steps.slice(-paths.length).map(({ path }) => path),
        paths,
      );
      const forward = trace.steps.filter(({ gradient }) => !gradient);
      for (const { path, shape, source } of forward) {
        if (source !== 'parameter') continue;
        assert.deepEqual(stepOf(trace, `gradient.${path}`)?.shape, shape, path);
      }
      for (const name of [
        'source.ids',
        'labels',
        'decoder.causal_mask',
        'source.position_encoding',
      ]) {
        assert.ok(stepOf(trace, name), name);
        assert.equal(stepOf(trace, `gradient.${name}`), undefined, name);
      }
    });
  });

  test('says of each what it belongs to', () => {
    withGradients((trace) => {
      const { gradient } = stepOf(trace, 'gradient.decoder.0.cross_attention.scores');
      assert.deepEqual(gradient, {
        of: 'decoder.0.cross_attention.scores',
        through: 'decoder.0.cross_attention.scaled_scores',
      });
      const table = stepOf(trace, 'gradient.embedding_table');
      assert.deepEqual(table.gradient, { of: 'embedding_table' });
      assert.deepEqual(table.inputs, [
        'gradient.embedding_table.from.source.embedding',
        'gradient.embedding_table.from.target.embedding',
      ]);
      assert.deepEqual(stepOf(trace, table.inputs[0]).gradient, {
        of: 'embedding_table',
        through: 'source.embedding',
        share: true,
      });
      assert.deepEqual(stepOf(trace, 'gradient.decoder.0.norm_1.normalised').gradient, {
        through: 'decoder.0.norm_1',
      });
    });
  });

  test('gives symbols and lines by those of the forward pass', () => {
    withLayer((trace) => {
      trace.backward({ of: 'output' });
      const { symbol, formula, code } = stepOf(trace, 'gradient.w_o');
      assert.equal(symbol, String.raw`\mathrm{d}{W_O}`);
      assert.equal(formula, String.raw`\mathrm{d}{W_O} = [Z_1 \dots Z_h]^{\top}\, \mathrm{d}O`);
      assert.equal(code, 'd_w_o = concat.flatten(0, -2).T @ d_output.flatten(0, -2)');
    });
  });

  test('no two of its steps share a symbol within a layer', () => {
    withGradients((trace, paths) => {
      const known = new Map();
      for (const path of paths) {
        const { symbol, scope, kind } = stepOf(trace, path);
        const key = [symbol, JSON.stringify(scope)].join(' ');
        assert.equal(
          known.get(key),
          undefined,
          `${path} (${kind}) and ${known.get(key)}: ${symbol}`,
        );
        known.set(key, path);
      }
    });
  });

  test('every cell is explained by recorded cells, within its bound', () => {
    withGradients((trace, paths) => {
      const tensors = new Map(trace.steps.map(({ path }) => [path, trace.tensor(path)]));
      const rules = new Set();
      for (const path of paths) {
        for (const index of indicesOf(stepOf(trace, path).shape)) {
          const explanation = trace.explain(path, index);
          rules.add(explanation.rule);
          const { bound, difference, value } = explanation;
          assert.ok(difference <= bound, `${path} ${index}: ${difference} > ${bound}`);
          assert.ok(Math.abs(recomputed(explanation) - value) <= bound + 1e-12, `${path} ${index}`);
          for (const { step, index: place, value: operand } of operandsOf(explanation)) {
            assert.equal(operand, at(tensors.get(step), place), `${path} ${index}: ${step}`);
          }
        }
      }
      for (const rule of ['chain', 'dot', 'sum', 'copy', 'elementwise']) assert.ok(rules.has(rule));
    });
  });

  test('of a step with a seed is the sum of its cells times the seed’s', () => {
    withLayer((trace) => {
      const seed = seeded(9).tensor(1, 3, 4);
      const paths = trace.backward({ of: 'output', seed });
      assertSame(trace.tensor(paths[0]), seed);
      const withSeed = trace.tensor('gradient.w_v');
      const ones = { shape: seed.shape, data: new Float32Array(12).fill(1) };
      trace.backward({ of: 'output', seed: ones });
      const withOnes = trace.tensor('gradient.w_v');
      assert.notDeepEqual(withOnes.data, withSeed.data);
      trace.backward({ of: 'output' });
      assertSame(trace.tensor('gradient.w_v'), withOnes);
    });
  });

  test('from inside a tile goes through its maximum, too', () => {
    const trace = ap.traceAttention({ ...layer, tile: [2, 2] });
    const numbers = (path) => trace.tensor(path).data;
    trace.backward({ of: 'tiles.0.0.tile_sum' });
    const weights = numbers('tiles.0.0.tile_exponentials');
    const sums = numbers('tiles.0.0.tile_sum');
    // The sum of e^(x − m), where m is the larger one of two scores x.
    const expected = [...weights].map((weight, i) => weight - (weight === 1 ? sums[i >> 1] : 0));
    assertNear({ data: numbers('gradient.tiles.0.0.tile_scaled_scores') }, expected, 1e-6);
    trace.dispose();
  });

  test('a second call replaces the first', () => {
    withLayer((trace) => {
      const count = trace.steps.length;
      const first = trace.backward({ of: 'output' });
      const second = trace.backward({ of: 'weights' });
      assert.equal(trace.steps.length, count + second.length);
      assert.ok(first.includes('gradient.w_v') && !second.includes('gradient.w_v'));
      assert.throws(() => trace.tensor('gradient.w_v'), { code: 'step' });
    });
  });

  test('follows an edit: nothing passes through the edited cell, and undo opens it again', () => {
    withGradients((trace, paths) => {
      const path = 'encoder.0.self_attention.scores';
      const before = new Map(paths.map((each) => [each, trace.tensor(each)]));
      const changed = trace.set(path, [0, 0, 1, 2], 3);
      assert.ok(changed.includes('gradient.encoder.0.self_attention.w_q'));
      assert.equal(at(trace.tensor(`gradient.${path}.computed_cells`), [0, 0, 1, 2]), 0);
      assert.notEqual(at(trace.tensor(`gradient.${path}`), [0, 0, 1, 2]), 0);
      assert.ok(at(trace.tensor(`gradient.${path}.passed`), [0, 0, 1, 2]) === 0);
      assert.deepEqual(
        stepOf(trace, 'gradient.encoder.0.self_attention.q_transposed').inputs[0],
        `gradient.${path}.passed`,
      );
      assertSame(trace.baseline('gradient.w_vocabulary'), before.get('gradient.w_vocabulary'));
      trace.undo();
      assert.deepEqual(
        trace.steps.slice(-paths.length).map((step) => step.path),
        paths,
      );
      for (const [each, tensor] of before) assertSame(trace.tensor(each), tensor, each);
    });
  });

  test('is edited, undone and compared as the forward pass is', () => {
    withLayer((trace) => {
      trace.backward({ of: 'output' });
      const before = trace.tensor('gradient.w_q');
      const changed = trace.set('gradient.weights', [0, 1, 2, 0], 5);
      assert.equal(changed[0], 'gradient.weights');
      assert.ok(changed.includes('gradient.w_q') && !changed.includes('gradient.w_v'));
      assert.deepEqual(trace.edits, [{ path: 'gradient.weights', index: [0, 1, 2, 0], value: 5 }]);
      withLayer((other) => {
        other.backward({ of: 'output' });
        assert.equal(trace.firstDifference(other).path, 'gradient.weights');
      });
      trace.undo();
      assertSame(trace.tensor('gradient.w_q'), before);
    });
  });

  test('an encoder alone has a loss, and gradients of it', () => {
    const options = { ...model, architecture: 'encoder-only', target: undefined };
    withGradients(
      (trace) => {
        assert.equal(stepOf(trace, 'gradient.encoder.0.self_attention.w_q').shape.length, 2);
      },
      { ...options, labels: [['b', '[PAD]', 'a']] },
    );
  });

  test('works through a worker, too', async () => {
    const remote = engine.loadWorker();
    const trace = await remote.traceTransformer(model);
    const paths = await trace.backward();
    withGradients((local, here) => assert.deepEqual(paths, here));
    assert.equal((await trace.tensor('gradient.logits')).shape.length, 3);
    await trace.dispose();
  });
});

describe('backward refuses', () => {
  const refused = (options, wanted) =>
    withLayer((trace) => assertRefused(() => trace.backward(options), wanted));

  test('a trace without a loss, if no step is named', () => {
    refused(undefined, { code: 'missing', argument: 'of' });
    refused({}, { code: 'missing', argument: 'of' });
  });
  test('what is no step, and a step of a backward pass', () => {
    refused({ of: 'nothing' }, { code: 'step', argument: 'of' });
    refused({ of: 3 }, { code: 'step', argument: 'of' });
    withLayer((trace) => {
      const [start] = trace.backward({ of: 'output' });
      assertRefused(() => trace.backward({ of: start }), { code: 'step', argument: 'of' });
      assert.ok(stepOf(trace, 'gradient.w_q'), 'the last one stays');
    });
  });
  test('a choice, to which no number leads', () => {
    const trace = ap.traceTransformer({ ...model, labels: undefined });
    const choice = trace.steps.find(({ op }) => op === 'argmax').path;
    assertRefused(() => trace.backward({ of: choice }), { code: 'conflict', argument: 'of' });
    trace.dispose();
  });
  test('a seed of another shape, and one that is not finite', () => {
    refused({ of: 'output', seed: [1, 2] }, { code: 'shape', argument: 'seed' });
    const seed = { shape: [1, 3, 4], data: new Float32Array(12).fill(NaN) };
    refused({ of: 'output', seed }, { code: 'not_finite', argument: 'seed' });
  });
  test('options that are none', () => {
    refused(null, { code: 'type', argument: 'options' });
    refused('output', { code: 'type', argument: 'options' });
  });
});
