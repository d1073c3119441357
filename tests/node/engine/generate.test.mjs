// Generation: tokens one after the other, how they are chosen, and what is freed when.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ap, assertRefused, assertSame, epsilon } from './support/engine.mjs';
import { small, withModel } from './support/models.mjs';

const words = ['the', 'cat', 'sat', 'on', 'mat'];
const vocabulary = [...words, '<sos>', '<eos>'];
const own = { ...small, vocabulary, source: ['the', 'cat', 'sat'], seed: 3, endToken: 'never' };

/** All tokens of a sequence, and what of each outlives it. */
async function all(tokens) {
  const list = [];
  for await (const each of tokens) list.push(each);
  return list;
}

const textsOf = async (options) =>
  (await all(ap.generate({ ...own, ...options }))).map(({ token }) => token);

describe('a sequence', () => {
  test('is iterated token by token, each with its place and all tokens so far', async () => {
    const made = await all(ap.generate({ ...own, prompt: ['<sos>', 'on'], maxNewTokens: 4 }));
    assert.equal(made.length, 4);
    made.forEach((each, i) => {
      assert.equal(each.position, 2 + i);
      assert.equal(each.token, vocabulary[each.id]);
      assert.deepEqual(each.tokens, ['<sos>', 'on', ...made.slice(0, i + 1).map((t) => t.token)]);
      assert.equal(each.last, i === 3);
      assert.deepEqual([each.logits.length, each.probabilities.length], [7, 7]);
    });
  });

  test('ends with its end token, which is the last', async () => {
    const free = await textsOf({ maxNewTokens: 6 });
    const made = await all(ap.generate({ ...own, maxNewTokens: 6, endToken: free[2] }));
    const ends = free.indexOf(free[2]) + 1;
    assert.deepEqual(
      made.map(({ token }) => token),
      free.slice(0, ends),
    );
    assert.ok(made.at(-1).last && made.slice(0, -1).every(({ last }) => !last));
  });

  test('starts at <sos> and ends at <eos> where nothing else is said', async () => {
    const parameters = { b_vocabulary: [0, 0, 0, 0, 0, 0, 1000] };
    const made = await all(ap.generate({ ...own, parameters, endToken: undefined }));
    assert.deepEqual(
      made.map(({ tokens }) => tokens),
      [['<sos>', '<eos>']],
    );
  });

  test('without a vocabulary has the words of its sentences, <sos>, <eos> and [PAD]', async () => {
    const options = { ...small, source: ['a', 'b'], prompt: ['<sos>', 'c'], maxNewTokens: 1 };
    const [made] = await all(ap.generate(options));
    assert.equal(made.logits.length, 6);
    const decoder = { ...small, architecture: 'decoder-only', prompt: ['a'], maxNewTokens: 2 };
    assert.equal((await all(ap.generate(decoder)))[0].logits.length, 4);
  });

  test('of a decoder-only model has no encoder in its trace', async () => {
    const options = { ...small, vocabulary, architecture: 'decoder-only', prompt: ['the', 'cat'] };
    for await (const { trace, cache } of ap.generate(options)) {
      assert.ok(!trace.steps.some(({ path }) => /encoder|cross/.test(path)));
      assert.deepEqual(cache, { kept: 0, computed: 2 });
      break;
    }
  });
});

describe('a token’s trace', () => {
  test('has what the token was chosen from: its logits, probabilities and itself', async () => {
    const options = { ...own, maxNewTokens: 3, temperature: 0.7, topK: 3, doSample: true };
    for await (const { trace, id, logits, probabilities } of ap.generate(options)) {
      const whole = trace.tensor('logits');
      assert.deepEqual(whole.data.slice(-7), logits);
      assert.deepEqual(trace.tensor('next.logits').data, logits);
      assert.deepEqual(trace.tensor('next.probabilities').data, probabilities);
      assert.deepEqual([...trace.tensor('next.token').data], [id]);
    }
  });

  test('is freed when the next token is asked for; what was copied of the token stays', async () => {
    const seen = [];
    for await (const token of ap.generate({ ...own, maxNewTokens: 3 })) {
      for (const { trace } of seen) assert.ok(trace.disposed);
      seen.push({ token, trace: token.trace });
      assert.equal(token.trace, token.trace);
      assert.ok(!token.trace.disposed);
    }
    assert.ok(seen.every(({ trace }) => trace.disposed));
    const [{ token, trace }] = seen;
    assertRefused(() => trace.tensor('logits'), { code: 'disposed', argument: 'trace' });
    assert.equal(token.logits.length, 7);
    assert.ok(token.multiplyAdds.done > 0 && token.cache.computed === 1);
  });

  test('that was never looked at is not made any more', async () => {
    const [first] = await all(ap.generate({ ...own, maxNewTokens: 2 }));
    assertRefused(() => first.trace, { code: 'disposed', argument: 'token' });
    assertRefused(() => first.retain(), { code: 'disposed', argument: 'token' });
  });

  test('is kept by retain() and stays whole when model and sequence are gone', async () => {
    const kept = [];
    for await (const token of ap.generate({ ...own, maxNewTokens: 3 })) kept.push(token.retain());
    kept.forEach((trace, i) => {
      assert.ok(!trace.disposed);
      assert.equal(trace.tensor('target.ids').shape[1], 1);
      assert.ok(trace.explain('next.logits', [0, 0]).rule === 'copy');
      assert.ok(trace.set('w_vocabulary', [0, 0], 5).includes('next.probabilities'));
      if (i > 0)
        assert.equal(
          trace.explain('decoder.0.self_attention.cached_k', [0, 0, 0, 0]).rule,
          'cached',
        );
      trace.dispose();
      assert.ok(trace.disposed);
    });
  });

  test('is edited without any effect on the tokens to come', async () => {
    const expected = await textsOf({ maxNewTokens: 4 });
    const made = [];
    for await (const { token, trace } of ap.generate({ ...own, maxNewTokens: 4 })) {
      trace.set('decoder.0.self_attention.k', [0, 0, 0], 50);
      trace.set('embedding_table', [0, 0], 50);
      made.push(token);
    }
    assert.deepEqual(made, expected);
  });
});

describe('ending early', () => {
  test('`break` and `return()` free the trace, and a model of one’s own goes on', async () => {
    await withModel({ ...small, vocabulary }, async (model) => {
      let trace;
      for await (const token of model.generate({ source: ['the'] })) {
        trace = token.trace;
        break;
      }
      assert.ok(trace.disposed && !model.disposed);
      const tokens = model.generate({ source: ['the'], endToken: 'never' });
      const { value } = await tokens.next();
      const held = value.trace;
      assert.deepEqual(await tokens.return(), { done: true, value: undefined });
      assert.ok(held.disposed);
      assert.deepEqual(await tokens.next(), { done: true, value: undefined });
    });
  });

  test('an error in the loop’s body is thrown on, and frees as well', async () => {
    let trace;
    const failing = async () => {
      for await (const token of ap.generate(own)) {
        ({ trace } = token);
        throw new Error('enough');
      }
    };
    await assert.rejects(failing, /enough/);
    assert.ok(trace.disposed);
  });

  test('a model that is disposed of in the loop ends it with an error', async () => {
    const model = ap.transformer({ ...small, vocabulary });
    const tokens = model.generate({ source: ['the'], endToken: 'never' });
    await tokens.next();
    model.dispose();
    await assert.rejects(tokens.next(), { code: 'disposed', argument: 'model' });
    assert.equal((await tokens.next()).done, true);
  });
});

describe('choosing', () => {
  const sampled = { doSample: true, maxNewTokens: 12 };

  test('the most probable token where nothing is said, with any seed of the draw', async () => {
    for await (const { id, logits, probabilities } of ap.generate({ ...own, maxNewTokens: 4 })) {
      assert.equal(id, logits.indexOf(Math.max(...logits)));
      assert.equal(id, probabilities.indexOf(Math.max(...probabilities)));
      const sum = probabilities.reduce((a, b) => a + b);
      assert.ok(Math.abs(sum - 1) < 8 * epsilon);
    }
  });

  test('by seed: equal seeds draw equal tokens, other seeds others', async () => {
    await withModel({ ...small, vocabulary, seed: 3 }, async (model) => {
      const draw = async (seed) => {
        const given = { source: own.source, endToken: 'never', ...sampled, seed };
        return (await all(model.generate(given))).map(({ token }) => token);
      };
      const first = await draw(1);
      assert.deepEqual(await draw(1), first);
      assert.notDeepEqual(await draw(2), first);
      assert.ok(new Set(first).size > 1);
    });
  });

  test('from the k most probable only; k = 1 is the most probable', async () => {
    for await (const { id, logits, probabilities } of ap.generate({
      ...own,
      ...sampled,
      topK: 2,
    })) {
      const largest = [...logits].sort((a, b) => b - a).slice(0, 2);
      probabilities.forEach((p, i) => assert.equal(p > 0, largest.includes(logits[i])));
      assert.ok(largest.includes(logits[id]));
    }
    assert.deepEqual(await textsOf({ ...sampled, topK: 1 }), await textsOf({ maxNewTokens: 12 }));
    assert.deepEqual(await textsOf({ ...sampled, topK: 7 }), await textsOf(sampled));
  });

  test('temperature divides the logits: low is sharp, high is level, 1 is no step', async () => {
    const first = async (temperature) => {
      const [made] = await all(ap.generate({ ...own, temperature, maxNewTokens: 1 }));
      return made;
    };
    const [cold, plain, hot] = await Promise.all([0.01, 1, 1e6].map(first));
    assert.deepEqual(cold.logits, plain.logits);
    assert.ok(Math.max(...cold.probabilities) > Math.max(...plain.probabilities));
    for (const p of hot.probabilities) assert.ok(Math.abs(p - 1 / 7) < 1e-4);
    const [lowest, highest] = await Promise.all([1e-30, 1e30].map(first));
    const greedy = plain.logits.map((logit) => Number(logit === Math.max(...plain.logits)));
    assert.deepEqual(lowest.probabilities, greedy);
    assert.deepEqual(highest.probabilities, new Float32Array(7).fill(1 / 7));
    for await (const { trace } of ap.generate({ ...own, temperature: 2, maxNewTokens: 1 })) {
      const [a, b] = ['next.logits', 'next.tempered_logits'].map((path) => trace.tensor(path).data);
      a.forEach((logit, i) => assert.equal(b[i], logit / 2));
    }
  });
});

test('two sequences of one model at once do not disturb each other', async () => {
  const given = { source: own.source, endToken: 'never', maxNewTokens: 4 };
  await withModel({ ...small, vocabulary, seed: 3 }, async (model) => {
    const alone = await all(model.generate({ ...given, prompt: ['<sos>', 'mat'] }));
    const [one, other] = [
      model.generate(given),
      model.generate({ ...given, prompt: ['<sos>', 'mat'] }),
    ];
    for (const { id, logits } of alone) {
      await one.next();
      const { value } = await other.next();
      assert.equal(value.id, id);
      assertSame({ shape: [7], data: value.logits }, { shape: [7], data: logits });
    }
    await one.return();
    await other.return();
  });
});
