// Bad sentences, vectors, masks and parameters: each is refused by name before anything is computed, and the engine goes on.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ap, assertSame } from './support/engine.mjs';
import { models, refused, small, source, target, withModel } from './support/models.mjs';

const good = models['encoder–decoder'];
const holes = new Array(3);

const traced = (options) => () => ap.traceTransformer({ ...good, ...options });

describe('vocabularies', () => {
  test('are lists of different strings', () => {
    for (const vocabulary of [
      null,
      5,
      'text',
      {},
      [5],
      ['a', null],
      holes,
      [['a']],
      new Set(['a']),
    ])
      for (const call of [traced({ vocabulary }), () => ap.transformer({ vocabulary })])
        refused(call, 'type', 'vocabulary');
    const record = { actual: '"cat" twice', expected: 'each token once' };
    refused(traced({ vocabulary: ['cat', 'the', 'cat'] }), 'conflict', 'vocabulary', record);
    refused(traced({ vocabulary: ['\ud800', '\udfff'] }), 'conflict', 'vocabulary');
  });
  test('are the model’s own, not the caller’s list, and stay as they are', () => {
    const words = ['the', 'cat'];
    withModel({ ...small, vocabulary: words }, (model) => {
      words.push('dog');
      assert.deepEqual(model.vocabulary, ['the', 'cat']);
      assert.throws(() => model.vocabulary.push('dog'), TypeError);
    });
  });
  test('a token outside is named with where it stands', () => {
    const vocabulary = ['the', 'cat', 'sat', '<sos>', 'die'];
    const expected = 'one of the 5 tokens of the vocabulary';
    const outside = { actual: '"dog"', expected };
    refused(traced({ vocabulary, source: [['the', 'dog']] }), 'range', 'source', outside);
    refused(traced({ vocabulary, target: [['dog']] }), 'range', 'target', outside);
    refused(traced({ vocabulary, labels: [['die', 'dog']] }), 'range', 'labels', outside);
    const unequal = { source: [['the', 'cat'], ['sat']], target: [['<sos>'], ['<sos>']] };
    refused(traced({ vocabulary, ...unequal }), 'missing', 'vocabulary');
  });
});

describe('sentences', () => {
  // prettier-ignore
  const bad = [
    ['null', null, 'type'], ['a text', 'the cat', 'type'], ['a number', 5, 'type'], ['an object', {}, 'type'],
    ['one list of tokens', ['the', 'cat'], 'type'], ['a hole', [['the'], , ['cat']], 'type'],
    ['holes', holes, 'type'], ['a number among tokens', [['the', 5]], 'type'],
    ['a hole among tokens', [['the', , 'cat']], 'type'], ['no sentence', [], 'size'],
    ['a sentence without tokens', [[]], 'size'],
  ];
  const vocabulary = ['the', 'cat', 'sat', '<sos>', 'die', '[PAD]'];
  for (const [name, value, code] of bad) {
    test(`${name}: ${code}, as source, target and labels, with and without a vocabulary`, () => {
      for (const argument of ['source', 'target', 'labels'])
        for (const more of [{}, { vocabulary }])
          refused(traced({ ...more, [argument]: value }), code, argument);
    });
  }
  test('a decoder needs a target, and with an encoder a source', () => {
    refused(traced({ source: undefined }), 'missing', 'source');
    refused(traced({ target: undefined }), 'missing', 'target');
    refused(
      traced({ architecture: 'decoder-only', target: undefined, source: undefined }),
      'missing',
      'target',
    );
    refused(
      traced({ architecture: 'encoder-only', target: undefined, source: undefined }),
      'missing',
      'source',
    );
  });
  test('what the model has no use for is a conflict', () => {
    const decoder = { architecture: 'decoder-only' };
    refused(traced(decoder), 'conflict', 'source');
    refused(traced({ ...decoder, source: undefined, src: [[1, 2, 3, 4]] }), 'conflict', 'src');
    const encoder = { architecture: 'encoder-only' };
    refused(traced(encoder), 'conflict', 'target');
    refused(traced({ ...encoder, target: undefined, tgt: [[1, 2, 3, 4]] }), 'conflict', 'tgt');
    refused(traced({ ...encoder, target: undefined, labels: [['a']] }), 'shape', 'labels');
    const vectors = { src: [[1, 2, 3, 4]], tgt: [[1, 2, 3, 4]] };
    withModel(small, (model) => {
      refused(() => model.trace({ ...vectors, labels: [['[PAD]']] }), 'conflict', 'labels');
    });
  });
  test('so is a mask of what the model lacks', () => {
    const mask = [[true]];
    withModel({ ...small, architecture: 'decoder-only', vocabulary: ['a'] }, (model) => {
      const expected = 'nothing: the model is decoder-only';
      for (const name of ['srcMask', 'srcKeyPaddingMask', 'memoryMask', 'memoryKeyPaddingMask']) {
        const call = () => model.trace({ target: [['a']], [name]: mask });
        refused(call, 'conflict', name, { actual: 'given', expected });
      }
    });
    withModel({ ...small, architecture: 'encoder-only', vocabulary: ['a'] }, (model) => {
      for (const name of ['tgtMask', 'tgtKeyPaddingMask', 'memoryMask', 'memoryKeyPaddingMask'])
        refused(() => model.trace({ source: [['a']], [name]: mask }), 'conflict', name);
    });
  });
  test('as many targets as sources, as many labels as tokens', () => {
    refused(traced({ source: [['the'], ['cat']] }), 'shape', 'target');
    refused(traced({ labels: [['die']] }), 'shape', 'labels');
    refused(traced({ labels: [['die', 'die', 'die']] }), 'shape', 'labels');
    refused(
      traced({
        labels: [
          ['die', 'die'],
          ['die', 'die'],
        ],
      }),
      'shape',
      'labels',
    );
  });
});

describe('vectors and masks', () => {
  test('vectors: rank, width, finite numbers, tokens beside', () => {
    const src = (value, more) => traced({ source: undefined, src: value, ...more });
    for (const value of [null, 5, 'text', {}, [[1, 2, '3', 4]], holes])
      refused(src(value), 'type', 'src');
    refused(src([1, 2, 3, 4]), 'rank', 'src');
    refused(src([[[[1, 2, 3, 4]]]]), 'rank', 'src');
    refused(src([[1, 2, 3]]), 'shape', 'src');
    refused(src({ shape: [1, 0, 4], data: [] }), 'shape', 'src');
    refused(src([[1, 2, 3, Infinity]]), 'not_finite', 'src');
    refused(src([[1, 2, 3, 4]], { source }), 'shape', 'src');
    refused(traced({ target: undefined, tgt: [[1, 2]] }), 'shape', 'tgt');
  });
  const masks = {
    srcMask: [3, 3],
    tgtMask: [2, 2],
    memoryMask: [2, 3],
    srcKeyPaddingMask: [1, 3],
    tgtKeyPaddingMask: [1, 2],
    memoryKeyPaddingMask: [1, 3],
  };
  for (const [name, [rows, columns]] of Object.entries(masks)) {
    test(`${name} fits (${rows}, ${columns})`, () => {
      const filled = (value, n) => new Array(rows).fill(new Array(n).fill(value));
      refused(traced({ [name]: filled(true, columns + 1) }), 'shape', name);
      refused(traced({ [name]: filled(NaN, columns) }), 'not_finite', name);
      refused(traced({ [name]: filled(Infinity, columns) }), 'not_finite', name);
      for (const value of [null, 5, 'text', [['a']]])
        refused(traced({ [name]: value }), 'type', name);
      const trace = traced({ [name]: filled(true, columns) })();
      trace.dispose();
    });
  }
});

describe('parameters', () => {
  const given = (parameters) => traced({ parameters });
  test('are an object of tensors', () => {
    for (const value of [null, 5, 'text', [], true]) refused(given(value), 'type', 'parameters');
    for (const value of [null, 5, 'text', {}, [['1']]])
      refused(given({ embedding_table: value }), 'type', 'embedding_table');
    refused(given({ embedding_table: undefined }), 'missing', 'embedding_table');
    refused(given({ w_vocabulary: { shape: [2], data: [1] } }), 'size', 'w_vocabulary');
  });
  test('of a path that the model has', () => {
    const some = 'embedding_table, encoder.0.self_attention.w_q, encoder.0.self_attention.b_q';
    const record = { expected: `paths of parameters: ${some} and 42 more` };
    for (const path of [
      'nowhere',
      'decoder.1.self_attention.w_q',
      'logits',
      'encoder.norm_weight',
      'source.ids',
    ]) {
      refused(given({ [path]: [1] }), 'step', 'parameters', { actual: path, ...record });
    }
  });
  test('of a path at all, said when the model is made', () => {
    for (const value of [[1], undefined, [['1']]]) {
      const call = () => ap.transformer({ ...small, parameters: { '': value } });
      refused(call, 'step', 'parameters', { actual: 'an empty path' });
    }
    for (const path of ['embedding_table\0', '\0']) {
      const call = () => ap.transformer({ ...small, parameters: { [path]: [[NaN]] } });
      refused(call, 'step', 'parameters', { actual: `"${path}"` });
    }
  });
  test('of the shape that the model says', () => {
    const record = { actual: '(1, 2)', expected: '(7, 4)' };
    refused(given({ embedding_table: [[1, 2]] }), 'shape', 'embedding_table', record);
    refused(given({ 'encoder.0.norm_1_weight': [1] }), 'shape', 'encoder.0.norm_1_weight');
  });
  test('of finite numbers', () => {
    const table = { shape: [7, 4], data: new Float32Array(28) };
    table.data[9] = NaN;
    const record = { actual: 'NaN at (2, 1)' };
    refused(given({ embedding_table: table }), 'not_finite', 'embedding_table', record);
  });
});

test('a model is as it was after every refusal', () => {
  withModel({ ...small, vocabulary: ['the', 'cat', 'sat', '<sos>', 'die'] }, (model) => {
    const read = () => {
      const trace = model.trace({ source, target });
      const logits = trace.tensor('logits');
      trace.dispose();
      return logits;
    };
    const before = read();
    const path = 'decoder.0.self_attention.w_q';
    // prettier-ignore
    const bad = [
      [() => model.trace({ source: [['dog']], target }), 'range', 'source'],
      [() => model.trace({ source }), 'missing', 'target'],
      [() => model.trace({ source, target, tgtMask: [[NaN]] }), 'not_finite', 'tgtMask'],
      [() => model.parameter('nowhere'), 'step', 'path'],
      [() => model.set('nowhere', [0], 1), 'step', 'path'],
      [() => model.set(path, [0, 0], NaN), 'not_finite', 'value'],
      [() => model.set(path, [0, 0], 1e39), 'not_finite', 'value'],
    ];
    for (const [call, code, argument] of bad) refused(call, code, argument);
    for (const other of [
      undefined,
      null,
      5,
      Symbol('p'),
      [path],
      Object.create(null),
      { toString: () => path },
    ]) {
      refused(() => model.parameter(other), 'step', 'path');
      refused(() => model.set(other, [0, 0], 1), 'step', 'path');
    }
    for (const index of [
      undefined,
      null,
      5,
      [],
      [0],
      [0, 4],
      [-1, 0],
      [0.5, 0],
      [NaN, 0],
      ['0', 0],
      [0, 0, 0],
    ])
      refused(() => model.set(path, index, 1), 'index', 'index');
    for (const value of [undefined, null, '1', true, {}, 1n])
      refused(() => model.set(path, [0, 0], value), 'type', 'value');
    assertSame(read(), before);
  });
});
