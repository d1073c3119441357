// Tensors that are right by themselves and do not fit one another: the error names the one to change.

import { describe, test } from 'node:test';
import { ap, assertRefused, assertStillRight, seeded } from './support/engine.mjs';

const zeros = (...shape) => seeded(1).tensor(...shape);
const floats = (...shape) => ({ shape, data: new Float32Array(zeros(...shape).data.length) });

function refusals(call, cases) {
  for (const [sentence, code, argument, options] of cases) {
    test(sentence, () => {
      assertRefused(() => call(options), { code, argument });
      assertStillRight();
    });
  }
}

// prettier-ignore
describe('scaledDotProductAttention', () => {
  const given = { query: zeros(2, 3, 4), key: zeros(2, 5, 4), value: zeros(2, 5, 6) };
  refusals((own) => ap.scaledDotProductAttention({ ...given, ...own }), [
    ['query of rank 0', 'rank', 'query', { query: { shape: [], data: [1] } }],
    ['query of rank 1', 'rank', 'query', { query: [1, 2, 3, 4] }],
    ['query of rank 5', 'rank', 'query', { query: zeros(1, 1, 1, 3, 4) }],
    ['query of width 0', 'shape', 'query', { query: floats(2, 3, 0), key: floats(2, 5, 0) }],
    ['key of another rank', 'rank', 'key', { key: zeros(5, 4) }],
    ['value of another rank', 'rank', 'value', { value: zeros(5, 6) }],
    ['key of another width', 'shape', 'key', { key: zeros(2, 5, 3) }],
    ['key of another batch', 'shape', 'key', { key: zeros(1, 5, 4) }],
    ['value of another batch', 'shape', 'value', { value: zeros(3, 5, 6) }],
    ['value of other rows than key', 'shape', 'value', { value: zeros(2, 4, 6) }],
    ['a mask of other queries', 'shape', 'attnMask', { attnMask: floats(4, 5) }],
    ['a mask of other keys', 'shape', 'attnMask', { attnMask: [true, false] }],
    ['a mask for keys and queries swapped', 'shape', 'attnMask', { attnMask: floats(5, 3) }],
    ['a mask of another batch', 'shape', 'attnMask', { attnMask: floats(3, 3, 5) }],
    ['a mask with an axis too many', 'shape', 'attnMask', { attnMask: floats(1, 2, 3, 5) }],
    ['an empty mask', 'shape', 'attnMask', { attnMask: [] }],
  ]);
});

// prettier-ignore
describe('multiHeadAttention', () => {
  const given = {
    query: zeros(2, 3, 4), key: zeros(2, 5, 7), value: zeros(2, 5, 8), numHeads: 2,
    wq: zeros(4, 6), wk: zeros(7, 6), wv: zeros(8, 10), wo: zeros(10, 3),
  };
  refusals((own) => ap.multiHeadAttention({ ...given, ...own }), [
    ['query of rank 1', 'rank', 'query', { query: [1, 2, 3, 4] }],
    ['query of rank 4', 'rank', 'query', { query: zeros(1, 2, 3, 4) }],
    ['key of another batch', 'shape', 'key', { key: zeros(3, 5, 7) }],
    ['value of another batch', 'shape', 'value', { value: zeros(1, 5, 8) }],
    ['value of other rows than key', 'shape', 'value', { value: zeros(2, 4, 8) }],
    ['wq of other rows than query is wide', 'shape', 'wq', { wq: zeros(5, 6) }],
    ['wk of other rows than key is wide', 'shape', 'wk', { wk: zeros(4, 6) }],
    ['wk of other columns than wq', 'shape', 'wk', { wk: zeros(7, 4) }],
    ['wv of other rows than value is wide', 'shape', 'wv', { wv: zeros(4, 10) }],
    ['wo of other rows than wv has columns', 'shape', 'wo', { wo: zeros(6, 3) }],
    ['a matrix without columns', 'shape', 'wq', { wq: floats(4, 0) }],
    ['a matrix of rank 1', 'rank', 'wq', { wq: [1, 2, 3, 4] }],
    ['a matrix of rank 3', 'rank', 'wo', { wo: zeros(1, 10, 3) }],
    ['bq that is too long', 'shape', 'bq', { bq: zeros(7) }],
    ['bk that is a matrix', 'shape', 'bk', { bk: zeros(1, 6) }],
    ['bv that is too short', 'shape', 'bv', { bv: zeros(6) }],
    ['bo of the wrong width', 'shape', 'bo', { bo: zeros(10) }],
    ['a mask that does not broadcast', 'shape', 'attnMask', { attnMask: floats(3, 3) }],
    ['a mask of other heads', 'shape', 'attnMask', { attnMask: floats(2, 3, 3, 5) }],
    ['a padding mask of other keys', 'shape', 'keyPaddingMask', { keyPaddingMask: floats(2, 3) }],
    ['a padding mask of another batch', 'shape', 'keyPaddingMask', { keyPaddingMask: floats(1, 5) }],
    ['a padding mask [S] for a batch', 'shape', 'keyPaddingMask', { keyPaddingMask: floats(5) }],
    ['a padding mask of rank 3', 'shape', 'keyPaddingMask', { keyPaddingMask: floats(2, 1, 5) }],
  ]);
});

// prettier-ignore
describe('traceAttention', () => {
  const words = [['a', 'b', 'c']];
  refusals((own) => ap.traceAttention(own).dispose(), [
    ['x of rank 1', 'rank', 'x', { x: [1, 2] }],
    ['x of rank 4', 'rank', 'x', { x: zeros(1, 1, 2, 3) }],
    ['x without numbers', 'size', 'x', { x: [[]] }],
    ['x without sentences', 'size', 'x', { x: floats(0, 2, 3) }],
    ['memory without numbers', 'size', 'memory', { x: zeros(2, 3), memory: floats(1, 0, 3) }],
    ['x of other tokens', 'shape', 'x', { x: zeros(2, 3), tokens: words }],
    ['memory of other tokens', 'shape', 'memory',
      { tokens: words, dModel: 3, memory: zeros(2, 3), memoryTokens: words }],
    ['memory of another batch', 'shape', 'memory', { x: zeros(2, 2, 3), memory: zeros(1, 2, 3) }],
    ['memoryTokens of another batch', 'shape', 'memoryTokens',
      { tokens: words, memoryTokens: [['a'], ['b']] }],
    ['given matrices of another width', 'shape', 'wq',
      { x: zeros(2, 3), projections: { wq: zeros(4, 4), wk: zeros(4, 4), wv: zeros(4, 4), wo: zeros(4, 4) } }],
    ['a mask of other keys', 'shape', 'attnMask', { tokens: words, attnMask: [[true, false]] }],
    ['a padding mask of other keys', 'shape', 'keyPaddingMask',
      { tokens: words, keyPaddingMask: [true, false] }],
  ]);
});

// prettier-ignore
describe('matmul and softmax', () => {
  refusals(([a, b]) => ap.matmul(a, b), [
    ['a of rank 0', 'rank', 'a', [{ shape: [], data: [1] }, zeros(1, 1)]],
    ['a of rank 1', 'rank', 'a', [zeros(3), zeros(3, 3)]],
    ['b of rank 1', 'rank', 'b', [zeros(3, 3), zeros(3)]],
    ['b of other rows than a has columns', 'shape', 'b', [zeros(2, 3), zeros(2, 3)]],
    ['batches that do not broadcast', 'shape', 'b', [zeros(2, 2, 3), zeros(3, 3, 2)]],
    ['a product that overflows', 'overflow', 'shape', [floats(2 ** 15, 1), floats(1, 2 ** 15)]],
  ]);
});
