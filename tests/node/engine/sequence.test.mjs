// All tokens so far as one trace: the rows that the passes computed, with what was kept, explained like any other.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ap, at, indicesOf } from './support/engine.mjs';
import { checkEveryCell } from './support/explanation-check.mjs';
import { refused } from './support/models.mjs';

const vocabulary = ['<sos>', '<eos>', 'the', 'cat', 'sat', 'on', 'mat'];
const model = (architecture = 'encoder-decoder') =>
  ap.transformer({ architecture, vocabulary, dModel: 6, nhead: 2, dimFeedforward: 5, seed: 2 });
const asked = {
  'encoder-decoder': { source: ['the', 'cat'], prompt: ['<sos>', 'sat'] },
  'decoder-only': { prompt: ['the', 'cat', 'sat'] },
};

/** Every token of a sequence, its trace retained. */
async function made(transformer, options) {
  const tokens = [];
  for await (const token of transformer.generate({
    maxNewTokens: 4,
    endToken: 'none',
    ...options,
  })) {
    token.retain();
    tokens.push(token);
  }
  return tokens;
}

function release(transformer, tokens) {
  for (const { trace } of tokens) trace.dispose();
  transformer.dispose();
}

describe('trace.sequence', () => {
  for (const [architecture, options] of Object.entries(asked)) {
    test(`${architecture}: each row is that of the pass that computed it, bit for bit`, async () => {
      const transformer = model(architecture);
      const tokens = await made(transformer, options);
      const last = tokens.at(-1);
      const all = last.trace.sequence();
      const steps = new Map(all.steps.map((step) => [step.path, step]));
      let rows = 0;
      for (const { trace, cache } of tokens) {
        for (const { path, axes, shape, scope } of trace.steps) {
          const axis = axes.findIndex((name) => name === 'token' || name === 'query');
          if (scope.sentence !== 'target' || axis < 0 || scope.part === 'choice') continue;
          if (path === 'logits' || path.endsWith('mask')) continue;
          const grown = steps.get(path);
          assert.equal(grown.shape[axis], last.tokens.length - 1, path);
          const [own, whole] = [trace.tensor(path), all.tensor(path)];
          for (const index of indicesOf(shape)) {
            const place = index.with(axis, index[axis] + cache.kept);
            assert.equal(at(own, index), at(whole, place), `${path} [${index}]`);
            rows++;
          }
        }
      }
      assert.ok(rows > 500);
      all.dispose();
      release(transformer, tokens);
    });

    test(`${architecture}: kept and new keys are steps, and every cell is explained`, async () => {
      const transformer = model(architecture);
      const tokens = await made(transformer, options);
      const all = tokens.at(-1).trace.sequence();
      const { shape } = all.steps.find(({ path }) => path === 'decoder.1.self_attention.k_cache');
      assert.equal(shape[2], tokens.at(-1).tokens.length - 1);
      const counts = checkEveryCell(all);
      assert.ok(counts.cached > 0 && counts.dot > 0);
      const explanation = all.explain('decoder.1.self_attention.cached_k', [0, 1, 0, 2]);
      assert.deepEqual([explanation.rule, explanation.origin.rule], ['cached', 'dot']);
      all.dispose();
      release(transformer, tokens);
    });
  }

  test('without a cache it is the pass itself', async () => {
    const transformer = model();
    const tokens = await made(transformer, { ...asked['encoder-decoder'], useCache: false });
    const { trace } = tokens.at(-1);
    const all = trace.sequence();
    assert.deepEqual(
      all.compare(trace).map(({ maxDifference }) => maxDifference),
      trace.steps.map(() => 0),
    );
    all.dispose();
    release(transformer, tokens);
  });

  test('chooses as the token was chosen, or as it is told', async () => {
    const transformer = model();
    const drawn = { ...asked['encoder-decoder'], doSample: true, temperature: 3, topK: 4, seed: 8 };
    const tokens = await made(transformer, drawn);
    for (const { trace, id } of tokens) {
      const again = trace.sequence();
      assert.equal(again.tensor('next.token').data[0], id);
      const greedy = again.sequence({});
      const { data } = greedy.tensor('next.logits');
      assert.equal(greedy.tensor('next.token').data[0], data.indexOf(Math.max(...data)));
      assert.ok(!greedy.steps.some(({ path }) => path === 'next.kept_logits'));
      again.dispose();
      greedy.dispose();
    }
    const { trace } = tokens[0];
    refused(() => trace.sequence({ topK: 8 }), 'range', 'topK');
    refused(() => trace.sequence({ temperature: 0 }), 'range', 'temperature');
    refused(() => trace.sequence(3), 'type', 'choice');
    release(transformer, tokens);
    refused(() => trace.sequence(), 'disposed', 'trace');
  });

  test('keeps the numbers of the token, whatever the model becomes', async () => {
    const transformer = model('decoder-only');
    const tokens = await made(transformer, asked['decoder-only']);
    const { trace } = tokens[2];
    const before = trace.sequence();
    transformer.set('decoder.0.self_attention.w_k', [0, 0], 9);
    for await (const token of transformer.generate({ prompt: ['on', 'mat'], maxNewTokens: 2 }))
      void token;
    const after = trace.sequence();
    assert.equal(before.firstDifference(after), undefined);
    before.dispose();
    after.dispose();
    release(transformer, tokens);
  });

  test('only of a token’s trace', () => {
    const trace = ap.traceAttention({ tokens: [['a']] });
    assert.throws(() => trace.sequence(), { code: 'conflict', argument: 'trace' });
    trace.dispose();
  });
});
