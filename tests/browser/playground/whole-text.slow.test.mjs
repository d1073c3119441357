// Text that people read is never cut: titles in figures, numbers in proofs, bars on a phone. And no band is empty.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually, openSettings } from '../support/hands.mjs';
import { drawn, goTo } from '../support/numbers.mjs';
import { home, openSite } from '../support/site.mjs';
import { cutTexts, keepLast } from './support/cut-texts.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

/** Steps of the model that the first page opens on: several lanes, a norm, a product, tokens, and the way back. */
const forward = ['q', 'scores', 'context_contiguous'].map((n) => `encoder.0.self_attention.${n}`);
const back = 'gradient.encoder.0.self_attention.scaled_scores';

for (const [lang, width] of [
  ['en', 1280],
  ['zh', 360],
]) {
  test(`titles of figures, proofs and bars are whole: ${lang}, ${width} px`, () =>
    site.withPage(
      home[lang],
      async (page) => {
        for (const step of [...forward, 'encoder.0.norm_1', 'probabilities']) {
          await goTo(page, step);
          await keepLast(page);
          assert.deepEqual(await cutTexts(page), [], step);
        }
        await page.locator('ap-ribbon .turn button').last().click();
        await eventually(
          () =>
            page.evaluate(
              (path) =>
                Boolean(
                  document
                    .querySelector('attention-playground')
                    .trace.steps.find((one) => one.path === path),
                ),
              back,
            ),
          true,
        );
        await goTo(page, back);
        await keepLast(page);
        assert.deepEqual(await cutTexts(page), [], back);
      },
      { width, height: width < 600 ? 740 : 800 },
    ));
}

test('the settings of a trained model have no empty band', () =>
  site.withPage(home.en, async (page) => {
    await openSettings(page);
    await drawn(page);
    const bands = page.locator('ap-settings .group');
    const texts = await bands.allInnerTexts();
    assert.ok(texts.length >= 2);
    for (const text of texts) assert.notEqual(text.trim(), '');
  }));
