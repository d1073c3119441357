// What the core writes of declarations and steps, read.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readDeclarations, readSteps, record } from './support.mjs';

const texts = ['k', 'K', 'k', '{0} {1}{?2: + {2}}', '{0} @ {1}', '{0} @ {1}'];
const linear = [...texts, 'linear', 'key', 'batch,key,heads_d_k'];
const leaf = (symbol) => [symbol, symbol, symbol.toLowerCase(), '', '', '', 'given', 'input', ''];

describe('declarations', () => {
  test('are the templates as they are', () => {
    const [declaration] = readDeclarations(record(...linear, '2,3'));
    assert.deepEqual(declaration, {
      kind: 'k',
      symbol: 'K',
      variable: 'k',
      formula: '{0} {1}{?2: + {2}}',
      code: '{0} @ {1}',
      numpy: '{0} @ {1}',
      op: 'linear',
      role: 'key',
      axes: ['batch', 'key', 'heads_d_k'],
      arity: [2, 3],
    });
  });

  test('without a limit of inputs take any number', () => {
    const records = [record(...linear, '1,-1'), record(...leaf('X'), '0,0')].join('\x1e');
    assert.deepEqual(
      readDeclarations(records).map(({ arity, axes }) => [arity, axes.length]),
      [
        [[1, Infinity], 3],
        [[0, 0], 0],
      ],
    );
  });
});

describe('steps', () => {
  const place = (
    path,
    inputs,
    { scope = '', source = '', fault = '', attributes = '', superscript = '' } = {},
  ) => [
    ...[path, path.split('.').at(-1), scope, superscript],
    ...[inputs, inputs ? '0' : '1', source, fault, attributes],
    ...['1,2,8', '16,8,1', '0', inputs ? '128' : '0'],
  ];
  const step = (given, path, inputs, more) =>
    record(...given, '0,-1', ...place(path, inputs, more));
  const inOne = (...records) => readSteps(records.join('\x1e'));

  test('have their texts composed, the paths of their inputs, and what they are made of', () => {
    const [x, , k] = inOne(
      step(leaf('X'), 'x', '', { source: 'data' }),
      step(leaf('W'), 'w', '', { source: 'parameter' }),
      step(linear, 'layers.0.k', '0,1', { superscript: "'" }),
    );
    assert.deepEqual(
      [k.symbol, k.formula, k.code, k.numpy, k.variable],
      [String.raw`K^{\prime}`, String.raw`K^{\prime} = X W`, 'k = x @ w', 'k = x @ w', 'k'],
    );
    assert.deepEqual([k.path, k.name, k.inputs], ['layers.0.k', 'k', ['x', 'w']]);
    assert.deepEqual([k.shape, k.strides, k.offset], [[1, 2, 8], [16, 8, 1], 0]);
    assert.deepEqual([k.leaf, k.aliases, k.multiplyAdds], [false, false, 128]);
    assert.deepEqual([x.leaf, x.aliases, x.source], [true, true, 'data']);
    assert.ok(!('source' in k) && !('superscript' in k) && !('arity' in k) && !('fault' in k));
    const [faulty] = inOne(step(leaf('X'), 'x', '', { fault: 'no_scale' }));
    assert.equal(faulty.fault, 'no_scale');
  });

  test('know where they stand', () => {
    const scopeOf = (scope) => inOne(step(leaf('X'), 'x', '', { scope }))[0].scope;
    assert.deepEqual(
      scopeOf(
        'sentence=target,keySentence=source,stack=decoder,layer=0,sublayer=2,part=cross_attention,head=2',
      ),
      {
        sentence: 'target',
        keySentence: 'source',
        stack: 'decoder',
        layer: 0,
        sublayer: 2,
        part: 'cross_attention',
        head: 2,
      },
    );
    assert.deepEqual(scopeOf('row=0,column=1'), { tile: [0, 1] });
    assert.deepEqual(scopeOf('row=2,worker=1'), { worker: 1, tile: [2] });
    assert.deepEqual(scopeOf(''), {});
  });

  test('know what their operation was told', () => {
    const bits = (float) => `#${new Uint32Array(Float32Array.of(float).buffer)[0]}`;
    const attributes = `p=${bits(0.1)},factor=${bits(2 / 3)},seed=3,normalized_shape=8 64`;
    const [x] = inOne(step(leaf('X'), 'x', '', { attributes }));
    const { factor, ...rest } = x.attributes;
    assert.deepEqual(rest, { p: 0.1, seed: 3, normalized_shape: [8, 64] });
    assert.equal(Math.fround(factor), Math.fround(2 / 3));
  });
});
