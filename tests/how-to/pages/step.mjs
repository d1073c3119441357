// Steps of operations that exist: one of an attention layer, and one in the middle of a feed-forward network, where a gradient
// passes it. Both are looked for everywhere; their gradients have not even texts of their own.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareNumbers, deepQuery, goTo } from '../../browser/support/numbers.mjs';

const title = { en: 'Similarity of the words', zh: '词与词的相似度' };
const curved = { en: 'Curved once more', zh: '再弯曲一次' };
const curvedStep = 'encoder.0.feed_forward.curved';
const random = 'parameters="random"';

export function testStep(built) {
  for (const lang of Object.keys(title)) {
    test(`a step added in one place is in ribbon, walk, stage and proof (${lang})`, async () => {
      const page = await built.openElement(lang, random);
      await page.locator('ap-walk').scrollIntoViewIfNeeded();
      await page.locator('ap-walk [data-step="similarity"]').waitFor();
      const seen = await page.evaluate((source) => {
        const deepQuery = new Function(`return ${source}`)();
        const named = (tag) =>
          deepQuery(document, tag).flatMap((element) =>
            deepQuery(element.shadowRoot, '[data-step="similarity"]').map(
              (found) => found.outerHTML,
            ),
          );
        return { ribbon: named('ap-ribbon'), walk: named('ap-walk') };
      }, deepQuery);
      assert.equal(seen.ribbon.length, 1);
      assert.ok(seen.walk.length >= 1);
      await goTo(page, 'similarity');
      const stage = page.locator('ap-stage');
      assert.match(await stage.locator('h2').innerText(), new RegExp(title[lang]));
      assert.match(await stage.locator('.prose').innerText(), new RegExp(title[lang]));
      assert.equal((await stage.locator('math').count()) > 0, true);
      await stage.locator('.result[data-step="similarity"]').waitFor();
      const { cells, pixels, wrong } = await compareNumbers(page, 'ap-stage');
      assert.deepEqual(wrong, []);
      assert.ok(cells > 0);
      const shape = await page.evaluate(
        () => document.querySelector('attention-playground').trace.tensor('similarity').shape,
      );
      assert.ok(pixels >= shape.at(-1) ** 2, `${pixels} coloured cells`);
      await stage.locator('.result [role=gridcell][data-index="0,2,1"]').first().click();
      const proof = await page.evaluate(() => {
        const { trace } = document.querySelector('attention-playground');
        return trace.explain('similarity', [0, 2, 1]).value;
      });
      const shown = page.locator('ap-proof .value').first();
      assert.equal(Number(await shown.getAttribute('data-value')), proof);
      assert.match(await page.locator('ap-proof h3').first().innerText(), new RegExp(title[lang]));
      assert.deepEqual(page.problems, []);
    });
  }

  for (const [lang, [back, named]] of Object.entries({
    en: ['Backward', `Gradient: ${curved.en}`],
    zh: ['反向', `梯度：${curved.zh}`],
  })) {
    test(`the gradient of a step is in walk, map, proof and figure, without a text of its own (${lang})`, async () => {
      const path = `gradient.${curvedStep}`;
      const page = await built.openElement(lang, random);
      await page.evaluate(() => {
        const { store } = document.querySelector('attention-playground');
        store.update({ model: 'encoder-only', layers: 1, heads: 2, dModel: 8, feedForward: 12 });
      });
      await page.locator('ap-map .item').first().waitFor();
      await goTo(page, curvedStep);
      await page.locator('ap-ribbon').getByRole('button', { name: back, exact: true }).click();
      await page.locator(`ap-stage section[data-step="${path}"]`).waitFor();
      const stage = page.locator('ap-stage');
      // In words: those of the step, and those of its operation.
      assert.equal((await stage.locator('h2 .name').first().innerText()).trim(), named);
      assert.ok((await stage.locator('.prose').innerText()).length > 20);
      // In the walk, as a stop of the ribbon and as a card.
      await page.locator(`ap-ribbon [data-step="${path}"][aria-current]`).waitFor();
      await page.locator('ap-walk').scrollIntoViewIfNeeded();
      await page.locator(`ap-walk [data-step="${path}"]`).waitFor();
      // In the map: the step's block is where one is, and the way from the loss is lit.
      const { here, lit } = await page.evaluate((step) => {
        const element = document.querySelector('attention-playground');
        const { drawing, renderRoot } = element.renderRoot.querySelector('ap-map');
        const current = renderRoot.querySelector('.item[aria-current]').dataset.key;
        const lines = renderRoot.querySelectorAll('.line.role-gradient.lit');
        return { here: current === drawing.keyOf(step), lit: lines.length };
      }, curvedStep);
      assert.ok(here && lit > 0, `${here}, ${lit} lines`);
      // In one figure with the step's own numbers, all of them the trace's.
      await stage.locator(`.result[data-step="${path}"]`).waitFor();
      const grids = await page.evaluate(() => {
        const element = document.querySelector('attention-playground').renderRoot;
        const { figure } = element.querySelector('ap-stage').renderRoot.querySelector('ap-figure');
        return figure.grids.map(({ step }) => step.path);
      });
      assert.ok(grids.includes(path) && grids.includes(curvedStep), grids.join());
      const { cells, wrong } = await compareNumbers(page, 'ap-stage');
      assert.deepEqual(wrong, []);
      assert.ok(cells > 0);
      // In the proof: what it was passed, times what the next operation makes of it, term by term.
      const cell = stage.locator('.result [role=gridcell][data-index="0,1,2"]').first();
      await cell.click();
      const value = await page.evaluate(
        (step) =>
          document.querySelector('attention-playground').trace.explain(step, [0, 1, 2]).value,
        path,
      );
      const shown = page.locator('ap-proof .value').first();
      assert.equal(Number(await shown.getAttribute('data-value')), value);
      assert.ok((await page.locator('ap-proof .operand[data-path^="gradient."]').count()) > 1);
      // And it passes the gradient on.
      const before = page.locator(
        'ap-ribbon [data-step="gradient.encoder.0.feed_forward.activation"]',
      );
      await before.click();
      await page.locator('ap-stage section[data-step$="activation"]').waitFor();
      assert.match(await stage.locator('.prose').innerText(), /GELU|曲线|curve/);
      assert.deepEqual(page.problems, []);
    });
  }
}
