// Bad numbers of a model: each is refused by name before anything is computed, and the engine goes on.

import { describe, test } from 'node:test';
import { ap } from './support/engine.mjs';
import { models, refused, small, withModel } from './support/models.mjs';

const good = models['encoder–decoder'];
const noObjects = [undefined, null, 5, 'text', true, Symbol('s'), 1n, [], () => {}];
const traced = (options) => () => ap.traceTransformer({ ...good, ...options });

describe('options that are none', () => {
  for (const name of [
    'transformer',
    'traceTransformer',
    'generate',
    'traceWeights',
    'traceScaling',
  ]) {
    test(name, () => {
      for (const options of noObjects) refused(() => ap[name](options), 'type', 'options');
    });
  }
  test('a model’s passes and sequences', () => {
    withModel({ ...small, vocabulary: ['<sos>'] }, (model) => {
      for (const options of noObjects) {
        refused(() => model.trace(options), 'type', 'options');
        refused(() => model.generate(options), 'type', 'options');
      }
    });
  });
});

describe('numbers and switches', () => {
  // prettier-ignore
  const noNumbers = [null, '4', '', 'four', true, {}, [4], Symbol('4'), 4n, new Proxy({}, {}), Object(4)];
  const notWhole = [NaN, Infinity, -Infinity, 1.5, -1, 2 ** 31];
  const sizes = [
    'dModel',
    'nhead',
    'numEncoderLayers',
    'numDecoderLayers',
    'dimFeedforward',
    'maxLength',
  ];
  for (const name of sizes) {
    test(`${name} is a whole number`, () => {
      for (const value of noNumbers) refused(traced({ [name]: value }), 'type', name);
      for (const value of notWhole) refused(traced({ [name]: value }), 'range', name);
      // Without them there are no layers, or layers of attention alone.
      if (!/^(num|dimFeedforward)/.test(name)) refused(traced({ [name]: 0 }), 'range', name);
    });
  }
  test('seed is a whole number below 2³²', () => {
    for (const value of noNumbers) refused(traced({ seed: value }), 'type', 'seed');
    for (const value of [NaN, -1, 0.5, 2 ** 32]) refused(traced({ seed: value }), 'range', 'seed');
  });
  test('dropout is a probability below 1, layerNormEps 0 or more', () => {
    for (const name of ['dropout', 'layerNormEps'])
      for (const value of noNumbers) refused(traced({ [name]: value }), 'type', name);
    for (const value of [NaN, -0.1, 1, 2, Infinity])
      for (const training of [true, false])
        refused(traced({ dropout: value, training }), 'range', 'dropout');
    for (const value of [NaN, -1e-5, Infinity, 1e39])
      refused(traced({ layerNormEps: value }), 'range', 'layerNormEps');
  });
  // prettier-ignore
  const switches = ['normFirst', 'finalNorm', 'bias', 'scaleEmbedding', 'tieWeights', 'training', 'tgtIsCausal', 'maskPadding'];
  for (const name of switches) {
    test(`${name} is true or false`, () => {
      for (const value of [null, 0, 1, 'true', {}, []])
        refused(traced({ [name]: value }), 'type', name);
    });
  }
  for (const name of ['architecture', 'activation', 'positions']) {
    test(`${name} is one of its names`, () => {
      for (const value of ['', 'other', 'RELU', null, 0, {}, ['relu'], 'constructor', '__proto__'])
        refused(traced({ [name]: value }), 'range', name);
    });
  }
});

describe('sizes', () => {
  test('nhead has to divide dModel', () => {
    const expected = 'a divisor of 4, dModel';
    for (const nhead of [3, 5, 8]) refused(traced({ nhead }), 'heads', 'nhead', { expected });
  });
  test('parameters, or N × D, that no memory holds', () => {
    refused(traced({ dModel: 2 ** 20, nhead: 1 }), 'memory', 'dModel');
    refused(traced({ dimFeedforward: 2 ** 30 }), 'memory', 'dModel');
    refused(traced({ numEncoderLayers: 1001 }), 'range', 'numEncoderLayers');
    refused(traced({ dModel: 512, nhead: 1, numDecoderLayers: 1000 }), 'memory', 'dModel');
    for (const maxLength of [2 ** 27, 2 ** 30, 2 ** 31 - 1]) {
      const model = () => ap.transformer({ ...small, positions: 'learned', maxLength });
      refused(model, 'memory', 'maxLength', { expected: 'at most 2040 MB' });
    }
    const long = [new Array(2 ** 19).fill('the')];
    refused(traced({ source: long, dModel: 1024 }), 'overflow', 'source.embedding'); // N × D
    const scores = 'encoder.0.self_attention.scores'; // N × N
    refused(traced({ source: long }), 'overflow', scores);
    const half = [new Array(2 ** 14).fill('the')];
    refused(traced({ source: half }), 'overflow', scores, { actual: '(1, 2, 16384, 16384)' });
    // Each tensor would find room, all of them together do not.
    refused(traced({ source: [new Array(14_000).fill('the')], nhead: 1 }), 'memory', 'shape');
  });
  test('a sequence longer than the table of learned positions', () => {
    const learned = { positions: 'learned', maxLength: 2 };
    const record = { actual: '3 tokens', expected: 'at most 2, the rows of the position table' };
    refused(traced({ ...learned }), 'range', 'source', record);
    const longTarget = [['<sos>', 'die', 'Katze']];
    refused(
      traced({ ...learned, source: [['the']], target: longTarget }),
      'range',
      'target',
      record,
    );
    const vectors = { source: undefined, src: new Array(3).fill([1, 2, 3, 4]) };
    refused(traced({ ...learned, ...vectors }), 'range', 'src', record);
  });
});
