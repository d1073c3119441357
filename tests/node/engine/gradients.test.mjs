// model.gradients, of the engine that trains: equal to the way back of a trace, and given back with the model.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ap as first, assertRefused, bundle, engine, epsilon } from './support/engine.mjs';

const ap = await engine.load({ training: true });
const vocabulary = ['<sos>', '<eos>', '[PAD]', 'The', 'cat', 'sat', 'on'];
const sizes = { vocabulary, dModel: 8, nhead: 2, dimFeedforward: 12, seed: 3 };
const source = [
  ['The', 'cat', 'sat', 'on'],
  ['cat', 'sat'],
];
const target = [
  ['<sos>', 'The', 'cat'],
  ['<sos>', 'sat', 'on'],
];
const labels = [
  ['The', 'cat', '<eos>'],
  ['sat', 'on', '[PAD]'],
];
const both = { source, target, labels };

/** A few hundred roundings, in numbers as large as the largest gradient of the way back. */
const tolerance = (largest) => 512 * epsilon * largest;

const largestOf = (data) => data.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

/** Compares gradients with those of a trace with the same options. */
function check(model, options) {
  const { loss, gradients } = model.gradients(options);
  const trace = model.trace(options);
  const added = trace.backward();
  const own = added.filter((path) => {
    const leaf = trace.steps.find((step) => `gradient.${step.path}` === path);
    return leaf?.source === 'parameter';
  });
  assert.deepEqual(Object.keys(gradients).sort(), own.map((path) => path.slice(9)).sort());
  const allowed = tolerance(Math.max(...added.map((path) => largestOf(trace.tensor(path).data))));
  const [expected] = trace.tensor('loss').data;
  assert.ok(Math.abs(loss - expected) <= tolerance(expected), `${loss}, not ${expected}`);
  for (const path of own) {
    const { shape, data } = trace.tensor(path);
    const found = gradients[path.slice(9)];
    assert.deepEqual(found.shape, shape, path);
    assert.equal(found.data.length, data.length, path);
    const difference = largestOf(data.map((x, i) => x - found.data[i]));
    assert.ok(difference <= allowed, `${path} differs by ${difference}, not ${allowed}`);
  }
  trace.dispose();
}

describe('gradients are those of a trace', () => {
  const cases = {
    'of an encoder-decoder': [{}, both],
    'with pre-norm, learned positions and gelu': [
      { normFirst: true, positions: 'learned', activation: 'gelu' },
      both,
    ],
    'without norms, with a scale of its own': [{ norm: 'none', scale: 0.2 }, both],
    'with tied tables and scaled embeddings': [{ tieWeights: true, scaleEmbedding: true }, both],
    'without biases': [{ bias: false, finalNorm: true }, both],
    'with dropout': [{ dropout: 0.3, training: true }, both],
    'of an encoder': [
      { architecture: 'encoder-only' },
      { source, labels: source.map((tokens) => [...tokens].reverse()) },
    ],
    'of a decoder': [{ architecture: 'decoder-only' }, { target, labels }],
    'with masks': [
      {},
      {
        ...both,
        tgtIsCausal: false,
        maskPadding: false,
        tgtMask: [
          [0, -Infinity, 1],
          [0, 0, 0],
          [-1, 0, 0],
        ],
        memoryKeyPaddingMask: [
          [true, true, true, false],
          [true, true, true, true],
        ],
      },
    ],
    'with word vectors': [
      {},
      {
        ...both,
        source: undefined,
        src: { shape: [2, 2, 8], data: Float32Array.from({ length: 32 }, (_, i) => Math.sin(i)) },
      },
    ],
  };
  for (const [name, [options, given]] of Object.entries(cases)) {
    test(name, () => {
      const model = ap.transformer({ ...sizes, ...options });
      check(model, given);
      model.dispose();
    });
  }
});

test('other shapes, edits and disposal: each call is about the model as it is', () => {
  const model = ap.transformer(sizes);
  const before = model.gradients(both);
  const copy = structuredClone(before);
  const shorter = { source: [['cat']], target: [['<sos>']], labels: [['cat']] };
  check(model, shorter);
  assert.deepEqual(before, copy, 'what was returned changes no more');
  assert.deepEqual(model.gradients(both), copy);
  model.set('encoder.0.self_attention.w_q', [0, 0], 2);
  assert.notDeepEqual(model.gradients(both).gradients, copy.gradients);
  check(model, both);
  model.dispose();
  assertRefused(() => model.gradients(both), { code: 'disposed', argument: 'model' });
});

test('a getter among the options that disposes of the model', () => {
  for (const before of [() => undefined, (model) => model.gradients(both)]) {
    const model = ap.transformer(sizes);
    before(model);
    const options = {
      source,
      labels,
      get target() {
        model.dispose();
        return target;
      },
    };
    assertRefused(() => model.gradients(options), { code: 'disposed', argument: 'model' });
  }
});

describe('errors', () => {
  const model = ap.transformer(sizes);
  const refused = {
    'no options': [undefined, 'type', 'options'],
    'no labels': [{ source, target }, 'missing', 'labels'],
    'labels of another shape': [{ ...both, labels: [['cat']] }, 'shape', 'labels'],
    'an unknown label': [{ ...both, labels: [['a', 'b', 'c'], labels[1]] }, 'range', 'labels'],
    'no source': [{ target, labels }, 'missing', 'source'],
    mistakes: [{ ...both, faults: ['no_scale'] }, 'conflict', 'faults'],
    'a mask that does not fit': [{ ...both, tgtMask: [[0, 0]] }, 'shape', 'tgtMask'],
  };
  for (const [name, [given, code, argument]] of Object.entries(refused)) {
    test(name, () => {
      assertRefused(() => model.gradients(given), { code, argument });
      check(model, both);
    });
  }

  test('the engine that does not train says how to load the one that does', () => {
    const other = first.transformer(sizes);
    assert.throws(() => other.gradients(both), {
      code: 'missing',
      argument: 'training',
      expected: 'load({ training: true })',
    });
    other.dispose();
  });
});

describe('load({ training: true })', () => {
  test('is an engine of its own, once', async () => {
    assert.notEqual(ap, first);
    assert.equal(await engine.load({ training: true }), ap);
    assert.equal(await engine.load(), first);
    assert.equal(await engine.load({ training: false }), first);
    const ours = ap.tensor([2], [1, 2]);
    assert.throws(() => first.softmax(ours), engine.isEngineError);
    ours.dispose();
  });

  test('takes only its own module, and says so', async () => {
    const { load } = await import(`${bundle.url}?training`);
    const wrong = load({ training: true, wasmUrl: new URL(`file://${bundle.wasm}`) });
    await assert.rejects(wrong, { code: 'mismatch', expected: /for training/ });
    await assert.rejects(load({ training: 'yes' }), { code: 'type', argument: 'training' });
    const wasmUrl = new URL(`file://${bundle.trainingWasm}`);
    const right = await load({ training: true, wasmUrl });
    assert.deepEqual(right.softmax([0, 0]).data, Float32Array.of(0.5, 0.5));
  });
});
