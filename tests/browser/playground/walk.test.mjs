// Every number on screen is the engine's: each step of a walk is drawn, and each drawn cell compared
// with the recorded tensor; then a cell is altered inside wasm, and every view of it must follow.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { compareNumbers, deepQuery, drawn, exposeMemory, goTo, poke } from '../support/numbers.mjs';
import { layer, openSite } from '../support/site.mjs';
import { eachNumberIsTheEngines, update } from './support/walk.mjs';

let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** The first page, its memory at hand. */
const withPage = (body) => site.withPage(layer.en, body, { height: 900, prepare: exposeMemory });

const walks = {
  'causal self-attention with biases and learned positions': {
    mask: 'causal',
    bias: true,
    positions: 'learned',
  },
};

for (const [name, patch] of Object.entries(walks)) {
  test(`each drawn number of each step is the engine's: ${name}`, () =>
    withPage((page) => eachNumberIsTheEngines(page, patch)));
}

test('a cell altered inside wasm changes in every view that shows it', () =>
  withPage(async (page) => {
    const index = [0, 0, 2, 1];
    const value = 0.123456;
    const shows = async () =>
      page.evaluate(
        ([source, index]) => {
          const deepQuery = new Function(`return ${source}`)();
          return deepQuery(document, '[data-value]')
            .filter((one) => {
              const path = one.dataset.path ?? one.closest('[data-step]')?.dataset.step;
              return path === 'weights' && one.dataset.index === index.join();
            })
            .map((one) => Number(one.dataset.value));
        },
        [deepQuery, index],
      );
    await goTo(page, 'weights');
    assert.notEqual((await shows())[0], Math.fround(value));
    await poke(page, 'weights', index, value);
    // Until then the comparison finds exactly what is no longer true: the cell, and what the canvas draws for it.
    const { wrong: stale } = await compareNumbers(page);
    assert.ok(stale.length > 1);
    for (const one of stale) assert.match(one, /^weights .*\[0,0,2,1\]|^weights\[0,0,2,1\]/);
    // The script of the other views comes with the first of them.
    await page.evaluate(() =>
      document
        .querySelector('attention-playground')
        .shadowRoot.querySelector('ap-stage')
        .weights.fetch(),
    );
    // The views read again; nothing is run anew.
    await page.evaluate(() => document.querySelector('attention-playground').store.refresh());
    for (const weightsView of ['matrix', 'heads', 'text']) {
      await update(page, { weightsView, focusToken: { side: 'query', index: 2 } });
      const seen = await shows();
      assert.ok(seen.length > 0, `${weightsView} does not show the cell`);
      assert.deepEqual(new Set(seen), new Set([Math.fround(value)]), weightsView);
    }
    await goTo(page, 'context');
    await page.evaluate(() => {
      document
        .querySelector('attention-playground')
        .store.keep({ path: 'context', index: [0, 0, 2, 3] });
    });
    await drawn(page);
    const inContext = await shows();
    assert.ok(
      inContext.length >= 2,
      'as an input of the next step, and as an operand of its proof',
    );
    assert.deepEqual(new Set(inContext), new Set([Math.fround(value)]));
    const { wrong } = await compareNumbers(page);
    assert.deepEqual(wrong, []);
  }));
