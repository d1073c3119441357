// One model, many sequences: what of its cache a prompt can use again, and what an edit makes useless.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ap, assertRefused } from './support/engine.mjs';
import { small, withModel } from './support/models.mjs';

const vocabulary = ['the', 'cat', 'sat', 'on', '<sos>', 'mat', '<eos>'];
const source = ['the', 'cat', 'sat'];
const translation = { ...small, vocabulary, seed: 3 };
const language = {
  ...small,
  vocabulary,
  architecture: 'decoder-only',
  numDecoderLayers: 2,
  seed: 5,
};

async function all(tokens) {
  const list = [];
  for await (const each of tokens) list.push(each);
  return list;
}

test('with trace: false the tokens are the same, their passes are gone at once, and asking for one says why', async () => {
  const options = { ...language, prompt: ['the', 'cat'], maxNewTokens: 5, endToken: 'never' };
  const traced = await all(ap.generate(options));
  const tokens = [];
  for await (const token of ap.generate({ ...options, trace: false })) {
    tokens.push(token);
    for (const ask of [() => token.trace, () => token.retain()])
      assertRefused(ask, { code: 'conflict', argument: 'trace', actual: 'false' });
  }
  const told = ({ id, tokens, logits, probabilities, cache, multiplyAdds, last }) => ({
    id,
    tokens,
    logits,
    probabilities,
    cache,
    multiplyAdds,
    last,
  });
  assert.deepEqual(tokens.map(told), traced.map(told));
});

describe('one model, many prompts', () => {
  const cachesOf = async (model, options) =>
    (await all(model.generate({ endToken: 'never', maxNewTokens: 1, ...options }))).map(
      ({ cache }) => cache,
    );

  test('a prompt computes only what lies behind the prefix that the last sequence had', async () => {
    await withModel(language, async (model) => {
      const prompt = (text) => cachesOf(model, { prompt: text.split(' ') });
      assert.equal(model.cachedTokens, 0);
      assert.deepEqual(await prompt('the cat sat'), [{ kept: 0, computed: 3 }]);
      assert.equal(model.cachedTokens, 3);
      assert.deepEqual(await prompt('the cat on mat'), [{ kept: 2, computed: 2 }]);
      assert.deepEqual(await prompt('the cat on mat sat'), [{ kept: 4, computed: 1 }]);
      // All of it is known, but the last token's logits are wanted.
      assert.deepEqual(await prompt('the cat on mat sat'), [{ kept: 4, computed: 1 }]);
      assert.deepEqual(await prompt('the'), [{ kept: 0, computed: 1 }]);
      assert.deepEqual(await prompt('sat the'), [{ kept: 0, computed: 2 }]);
      model.clearCache();
      assert.equal(model.cachedTokens, 0);
      assert.deepEqual(await prompt('sat the'), [{ kept: 0, computed: 2 }]);
    });
  });

  test('another source is another sequence; the same one is not encoded again', async () => {
    await withModel(translation, async (model) => {
      const prompt = ['<sos>', 'on'];
      assert.deepEqual(await cachesOf(model, { source, prompt }), [{ kept: 0, computed: 2 }]);
      assert.deepEqual(await cachesOf(model, { source, prompt }), [{ kept: 1, computed: 1 }]);
      assert.deepEqual(await cachesOf(model, { source: ['cat'], prompt }), [
        { kept: 0, computed: 2 },
      ]);
      const other = { source: ['cat'], prompt: ['mat', 'on'], endToken: 'never', maxNewTokens: 1 };
      for await (const { cache, trace } of model.generate(other)) {
        assert.deepEqual(cache, { kept: 0, computed: 2 });
        assert.ok(
          !trace.steps.some(({ path }) => path.startsWith('encoder')),
          'the source was kept',
        );
      }
    });
  });

  test('reused prefixes give the numbers of a model that has seen nothing', async () => {
    const options = { prompt: ['the', 'cat', 'mat'], endToken: 'never', maxNewTokens: 3 };
    const [fresh, used] = await Promise.all(
      [
        [],
        [
          ['the', 'cat', 'on', 'on'],
          ['the', 'sat'],
        ],
      ].map((before) =>
        withModel(language, async (model) => {
          for (const prompt of before) await cachesOf(model, { prompt });
          return all(model.generate(options));
        }),
      ),
    );
    fresh.forEach(({ token, logits }, i) => {
      assert.equal(used[i].token, token);
      assert.deepEqual(used[i].logits, logits);
    });
  });

  test('without useCache nothing is kept, and nothing that was kept is lost', async () => {
    await withModel(language, async (model) => {
      await cachesOf(model, { prompt: ['the', 'cat'] });
      await cachesOf(model, { prompt: ['sat', 'on'], useCache: false });
      assert.equal(model.cachedTokens, 2);
      assert.deepEqual(await cachesOf(model, { prompt: ['the', 'cat', 'on'] }), [
        { kept: 2, computed: 1 },
      ]);
    });
  });
});

describe('set()', () => {
  /** Parameter → whether a kept key or value of two decoder layers depends on it. */
  const parameters = {
    embedding_table: true,
    'decoder.0.self_attention.w_k': true,
    'decoder.0.self_attention.b_v': true,
    'decoder.0.self_attention.w_q': true, // layer 1 reads what layer 0 gives
    'decoder.0.norm_2_weight': true,
    'decoder.1.self_attention.w_v': true,
    'decoder.1.self_attention.w_q': false,
    'decoder.1.self_attention.w_o': false,
    'decoder.1.norm_1_weight': false,
    'decoder.1.feed_forward.w_1': false,
    w_vocabulary: false,
    b_vocabulary: false,
  };
  for (const [path, empties] of Object.entries(parameters)) {
    test(`${path} ${empties ? 'empties the cache' : 'leaves it, and is used'}`, async () => {
      const options = { prompt: ['the', 'cat', 'on'], endToken: 'never', maxNewTokens: 3 };
      await withModel(language, async (model) => {
        await all(model.generate(options));
        const { cachedTokens } = model;
        const { shape } = model.parameter(path);
        assert.deepEqual(
          model.set(
            path,
            shape.map(() => 0),
            2.5,
          ),
          { cacheEmptied: empties },
        );
        assert.equal(model.cachedTokens, empties ? 0 : cachedTokens);
        const after = await all(model.generate(options));
        assert.equal(after[0].cache.kept, empties ? 0 : 2);
        model.clearCache();
        const plain = await all(model.generate({ ...options, useCache: false }));
        after.forEach(({ logits }, i) => assert.deepEqual(logits, plain[i].logits));
      });
    });
  }

  test('of the encoder empties it too: the memory’s keys depend on it', async () => {
    await withModel(translation, async (model) => {
      await all(model.generate({ source, endToken: 'never', maxNewTokens: 2 }));
      assert.equal(model.cachedTokens, 2);
      assert.ok(!model.set('decoder.0.cross_attention.w_q', [0, 0], 1).cacheEmptied);
      assert.ok(model.set('encoder.0.self_attention.w_q', [0, 0], 1).cacheEmptied);
      assert.ok(!model.set('encoder.0.self_attention.w_q', [0, 0], 1).cacheEmptied, 'it is empty');
    });
  });
});
