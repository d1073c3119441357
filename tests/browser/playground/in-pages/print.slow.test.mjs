// On paper, and on slides: nothing sticks, nothing covers anything, all pictures are drawn.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { goTo } from '../../support/numbers.mjs';
import { boxOf, openPages } from './support.mjs';

const { withPage } = await openPages(import.meta.filename);

/** Pairs of parts that lie over each other. */
const overlaps = (page) =>
  page.evaluate(() => {
    const { shadowRoot } = document.querySelector('attention-playground');
    const parts = [
      ...shadowRoot.querySelectorAll('.bar, .ribbon, .map, ap-stage, ap-proof-sheet, .below'),
    ];
    const boxes = parts.map((one) => ({
      name: one.className || one.localName,
      ...one.getBoundingClientRect().toJSON(),
    }));
    return boxes.flatMap((a, i) =>
      boxes
        .slice(i + 1)
        .filter(
          (b) =>
            a.top < b.bottom - 1 &&
            b.top < a.bottom - 1 &&
            a.left < b.right - 1 &&
            b.left < a.right - 1,
        )
        .map((b) => `${a.name} and ${b.name}`),
    );
  });

/** How many thumbnails have no pixel that was painted. */
const blank = (page) =>
  page.locator('ap-walk canvas').evaluateAll((all) => [
    all.length,
    all.filter((canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return !new Uint32Array(data.buffer).some((pixel) => pixel !== 0);
    }).length,
  ]);

describe('on paper', () => {
  for (const attributes of ['', 'model="encoder-decoder"']) {
    test(`bars, map and proof stand in the flow, and every thumbnail is drawn ${attributes}`, () =>
      withPage(
        `<attention-playground mode="workbench" ${attributes}></attention-playground>`,
        async (page) => {
          await page.locator('ap-stage [role=gridcell]').first().click();
          await page.setViewportSize({ width: 360, height: 400 }); // few thumbnails come near it
          await page.locator('ap-walk').scrollIntoViewIfNeeded();
          await page.locator('ap-walk canvas').first().waitFor();
          await page.evaluate(() => scrollTo(0, 0));
          const [, before] = await blank(page);
          assert.ok(before > 0, 'the test shows nothing: all are in sight');
          await page.emulateMedia({ media: 'print' });
          await page.setViewportSize({ width: 700, height: 900 });
          await page.evaluate(() => scrollTo(0, 400));
          await page.waitForTimeout(200);
          assert.deepEqual(await overlaps(page), []);
          assert.equal(await page.locator('ap-proof').isVisible(), true, 'the proof is printed');
          assert.equal(await page.locator('.sheet-toggle').isVisible(), false);
          await page.pdf();
          const [count, left] = await blank(page);
          assert.ok(count > 5);
          assert.equal(left, 0, `${left} of ${count} are blank`);
        },
      ));
  }
});

describe('where the page cannot scroll, or is low', () => {
  test('on a slide the open proof covers neither the title nor the figure', () =>
    withPage(
      `<div style="overflow:hidden;height:700px;position:relative">
        <section style="width:900px;transform:scale(0.8);transform-origin:0 0">
        <h2>A slide</h2><attention-playground mode="workbench" parameters="random"></attention-playground></section></div>`,
      async (page) => {
        await goTo(page, 'weights');
        await page.locator('ap-stage .port[data-step=weights] [role=gridcell]').first().click();
        await page.locator('.sheet-toggle').click();
        assert.equal(await page.locator('ap-proof').isVisible(), true);
        assert.deepEqual(await overlaps(page), []);
      },
      { height: 720 },
    ));

  test('nor in a low window', () =>
    withPage(
      '<attention-playground mode="workbench" parameters="random"></attention-playground>',
      async (page) => {
        await goTo(page, 'weights');
        await page.locator('ap-stage .port[data-step=weights] [role=gridcell]').first().click();
        await page.locator('.sheet-toggle').click();
        const [stage, proof] = [await boxOf(page, 'ap-stage'), await boxOf(page, 'ap-proof-sheet')];
        assert.ok(proof.top >= stage.bottom - 1, `${proof.top} < ${stage.bottom}`);
      },
      { width: 800, height: 420 },
    ));

  test('in a tall window it is a sheet at the bottom', () =>
    withPage(
      '<attention-playground mode="workbench" parameters="random"></attention-playground>',
      async (page) => {
        await goTo(page, 'weights');
        await page.locator('ap-stage .port[data-step=weights] [role=gridcell]').first().click();
        await page.locator('.sheet-toggle').click();
        assert.ok((await boxOf(page, 'ap-proof-sheet')).bottom <= 801);
      },
      { width: 800, height: 800 },
    ));
});
