// The panel of generation, and the same model in Node.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { eventually } from '../../support/hands.mjs';
import { openPanel } from './every-panel.mjs';

export const panel = await openPanel('token-generation', 'generate', {
  given: '#parameters=random',
});
const { ap, field, inside, setField, withPanel } = panel;

export const prompt = ['The', 'cat', 'sat', 'on', 'the'];

export const chips = (page) =>
  inside(page, '.chip').evaluateAll((all) => all.map((chip) => chip.textContent.trim()));

export async function next(page, times = 1) {
  for (let i = 0; i < times; i++) {
    const count = (await chips(page)).length;
    await inside(page, '.next').click();
    await eventually(async () => (await chips(page)).length, count + 1);
  }
}

/** The numbers of a column by token id. */
export const column = (page, name) =>
  inside(page, 'ap-candidates tbody tr').evaluateAll(
    (rows, name) =>
      rows
        .map((row) => [Number(row.dataset.token), row.querySelector(`td.${name}`)?.dataset.value])
        .sort(([a], [b]) => a - b)
        .map(([, value]) => Number(value)),
    name,
  );

/** The same model in Node. */
export const twin = (vocabulary, options = {}) =>
  ap.transformer({
    architecture: 'decoder-only',
    vocabulary,
    dModel: 16,
    nhead: 2,
    numEncoderLayers: 2,
    numDecoderLayers: 2,
    seed: 1,
    ...options,
  });

export const vocabularyOf = (page) =>
  inside(page, 'ap-candidates').evaluate((element) => [...element.store.options.vocabulary]);

/** What Node generates: numbers and token, one after the other. */
export async function generated(model, options) {
  const all = [];
  for await (const token of model.generate({ seed: 7, doSample: true, ...options })) {
    const { sums, draw, position } = token.trace.explain('next.token', [0]);
    all.push({
      token: token.token,
      logit: [...token.logits],
      probability: [...token.probabilities],
      sum: sums,
      draw,
      position,
      cache: token.cache,
      multiplyAdds: token.multiplyAdds,
    });
  }
  return all;
}

/** Declares a test of every number of so many tokens, with the cache or without. */
export function testTokens(useCache, count) {
  test(`every number of ${count} tokens is the engine's, cache ${useCache ? 'on' : 'off'}`, () =>
    withPanel(async (page) => {
      if (!useCache) {
        await inside(page, '.use-cache').click();
        await inside(page, '.over').click();
        await eventually(async () => (await chips(page)).length, 1);
      }
      const model = twin(await vocabularyOf(page));
      const expected = await generated(model, { prompt, useCache, maxNewTokens: count });
      let done = 0;
      for (const [at, one] of expected.entries()) {
        if (at > 0) await next(page);
        assert.equal((await chips(page))[at], one.token);
        for (const name of ['logit', 'probability', 'sum']) {
          await eventually(() => column(page, name), one[name], `${name} of token ${at}`);
        }
        const draw = await inside(page, '.drawn').getAttribute('data-draw');
        assert.equal(Number(draw), one.draw);
        const rows = inside(page, '.rows li').first();
        assert.equal(Number(await rows.getAttribute('data-kept')), one.cache.kept);
        assert.equal(Number(await rows.getAttribute('data-computed')), one.cache.computed);
        const own = 'decoder.0.self_attention.';
        const fresh = one.cache.kept > 0 ? `${own}new_k` : `${own}k_transposed`;
        const drawn = inside(page, `.port[data-step="${fresh}"] [role=row]:has([role=gridcell])`);
        await inside(page, 'section.role-key').scrollIntoViewIfNeeded();
        await eventually(() => drawn.count(), one.cache.computed);
        done += one.multiplyAdds.done;
        const work = (name) =>
          inside(page, `[data-work=${name}] td`).evaluateAll((cells) =>
            cells.map((cell) => Number(cell.dataset.value)),
          );
        const { done: now, withoutCache } = one.multiplyAdds;
        assert.deepEqual(await work('token'), [now, withoutCache, withoutCache - now]);
        assert.equal((await work('all'))[0], done);
      }
      await inside(page, 'button.check').click();
      await inside(page, '.checked[data-difference="0"]').waitFor();
      model.dispose();
    }));
}

/** What is done to it before somebody looks at it. */
export const acts = [
  async (page) => {
    await next(page, 2);
    await setField(page, 'topK', '4');
    await inside(page, 'ap-candidates td.probability').nth(1).click();
    await inside(page, 'button.check').click();
    await inside(page, '.checked[data-difference]').waitFor();
  },
  async (page) => {
    await setField(page, 'temperature', 'x');
    await field(page, 'architecture').selectOption({ index: 1 });
    await eventually(() => field(page, 'source').count(), 1);
    await next(page);
    await setField(page, 'prompt', ' ');
  },
];

/** What the file of a model writes, by the API. */
export async function written(name, options) {
  const bytes = readFileSync(new URL(`../../../../models/${name}.safetensors`, import.meta.url));
  const model = ap.transformer(ap.readModel(new Uint8Array(bytes)));
  const all = [];
  for await (const { token, logits } of model.generate({ seed: 7, ...options })) {
    all.push({ token, logits: [...logits] });
  }
  model.dispose();
  return all;
}
