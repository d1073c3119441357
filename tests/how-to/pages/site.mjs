// What is to be seen of a page of the site, a panel on it, a trained model, and a letter in formulas.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { pythonPath } from '../../../scripts/setup.mjs';
import { readCharacters, readTables } from '../../node/package/support/woff2.mjs';

const masks = {
  en: { path: '/explore/masks', name: 'Masks', legend: '0: may attend. −∞: hidden.' },
  zh: { path: '/zh/explore/masks', name: '掩码', legend: '0：可以看到。−∞：被屏蔽。' },
};

export function testPage(built) {
  for (const [lang, { path, name }] of Object.entries(masks)) {
    test(`the page is in the bar, and its playground shows the step (${lang})`, async () => {
      const page = await built.site.open(lang === 'en' ? '/play' : '/zh/play');
      await page.locator(`nav a[href$="${path}"], nav a[href$="${path}.html"]`).first().waitFor({
        state: 'attached',
      });
      await page.goto(built.site.url + path);
      assert.ok((await page.locator('h1').innerText()).startsWith(name));
      const playground = page.locator('attention-playground');
      await playground.locator('ap-stage .result[data-step$="masked_scores"]').first().waitFor();
      assert.deepEqual(page.problems, []);
    });
  }
}

export function testPanel(built) {
  for (const [lang, { path, legend }] of Object.entries(masks)) {
    test(`the panel stands on it, in its language, with the engine’s mask (${lang})`, async () => {
      const page = await built.site.open(path);
      const panel = page.locator('mask-table');
      await panel.getByText(legend).waitFor();
      const cells = await panel.locator('td').allInnerTexts();
      assert.equal(cells.length, 36);
      cells.forEach((text, i) => assert.equal(text, i % 6 <= Math.floor(i / 6) ? '0' : '−∞'));
      assert.deepEqual(page.problems, []);
    });
  }
}

export function testTrainedModel(built) {
  for (const [lang, name] of Object.entries({ en: 'Lists, copied', zh: '照抄字母' })) {
    test(`the model has a card, and a playground opens on it (${lang})`, async () => {
      const cards = await built.site.open(lang === 'en' ? '/guide/models' : '/zh/guide/models');
      await cards.getByText(name).first().waitFor({ state: 'attached' });
      const page = await built.openElement(lang, 'parameters="copy"');
      const state = await page.evaluate(() => document.querySelector('attention-playground').state);
      assert.equal(state.parameters, 'copy');
      assert.deepEqual(page.problems, []);
    });
  }
}

export function testSymbol(built) {
  test('the face that the script makes has the letter', async () => {
    const path = built.path('web/kit/formulas/fonts/ap-math.font');
    const italicPsi = '\u{1d713}';
    const has = () => readCharacters(readTables(readFileSync(path)).cmap).has(italicPsi);
    assert.equal(has(), false);
    await built.run(pythonPath, 'scripts/math-font.py');
    assert.equal(has(), true);
  });
}
