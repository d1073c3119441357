// Bad sequences: refused when they are asked for, before the first token; the model goes on as it was.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ap, assertRefused } from './support/engine.mjs';
import { refused, small, withModel } from './support/models.mjs';

const vocabulary = ['the', 'cat', 'sat', '<sos>', '<eos>'];
const own = { ...small, vocabulary, source: ['the', 'cat'] };

/** As an option of `ap.generate` and of a model's own. */
function refusedTwice(options, code, argument, more) {
  refused(() => ap.generate({ ...own, ...options }), code, argument, more);
  withModel({ ...small, vocabulary }, (model) => {
    const call = () => model.generate({ source: own.source, ...options });
    refused(call, code, argument, more);
    refused(() => ap.generate({ source: own.source, ...options, model }), code, argument, more);
    assert.equal(model.cachedTokens, 0);
  });
}

describe('how a token is chosen', () => {
  // prettier-ignore
  const noNumbers = [null, '1', '', 'warm', true, {}, [1], Symbol('1'), 1n, new Proxy({}, {}), Object(1)];
  test('temperature is a number that logits can be divided by as floats', () => {
    for (const value of noNumbers) refusedTwice({ temperature: value }, 'type', 'temperature');
    const tiny = [1e-45, 1e-39, 1e-38, 9e-31, 1e-50, 5e-324];
    for (const value of [0, -0, -1, NaN, Infinity, -Infinity, ...tiny, 2e30, 1e38, 1e39, 1e300]) {
      const record = { actual: String(value), expected: 'a number from 1e-30 to 1e30' };
      refusedTwice({ temperature: value }, 'range', 'temperature', record);
    }
  });
  test('topK is at most the size of the vocabulary', () => {
    for (const value of noNumbers) refusedTwice({ topK: value }, 'type', 'topK');
    const expected = 'a whole number from 1 to 5';
    for (const value of [0, -1, 1.5, NaN, Infinity, 6, 2 ** 31])
      refusedTwice({ topK: value }, 'range', 'topK', { expected });
  });
  test('maxNewTokens and seed are whole numbers, doSample, useCache and trace true or false', () => {
    for (const name of ['maxNewTokens', 'seed'])
      for (const value of noNumbers) refusedTwice({ [name]: value }, 'type', name);
    for (const value of [0, -1, 1.5, NaN, Infinity, 2 ** 31])
      refusedTwice({ maxNewTokens: value }, 'range', 'maxNewTokens');
    for (const value of [-1, 0.5, NaN, 2 ** 32]) refusedTwice({ seed: value }, 'range', 'seed');
    for (const name of ['doSample', 'useCache', 'trace'])
      for (const value of [null, 0, 1, 'true', {}]) refusedTwice({ [name]: value }, 'type', name);
  });
  test('endToken is a token', () => {
    for (const value of [null, 5, {}, ['<eos>'], Symbol('<eos>')])
      refusedTwice({ endToken: value }, 'type', 'endToken');
  });
});

describe('sentences', () => {
  test('are lists of tokens of the vocabulary', () => {
    const holes = new Array(3);
    for (const name of ['source', 'prompt']) {
      for (const value of [null, 5, 'the cat', {}, [5], [null], [['the']], holes, ['the', , 'cat']])
        refusedTwice({ [name]: value }, 'type', name);
      refusedTwice({ [name]: [] }, 'size', name);
      const record = { actual: '"dog"', expected: 'one of the 5 tokens of the vocabulary' };
      refusedTwice({ [name]: ['the', 'dog'] }, 'range', name, record);
    }
  });
  test('of a vocabulary that is made of them, too', () => {
    for (const name of ['source', 'prompt']) {
      const call = (value) => () => ap.generate({ ...small, source: ['a'], [name]: value });
      for (const value of [null, 5, 'the cat', {}, [5], ['the', , 'cat']])
        refused(call(value), 'type', name);
      refused(call([]), 'size', name);
    }
  });
  test('an encoder needs a source, a decoder alone a prompt and no source', () => {
    refusedTwice({ source: undefined }, 'missing', 'source');
    const decoder = { ...small, vocabulary, architecture: 'decoder-only' };
    refused(() => ap.generate(decoder), 'missing', 'prompt');
    refused(
      () => ap.generate({ ...decoder, prompt: ['the'], source: ['the'] }),
      'conflict',
      'source',
    );
  });
  test('an encoder alone generates nothing', () => {
    const encoder = { ...small, vocabulary, architecture: 'encoder-only', source: ['the'] };
    refused(() => ap.generate(encoder), 'conflict', 'architecture');
  });
  test('where the vocabulary has no <sos>, the prompt is asked for', () => {
    const call = () => ap.generate({ ...own, vocabulary: ['the', 'cat'] });
    refused(call, 'range', 'prompt', { actual: '"<sos>"' });
  });
  test('fit into the table of learned positions, new tokens included', async () => {
    const learned = { ...own, positions: 'learned', maxLength: 3 };
    const rows = { expected: 'at most 3, the rows of the position table' };
    const call = (options) => () => ap.generate({ ...learned, ...options });
    const four = ['the', 'cat', 'sat', 'the'];
    refused(call({ source: four, maxNewTokens: 1 }), 'range', 'source', rows);
    refused(call({ prompt: four, maxNewTokens: 1 }), 'range', 'prompt', rows);
    refused(call({ maxNewTokens: 4 }), 'range', 'maxNewTokens', { actual: '4 tokens', ...rows });
    // The last of them is not read again.
    const made = [];
    for await (const { token } of call({ maxNewTokens: 3, endToken: 'never' })()) made.push(token);
    assert.equal(made.length, 3);
  });
});

describe('the model', () => {
  test('is one of this engine’s', () => {
    for (const model of [undefined, null, 5, 'model', {}, ap, { generate() {} }])
      refused(() => ap.generate({ model, source: ['the'] }), 'type', 'model');
  });
  test('has its options already: others beside it are refused', () => {
    withModel({ ...small, vocabulary }, (model) => {
      const record = { actual: 'given', expected: 'nothing: the model has its own' };
      for (const [name, value] of Object.entries({ ...small, vocabulary, training: true })) {
        const call = () => ap.generate({ model, source: ['the'], [name]: value });
        refused(call, 'conflict', name, record);
      }
    });
  });
  test('is in use', () => {
    const model = ap.transformer({ ...small, vocabulary });
    model.dispose();
    const record = { code: 'disposed', argument: 'model' };
    assertRefused(() => ap.generate({ model, source: ['the'] }), record);
    assertRefused(() => model.generate({ source: ['the'] }), record);
  });
  test('has what a model of its own must have', () => {
    refused(() => ap.generate({ ...own, nhead: 3 }), 'heads', 'nhead');
    refused(() => ap.generate({ ...own, vocabulary: ['a', 'a'] }), 'conflict', 'vocabulary');
    refused(() => ap.generate({ ...own, dModel: 2 ** 20, nhead: 1 }), 'memory', 'dModel');
    const parameters = { w_vocabulary: [[NaN]] };
    refused(() => ap.generate({ ...own, parameters }), 'not_finite', 'w_vocabulary');
  });
  test('has parameters that its model has, of their shapes', () => {
    const given = (parameters) => () => ap.generate({ ...own, parameters });
    refused(given({ nowhere: [1] }), 'step', 'parameters', { actual: 'nowhere' });
    const record = { expected: '(4, 5)' };
    refused(given({ w_vocabulary: [[1]] }), 'shape', 'w_vocabulary', record);
  });
});

test('a refused sequence takes nothing from the cache of the model', async () => {
  await withModel({ ...small, vocabulary }, async (model) => {
    for await (const _ of model.generate({ source: ['the'], maxNewTokens: 2, endToken: 'never' }));
    assert.equal(model.cachedTokens, 2);
    assertRefused(() => model.generate({ source: ['the'], topK: 9 }), {
      code: 'range',
      argument: 'topK',
    });
    assert.equal(model.cachedTokens, 2);
  });
});
