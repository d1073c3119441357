// Elements that are moved to another place of the page, or are not in sight when they start.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { eventually, stateOf } from '../../support/hands.mjs';
import { compareNumbers, drawn } from '../../support/numbers.mjs';
import { whenQuiet } from '../../support/quiet.mjs';
import { whenReady } from '../../support/site.mjs';
import { boxOf, files, openPages, replaceBody } from './support.mjs';

const { withPage } = await openPages(import.meta.filename);

const tags = Object.keys(files);

test('moved to another place, a playground keeps its state, its numbers and its views', () =>
  withPage(
    '<div id="here"><attention-playground mode="workbench" parameters="random"></attention-playground></div><div id="there"></div>',
    async (page) => {
      await page.locator('ap-stage .port[data-step=weights] [role=gridcell]').nth(5).click();
      await page.evaluate(() =>
        document.querySelector('attention-playground').store.edit('scores', [0, 0, 1, 1], 3),
      );
      await page.locator('ap-stage [role=tab]').nth(1).click();
      await drawn(page);
      const before = await stateOf(page);
      await page.evaluate(() => {
        const element = document.querySelector('attention-playground');
        globalThis.known = element.trace;
        globalThis.loads = 0;
        element.addEventListener('load', () => (loads += 1));
        document.querySelector('#there').append(element);
      });
      await drawn(page);
      await page.waitForTimeout(300);
      assert.deepEqual(await stateOf(page), before);
      assert.equal(
        await page.evaluate(() => document.querySelector('#there > *').trace === known && loads),
        0,
      );
      const tab = page.locator('ap-stage [role=tab]').nth(1);
      assert.equal(await tab.getAttribute('aria-selected'), 'true');
      assert.deepEqual((await compareNumbers(page)).wrong, []);
      await page.evaluate(() => document.querySelector('attention-playground').store.undo());
      await drawn(page);
      assert.equal((await stateOf(page)).edits.length, 0);
    },
  ));

test('moved panels go on with what they have', async () => {
  for (const tag of tags.slice(1)) {
    await withPage(
      `<div id="here"><${tag}></${tag}></div><div id="there" style="width:500px"></div>`,
      async (page) => {
        const grids = () => page.locator(`${tag} [role=grid]`).count();
        const before = await grids();
        assert.ok(before > 0, tag);
        const frame = await page.evaluate((tag) => {
          const element = document.querySelector(tag);
          const { engine } = element;
          document.querySelector('#there').append(element);
          return element.engine === engine;
        }, tag);
        assert.ok(frame, tag);
        await page.waitForTimeout(200);
        assert.equal(
          await page.evaluate((tag) => Boolean(document.querySelector(tag).engine), tag),
          true,
        );
        assert.equal(await page.locator(`${tag} [role=grid]`).first().isVisible(), true, tag);
        // Its parts measure the new place.
        await eventually(async () => (await boxOf(page, `${tag} .frame`)).width, 500);
        const widest = () =>
          page
            .locator(`${tag} :is(ap-figure, ap-slice, ap-chart)`)
            .evaluateAll((all) => Math.max(0, ...all.map((one) => one.offsetWidth)) <= 500);
        await eventually(widest, true, tag);
      },
    );
  }
});

/** Width and height of every drawn grid, chart, map and view of weights of an element. */
const sizes = (page, tag) =>
  page
    .locator(`${tag} :is([role=grid], ap-chart canvas, .picture, ap-weights)`)
    .evaluateAll((all) =>
      all.map((one) => {
        const { width, height } = one.getBoundingClientRect();
        return [Math.round(width), Math.round(height)].join(' × ');
      }),
    );

/** The same once layouts have followed: three times alike, with nothing left to do. On a slow machine a panel draws for seconds. */
const settledSizes = async (page, tag) => {
  for (let alike = 0, last = []; ;) {
    await page.waitForTimeout(200);
    await whenQuiet(page);
    const now = await sizes(page, tag);
    alike = isDeepStrictEqual(now, last) ? alike + 1 : 1;
    if (alike === 3) return now;
    last = now;
  }
};

for (const [place, around, open, panels] of [
  // All panels start and measure in the same way: each is in one of the places.
  [
    'in <details>',
    (it) => `<details><summary>More</summary>${it}</details>`,
    (page) => page.locator('body > details > summary').click(),
    ['positional-encoding', 'attention-kinds', 'token-generation', 'head-workers'],
  ],
  [
    'in a hidden tab',
    (it) => `<div id="tab" style="display:none">${it}</div>`,
    (page) => page.evaluate(() => (document.querySelector('#tab').style.display = 'block')),
    ['scaling-study', 'tiled-attention', 'training-run'],
  ],
]) {
  test(`an element that starts ${place} has its sizes once it is in sight`, async () => {
    for (const [tag, attributes] of [
      // Of few tokens: more of them fill the room that is left below them.
      ['attention-playground', 'parameters="random"'],
      ['attention-playground', 'mode="workbench" parameters="random"'],
      ['attention-playground', 'mode="workbench" model="encoder-decoder"'],
      ...panels.map((tag) => [tag, '']),
    ]) {
      const it = (loading) => `<${tag} loading="${loading}" ${attributes}></${tag}>`;
      await withPage(around(it('eager')), async (page) => {
        await open(page);
        await whenReady(page);
        const hiddenAtFirst = await settledSizes(page, tag);
        await replaceBody(page, `<div>${it('eager')}</div>`);
        await whenReady(page);
        const expected = await settledSizes(page, tag);
        assert.ok(expected.length > 0, tag);
        assert.deepEqual(hiddenAtFirst, expected, `${tag} ${attributes} eager`);
        await replaceBody(page, around(it('auto')));
        await open(page);
        await whenReady(page);
        await eventually(() => sizes(page, tag), expected, `${tag} ${attributes} auto`);
      });
    }
  });
}
