// Arguments that change while they are read, call the engine, or dispose of what a call is about to use.

import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { ap, assertRefused, assertStillRight, iAmGood, withTrace } from './support/engine.mjs';

afterEach(assertStillRight);

/** The object with a property that is this value first, and what `later` gives from the second look on. */
function changing(object, name, value, later) {
  let looks = 0;
  return Object.defineProperty(object, name, {
    enumerable: true,
    get: () => (looks++ === 0 ? value : later()),
  });
}

class LyingLength extends Float32Array {
  get length() {
    return 2;
  }
}

/** Its length is 2 at the first look, and huge from then on. */
const growing = () =>
  new Proxy([1, 2], {
    looks: 0,
    get(target, name) {
      if (name === 'length') return this.looks++ === 0 ? 2 : 100_000;
      return target[name] ?? 7;
    },
  });

describe('a list that lies about its length', () => {
  test('is taken for as long as it is: nothing is written behind its tensor', () => {
    const guards = Array.from({ length: 20 }, () => ap.tensor([2], [1, 2]));
    const data = new LyingLength(50_000).fill(9);
    assertRefused(() => ap.softmax({ shape: [2], data }), { code: 'size', argument: 'x' });
    assertRefused(() => ap.tensor([2], data), { code: 'size', argument: 'data' });
    assertRefused(() => guards[0].write(data), { code: 'size', argument: 'data' });
    ap.softmax({ shape: [2], data: growing() });
    ap.tensor([2], growing()).dispose();
    guards[0].write(growing());
    assertRefused(() => ap.softmax(growing()), { code: 'size', argument: 'x' });
    for (const guard of guards) assert.deepEqual(guard.read(), Float32Array.of(1, 2));
    for (const guard of guards) guard.dispose();
  });

  test('of cells that are numbers only at the first look', () => {
    let looks = 0;
    const data = Object.defineProperty([0, 1], 0, { get: () => (looks++ === 0 ? 4 : 'four') });
    assert.deepEqual(ap.tensor([2], data).read(), Float32Array.of(4, 1));
  });

  test('of tokens and of places in a tensor', () => {
    const token = changing(['a'], 0, 'a', () => 5);
    ap.traceAttention({ tokens: [token], dModel: 2 }).dispose();
    withTrace({ x: iAmGood }, (trace) => {
      const index = changing([0, 0], 0, 1, () => 2 ** 40);
      assert.deepEqual(trace.explain('w_q', index).index, [1, 0]);
    });
  });
});

describe('a getter among the options', () => {
  test('that disposes of a tensor before it is used', () => {
    const query = ap.tensor([3, 3], iAmGood.flat());
    const options = {
      query,
      key: iAmGood,
      get value() {
        query.dispose();
        return iAmGood;
      },
    };
    const call = () => ap.scaledDotProductAttention(options);
    assertRefused(call, { code: 'disposed', argument: 'query' });
  });

  test('of an operand that disposes of another one, which is in use: it stays until the call is over', () => {
    const query = ap.tensor([3, 3], iAmGood.flat());
    const out = ap.tensor([3, 3]);
    const expected = ap.scaledDotProductAttention({ query: iAmGood, key: iAmGood, value: iAmGood });
    const value = {
      shape: [3, 3],
      get data() {
        query.dispose();
        // Would be written where the query lies, were that given back.
        ap.softmax({ shape: [9], data: new Float32Array(9) });
        return iAmGood.flat();
      },
    };
    const options = { query, out, key: iAmGood, value };
    assert.equal(ap.scaledDotProductAttention(options).output, out);
    assert.deepEqual(out.read(), expected.output.data);
    assert.ok(query.disposed);
    assertRefused(() => query.read(), { code: 'disposed', argument: 'tensor' });
    out.dispose();
  });

  test('that disposes of the tensor that is being written', () => {
    const tensor = ap.tensor([2]);
    const data = Object.defineProperty([0, 1], 0, { get: () => (tensor.dispose(), 1) });
    assertRefused(() => tensor.write(data), { code: 'disposed', argument: 'tensor' });
  });

  test('that disposes of the trace that is being edited', () => {
    const trace = ap.traceAttention({ x: iAmGood });
    const values = {
      shape: [3, 3],
      get data() {
        trace.dispose();
        return iAmGood.flat();
      },
    };
    assertRefused(() => trace.setTensor('w_q', values), { code: 'disposed', argument: 'trace' });
  });

  test('that a model reads once, however often it is made of them', async () => {
    const thrown = () => {
      throw new Error('read again');
    };
    const layer = changing({}, 'dimFeedforward', 3, thrown);
    const layers = changing([{}], 0, layer, thrown);
    const words = changing(['', 'b'], 0, 'a', thrown);
    const options = { dModel: 2, nhead: 1, layers, sourceVocabulary: words, source: ['a'] };
    const given = { ...options, vocabulary: ['<sos>', '<eos>'], maxNewTokens: 1 };
    const tokens = [];
    for await (const { token } of ap.generate(given)) tokens.push(token);
    assert.equal(tokens.length, 1);
  });

  test('that gives a place for the result only once', () => {
    const out = ap.tensor([3, 3]);
    const options = { query: iAmGood, key: iAmGood, value: iAmGood };
    assert.equal(
      ap.scaledDotProductAttention(changing(options, 'out', out, () => undefined)).output,
      out,
    );
    assert.equal(
      ap.softmax(
        iAmGood,
        0,
        changing({}, 'out', out, () => undefined),
      ),
      out,
    );
    out.dispose();
  });

  test('that calls the engine between two operands', () => {
    const options = { query: iAmGood, value: iAmGood, scale: 1 };
    const key = { enumerable: true, get: () => (ap.softmax([1, 2, 3]), iAmGood) };
    const { output } = ap.scaledDotProductAttention(Object.defineProperty(options, 'key', key));
    const plain = ap.scaledDotProductAttention({ ...options, key: iAmGood });
    assert.deepEqual(output, plain.output);
  });
});

describe('options behind a prototype', () => {
  test('are read like any others', async () => {
    const options = { architecture: 'decoder-only', vocabulary: ['a', 'b'], dModel: 2, nhead: 1 };
    const model = ap.transformer(Object.create(options));
    model.trace(Object.create({ target: [['a']] })).dispose();
    const tokens = ap.generate(Object.create({ ...options, prompt: ['a'], maxNewTokens: 1 }));
    for await (const { position } of tokens) assert.equal(position, 1);
    model.dispose();
  });
});

describe('objects that say odd things of themselves', () => {
  const odd = {
    'a constructor without a name': { constructor: { name: Symbol('s') } },
    'no prototype': Object.create(null),
    'a class with a name of a thousand letters': new { ['x'.repeat(1000)]: class {} }[
      'x'.repeat(1000)
    ](),
  };
  for (const [what, value] of Object.entries(odd)) {
    test(what, () => {
      assertRefused(() => ap.softmax(value), { code: 'type', argument: 'x' });
      assertRefused(() => ap.softmax([1], 0, { out: value }), { code: 'type', argument: 'out' });
      assertRefused(() => ap.softmax([1], value), { code: 'type', argument: 'axis' });
    });
  }

  test('a shape of a huge size and a symbol', () => {
    const shape = [2 ** 30, Symbol('s')];
    assertRefused(() => ap.softmax({ shape, data: [] }), { code: 'shape', argument: 'x' });
  });

  test('proxies of a tensor, a trace and a model', () => {
    const tensor = ap.tensor([2]);
    const proxy = new Proxy(tensor, {});
    assertRefused(() => ap.softmax(proxy), { code: 'type', argument: 'tensor' });
    assertRefused(() => ap.softmax([1, 2], 0, { out: proxy }), { code: 'type', argument: 'out' });
    const model = ap.transformer({ vocabulary: ['a'], dModel: 1, nhead: 1 });
    const generate = () => ap.generate({ model: new Proxy(model, {}), source: ['a'] });
    assertRefused(generate, { code: 'type', argument: 'model' });
    withTrace({ x: iAmGood }, (trace) => {
      const compare = () => trace.compare(new Proxy(trace, {}));
      assertRefused(compare, { code: 'type', argument: 'other' });
    });
    for (const held of [tensor, model]) held.dispose();
  });
});

describe('nested arrays and texts that are larger than memory', () => {
  test('arrays that hold one another many times', () => {
    const rows = new Array(2 ** 16).fill(new Array(2 ** 16).fill(0));
    assertRefused(() => ap.softmax(rows), { code: 'overflow', argument: 'x' });
  });

  test('a path of millions of letters', () => {
    const path = 'x'.repeat(2 ** 26);
    const model = ap.transformer({ vocabulary: ['a'], dModel: 1, nhead: 1 });
    const before = ap.memoryBytes();
    assertRefused(() => model.parameter(path), { code: 'step', argument: 'path' });
    assertRefused(() => ap.transformer({ dModel: 1, nhead: 1, parameters: { [path]: [1] } }), {
      code: 'step',
      argument: 'parameters',
    });
    assert.equal(ap.memoryBytes(), before);
    model.dispose();
  });
});
