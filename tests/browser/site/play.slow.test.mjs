// Whatever plays pauses where nobody can see it: on a hidden page, and where its element is not shown.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { openSite } from '../support/site.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

/** Where something plays: the element, its button, and how the button looks while it plays. */
const players = {
  '/play': { element: 'attention-playground', button: 'ap-ribbon .play' },
  '/explore/tiles': { element: 'tiled-attention', button: 'tiled-attention .play' },
  '/explore/generate': { element: 'token-generation', button: 'token-generation .play' },
};

/** Makes the page hidden or visible, as another tab in front of it would. */
const setHidden = (page, hidden) =>
  page.evaluate((is) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => is });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

for (const [path, { element, button }] of Object.entries(players)) {
  describe(path, () => {
    const plays = (page) => page.locator(button).evaluate((one) => /Pause/.test(one.textContent));

    test('it pauses with the page, and stays paused until it is played again', async () => {
      await site.withPage(path, async (page) => {
        await page.locator(button).click();
        await eventually(() => plays(page), true);
        await setHidden(page, true);
        await eventually(() => plays(page), false);
        await setHidden(page, false);
        assert.equal(await plays(page), false);
        await page.locator(button).click();
        await eventually(() => plays(page), true);
      });
    });

    test('it pauses in a box that is closed', async () => {
      await site.withPage(path, async (page) => {
        await page.locator(button).click();
        await eventually(() => plays(page), true);
        const setDisplay = (display) =>
          page
            .locator(element)
            .evaluate((one, value) => (one.parentElement.style.display = value), display);
        await setDisplay('none');
        await eventually(() => plays(page), false);
        await setDisplay('');
        assert.equal(await plays(page), false);
      });
    });
  });
}

test('one observer of sizes serves every part of a page', async () => {
  const page = await site.newPage();
  await page.addInitScript(() => {
    window.observers = [];
    window.ResizeObserver = class extends ResizeObserver {
      constructor(callback) {
        super(callback);
        window.observers.push({ observer: this, targets: [] });
      }
      observe(target, options) {
        window.observers.find(({ observer }) => observer === this).targets.push(target.localName);
        super.observe(target, options);
      }
    };
  });
  await page.goto(`${site.url}/transformer`);
  await page.locator('ap-map [role=tree]').waitFor();
  await page.locator('ap-stage ap-figure [role=grid]').first().waitFor();
  const watching = await page.evaluate(() =>
    window.observers.filter(({ targets }) => targets.some((name) => name.startsWith('ap-'))),
  );
  assert.equal(watching.length, 1);
  assert.ok(watching[0].targets.includes('ap-stage'), String(watching[0].targets));
  assert.ok(watching[0].targets.includes('ap-figure'), String(watching[0].targets));
  await page.context().close();
});
