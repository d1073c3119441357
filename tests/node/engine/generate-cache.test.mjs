// Kept keys and values: the same numbers to the last bit, fewer products, and a reason for each of them.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ap, assertSame, at } from './support/engine.mjs';
import { small, withModel } from './support/models.mjs';
import { checkEveryCell } from './support/explanation-check.mjs';

const vocabulary = ['the', 'cat', 'sat', 'on', '<sos>', 'mat', '<eos>'];
const [D, S, F, V] = [4, 3, 6, 7];
const source = ['the', 'cat', 'sat'];
const translation = { ...small, vocabulary, source, endToken: 'never', seed: 3 };
const language = {
  ...small,
  vocabulary,
  architecture: 'decoder-only',
  numDecoderLayers: 2,
  prompt: ['the', 'cat'],
  endToken: 'never',
  seed: 5,
};

async function all(tokens) {
  const list = [];
  for await (const each of tokens) list.push(each);
  return list;
}

describe('with and without a cache: the same tokens, and logits equal to the last bit', () => {
  const cases = {
    'encoder–decoder': translation,
    'decoder-only': language,
    'pre-norm, learned positions, gelu': {
      ...translation,
      normFirst: true,
      positions: 'learned',
      activation: 'gelu',
    },
    'sampled, tied, scaled, without bias': {
      ...language,
      tieWeights: true,
      scaleEmbedding: true,
      bias: false,
      doSample: true,
      temperature: 1.5,
      topK: 5,
    },
    'sizes that fill no tile': {
      ...translation,
      dModel: 36,
      nhead: 3,
      dimFeedforward: 37,
      numDecoderLayers: 2,
    },
  };
  for (const [name, options] of Object.entries(cases)) {
    test(name, async () => {
      const [cached, plain] = await Promise.all(
        [true, false].map((useCache) =>
          all(ap.generate({ ...options, maxNewTokens: 24, useCache })),
        ),
      );
      assert.equal(cached.length, 24);
      const prompt = options.prompt?.length ?? 1;
      cached.forEach((token, i) => {
        const other = plain[i];
        assert.equal(token.token, other.token);
        const tensor = (data) => ({ shape: [V], data });
        assertSame(tensor(token.logits), tensor(other.logits), `${i}: logits`);
        assertSame(tensor(token.probabilities), tensor(other.probabilities), `${i}: p`);
        const kept = i === 0 ? 0 : prompt + i - 1;
        assert.deepEqual(token.cache, { kept, computed: prompt + i - kept });
        assert.deepEqual(other.cache, { kept: 0, computed: prompt + i });
        assert.equal(token.multiplyAdds.withoutCache, other.multiplyAdds.done);
        assert.equal(other.multiplyAdds.withoutCache, other.multiplyAdds.done);
      });
    });
  }
});

describe('multiplications', () => {
  const linear = (rows, inputs, outputs) => rows * inputs * outputs;
  /** Scores and context of all heads. */
  const attention = (queries, keys) => 2 * queries * keys * D;
  const network = (rows) => 2 * linear(rows, D, F);

  test('encoder–decoder: counted by hand', async () => {
    const encoder = 4 * linear(S, D, D) + attention(S, S) + network(S);
    const memory = 2 * linear(S, D, D);
    /** New tokens, and how many keys each of them meets. */
    const decoder = (T, keys) =>
      4 * linear(T, D, D) +
      attention(T, keys) +
      2 * linear(T, D, D) +
      attention(T, S) +
      network(T) +
      linear(1, D, V);
    const made = await all(ap.generate({ ...translation, maxNewTokens: 5 }));
    made.forEach(({ multiplyAdds }, i) => {
      const withoutCache = encoder + memory + decoder(i + 1, i + 1);
      const done = i === 0 ? withoutCache : decoder(1, i + 1);
      assert.deepEqual(multiplyAdds, { done, withoutCache });
    });
  });

  test('are those of the trace’s steps, one by one', async () => {
    for (const options of [translation, language]) {
      for await (const { trace, multiplyAdds } of ap.generate({ ...options, maxNewTokens: 3 })) {
        const sum = trace.steps.reduce((total, step) => total + step.multiplyAdds, 0);
        assert.equal(multiplyAdds.done, sum);
      }
    }
  });
});

describe('a pass with kept keys', () => {
  test('computes one token, and has what it kept as steps of their own', async () => {
    let n = 0;
    for await (const { trace } of ap.generate({ ...translation, maxNewTokens: 3 })) {
      if (n++ < 2) continue;
      const shapes = Object.fromEntries(trace.steps.map(({ path, shape }) => [path, shape]));
      assert.deepEqual(shapes['target.ids'], [1, 1]);
      assert.deepEqual(shapes['decoder.0.self_attention.k_transposed'], [1, 2, 1, 2]);
      assert.deepEqual(shapes['decoder.0.self_attention.cached_k'], [1, 2, 2, 2]);
      assert.deepEqual(shapes['decoder.0.self_attention.weights'], [1, 2, 1, 3]);
      assert.deepEqual(shapes['decoder.0.cross_attention.cached_v'], [1, 2, 3, 2]);
      assert.ok(!Object.keys(shapes).some((path) => /^(encoder|source)/.test(path)));
    }
    assert.equal(n, 3);
  });

  for (const [name, options] of Object.entries({ translation, language })) {
    test(`${name}: every cell is explained, the kept ones down to the product that made them`, async () => {
      let past = (options.prompt ?? ['<sos>']).length - 1;
      let kept = 0;
      for await (const { trace } of ap.generate({
        ...options,
        maxNewTokens: 3,
        topK: 3,
        doSample: true,
      })) {
        const first = kept > 0 ? past : 0;
        const said = { causalOffset: first, past: { 'target.position_encoding': first } };
        const counts = checkEveryCell(trace, said);
        assert.equal(counts.cached > 0, kept > 0);
        kept = ++past;
      }
    });
  }

  test('an edited kept key: still said where it comes from', async () => {
    let n = 0;
    for await (const { trace } of ap.generate({ ...language, maxNewTokens: 2 })) {
      if (n++ === 0) continue;
      const [path, index] = ['decoder.1.self_attention.cached_k', [0, 1, 0, 1]];
      const { value } = trace.explain(path, index);
      assert.ok(trace.set(path, index, 3).includes('next.logits'));
      const edited = trace.explain(path, index);
      assert.deepEqual([edited.value, edited.edited], [3, { computed: value }]);
      assert.equal(edited.origin.value, value);
    }
  });

  test('is explained by the model as it was, not as it is now', async () => {
    const { prompt, endToken, ...settings } = language;
    await withModel(settings, async (model) => {
      const path = 'decoder.0.self_attention.cached_v';
      const options = { prompt, endToken, maxNewTokens: 2 };
      const [, second] = await all(withRetained(model.generate(options)));
      const value = at(second.tensor(path), [0, 0, 1, 0]);
      model.set('decoder.0.self_attention.w_v', [0, 0], 9);
      const { origin } = second.explain(path, [0, 0, 1, 0]);
      assert.ok(Object.is(origin.value, value));
      assert.notEqual(origin.right[0].value, 9);
      second.dispose();
    });
  });
});

/** The tokens' traces; the first of them is freed. */
async function* withRetained(tokens) {
  for await (const token of tokens) yield token.position === 2 ? token.trace : token.retain();
}
