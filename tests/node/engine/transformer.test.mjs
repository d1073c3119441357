// Traces of whole models: what steps there are, and that every cell of every one of them explains itself.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ap, assertNear, assertSame, at, epsilon, printed, seeded } from './support/engine.mjs';
import { models, small, source, target, withModel, withTransformer } from './support/models.mjs';
import { checkEveryCell } from './support/explanation-check.mjs';

const pathsOf = (trace) => trace.steps.map(({ path }) => path);
const shapeOf = (trace, path) => trace.steps.find((step) => step.path === path)?.shape;

describe('every cell of every step is explained by recorded cells, and gives its number', () => {
  const met = new Set();
  for (const [name, options] of Object.entries(models)) {
    test(name, () => {
      withTransformer(options, (trace) => {
        const counts = checkEveryCell(trace, { layerNormEps: options.layerNormEps });
        for (const rule of Object.keys(counts)) met.add(rule);
        const cells = trace.steps.map(({ shape }) => shape.reduce((a, b) => a * b, 1));
        const explained = Object.values(counts).reduce((a, b) => a + b, 0);
        assert.equal(
          explained,
          cells.reduce((a, b) => a + b),
        );
      });
    });
  }
  test('the rules of a Transformer were all met', () => {
    for (const rule of ['normalise', 'function', 'choice', 'sum', 'dropout', 'causal', 'padding'])
      assert.ok(met.has(rule), rule);
  });
});

describe('the steps of a model', () => {
  test('encoder–decoder: shapes from the words to the prediction', () => {
    withTransformer(models['encoder–decoder'], (trace) => {
      const shapes = {
        embedding_table: [7, 4], // the cat sat <sos> die <eos> [PAD]
        'source.ids': [1, 3],
        'source.x': [1, 3, 4],
        'target.x': [1, 2, 4],
        'encoder.0.self_attention.scores': [1, 2, 3, 3],
        'encoder.0.feed_forward.hidden': [1, 3, 6],
        'encoder.0.norm_2': [1, 3, 4],
        'decoder.causal_mask': [1, 1, 2, 2],
        'decoder.0.self_attention.weights': [1, 2, 2, 2],
        'decoder.0.cross_attention.weights': [1, 2, 2, 3],
        'decoder.0.norm_3': [1, 2, 4],
        w_vocabulary: [4, 7],
        logits: [1, 2, 7],
        probabilities: [1, 2, 7],
        prediction: [1, 2],
      };
      for (const [path, shape] of Object.entries(shapes)) {
        assert.deepEqual(shapeOf(trace, path), shape, path);
        assert.deepEqual(trace.tensor(path).shape, shape, path);
      }
      const paths = pathsOf(trace);
      assert.equal(new Set(paths).size, paths.length);
      assert.ok(!paths.includes('encoder.norm') && !paths.includes('loss'));
    });
  });

  test('encoder-only ends with its encoder, decoder-only has no cross-attention', () => {
    withTransformer(models['encoder-only, without bias'], (trace) => {
      const paths = pathsOf(trace);
      assert.equal(paths.at(-1), 'encoder.norm');
      assert.ok(!paths.some((path) => /decoder|target|logits|\.b_|_bias/.test(path)));
    });
    withTransformer(models['decoder-only, learned positions, tied weights'], (trace) => {
      const paths = pathsOf(trace);
      assert.ok(!paths.some((path) => /encoder|source|cross|w_vocabulary/.test(path)));
      assert.deepEqual(shapeOf(trace, 'position_table'), [5, 4]);
      const logits = trace.steps.find(({ path }) => path === 'logits');
      assert.deepEqual(logits.inputs, ['decoder.0.norm_2', 'embedding_table']);
    });
  });

  test('a norm ends each stack in pre-norm, or where it is asked for', () => {
    const ends = (options) =>
      withTransformer({ ...small, source, target, ...options }, (trace) =>
        pathsOf(trace).filter((path) => /^(en|de)coder\.norm$/.test(path)),
      );
    assert.deepEqual(ends({}), []);
    assert.deepEqual(ends({ normFirst: true }), ['encoder.norm', 'decoder.norm']);
    assert.deepEqual(ends({ finalNorm: true }), ['encoder.norm', 'decoder.norm']);
    assert.deepEqual(ends({ normFirst: true, finalNorm: false }), []);
  });

  test('a mask is declared once, and every layer reads it', () => {
    const options = {
      ...small,
      numDecoderLayers: 3,
      source: [...source, ['cat']],
      target: [...target, ['<sos>']],
    };
    withTransformer(options, (trace) => {
      const readers = (mask) => trace.steps.filter(({ inputs }) => inputs.includes(mask));
      assert.equal(readers('decoder.causal_mask').length, 3);
      assert.equal(readers('decoder.memory_padding_mask').length, 3);
      assert.equal(readers('encoder.padding_mask').length, 1);
      assert.equal(trace.steps.filter(({ op }) => op === 'causal_mask').length, 1);
    });
  });

  test('no layers at all: the words go straight to the logits', () => {
    const options = { ...small, numEncoderLayers: 0, numDecoderLayers: 0, source, target };
    withTransformer(options, (trace) => {
      const { inputs } = trace.steps.find(({ path }) => path === 'logits');
      assert.equal(inputs[0], 'target.x');
    });
  });
});

describe('what a pass gives', () => {
  test('probabilities are a row each, the prediction is where the logits are largest', () => {
    withTransformer(models['encoder–decoder'], (trace) => {
      const logits = trace.tensor('logits');
      const probabilities = trace.tensor('probabilities');
      for (let t = 0; t < 2; t++) {
        const row = Array.from({ length: 7 }, (_, v) => at(probabilities, [0, t, v]));
        assertNear({ data: [row.reduce((a, b) => a + b)] }, [1], 8 * epsilon);
        const scores = Array.from({ length: 7 }, (_, v) => at(logits, [0, t, v]));
        const best = scores.indexOf(Math.max(...scores));
        assert.equal(at(trace.tensor('prediction'), [0, t]), best);
      }
    });
  });

  test('labels: the loss is the mean of −log p over the tokens that are one', () => {
    withTransformer(models['encoder–decoder with labels, unequal lengths, dropout'], (trace) => {
      const labels = trace.tensor('labels');
      const log = trace.tensor('log_probabilities');
      assert.deepEqual([...labels.data.slice(1, 3)], [-1, -1], 'a sentence that is over');
      const terms = [...labels.data].flatMap((label, i) =>
        label < 0 ? [] : [-at(log, [Math.floor(i / 3), i % 3, label])],
      );
      assert.equal(terms.length, 4);
      const mean = terms.reduce((a, b) => a + b) / 4;
      assertNear(trace.tensor('loss'), [mean], 2 * epsilon * mean);
      assert.deepEqual(trace.tensor('loss').shape, []);
      assert.ok(!pathsOf(trace).includes('probabilities'));
    });
  });

  test('labels that are all padding: no term, and a loss of 0', () => {
    const options = { ...small, source, target, labels: [['[PAD]', '[PAD]']] };
    withTransformer(options, (trace) => assert.deepEqual([...trace.tensor('loss').data], [0]));
  });

  test('a short sentence gives what it gives alone, padded or not', () => {
    const vocabulary = ['the', 'cat', 'sat', '<sos>', 'die', '[PAD]'];
    withModel({ ...small, vocabulary }, (model) => {
      const read = (options) => {
        const trace = model.trace(options);
        const { data } = trace.tensor('logits');
        trace.dispose();
        return data;
      };
      const alone = read({ source: [['sat']], target: [['<sos>']] });
      const beside = read({
        source: [['the', 'cat', 'sat'], ['sat']],
        target: [...target, ['<sos>']],
      });
      assert.deepEqual([...beside.slice(12, 18)], [...alone]);
    });
  });

  test('vectors instead of tokens: the embeddings given are what the tokens look up', () => {
    const tokens = { ...small, source, target, seed: 4 };
    withTransformer(tokens, (named) => {
      const src = named.tensor('source.embedding');
      // The same vocabulary, for the same output matrix.
      const vocabulary = ['the', 'cat', 'sat', '<sos>', 'die', '<eos>', '[PAD]'];
      const vectors = { ...tokens, source: undefined, src, vocabulary };
      withTransformer(vectors, (given) => {
        assertSame(given.tensor('logits'), named.tensor('logits'));
      });
    });
  });

  test('vectors with tokens beside: these only say how long each sentence is', () => {
    const src = seeded(3).tensor(2, 3, 4);
    withModel({ ...small, architecture: 'encoder-only' }, (model) => {
      const trace = model.trace({ src, source: [['a', 'b', 'c'], ['d']] });
      assert.deepEqual([...trace.tensor('encoder.lengths').data], [3, 1]);
      trace.dispose();
    });
  });
});

describe('seeds', () => {
  test('equal seeds give equal numbers, other seeds others; a token keeps its vector in any vocabulary', () => {
    const options = { ...small, source, target };
    const logits = (more) => withTransformer({ ...options, ...more }, (t) => t.tensor('logits'));
    assertSame(logits({ seed: 5 }), logits({ seed: 5 }));
    assert.notDeepEqual(logits({ seed: 5 }).data, logits({ seed: 6 }).data);
    const row = (vocabulary) =>
      withTransformer({ ...options, vocabulary }, (trace) => [
        ...trace.tensor('source.embedding').data.slice(0, 4),
      ]);
    const words = ['the', 'cat', 'sat', '<sos>', 'die'];
    assert.deepEqual(row(words), row(['more', ...words.toReversed()]));
  });

  test('the first numbers of seed 42 stay what they are', () => {
    withTransformer({ ...small, source, target, seed: 42 }, (trace) => {
      const first = { data: trace.tensor('logits').data.slice(0, 4) };
      assertNear(first, [0.7899, -1.3313, 0.4099, -0.6134], printed(4, 4));
    });
  });
});

test('declarations(): every kind of step of these traces is in the list', () => {
  const kinds = new Set(ap.declarations().map(({ kind }) => kind));
  for (const options of Object.values(models)) {
    withTransformer(options, (trace) => {
      for (const { kind, path } of trace.steps) assert.ok(kinds.has(kind), path);
    });
  }
});
