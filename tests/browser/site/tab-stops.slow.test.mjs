// Where a person is led, the figure is near for keys: the sixth stop at most, and links skip to it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { drawn } from '../support/numbers.mjs';
import { first, layer, openSite } from '../support/site.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const MOST = 6;

/** Whether the focus is in the figure, and whether it is a link that skips something. */
const focus = (page) =>
  page.evaluate(() => {
    const names = [];
    let { activeElement } = document;
    while (activeElement) {
      names.push(activeElement.localName);
      if (!activeElement.shadowRoot?.activeElement) break;
      ({ activeElement } = activeElement.shadowRoot);
    }
    return {
      inFigure: names.some((name) => ['ap-figure', 'ap-weights'].includes(name)),
      skips: activeElement?.matches('.VPSkipLink, .skip') ?? false,
    };
  });

/** Presses of Tab until the focus is in the figure. */
async function stops(page, follows) {
  for (let count = 1; count <= 30; count += 1) {
    await page.keyboard.press('Tab');
    const { inFigure, skips } = await focus(page);
    if (inFigure) return count;
    if (!follows || !skips) continue;
    await page.keyboard.press('Enter');
    await drawn(page);
    if ((await focus(page)).inFigure) return count;
  }
  return Infinity;
}

const guided = (lang) => `${layer[lang]}&mode=guided`;

// Each page in both languages and both windows, by two turns that have nothing in common.
for (const [path, lang, width] of [
  [first.en, 'en', 1280],
  [first.zh, 'zh', 360],
  [guided('en'), 'en', 360],
  [guided('zh'), 'zh', 1280],
  [`${guided('en')}&view=matrix`, 'en', 1280],
  [`${guided('zh')}&view=matrix`, 'zh', 360],
]) {
  const size = { width, height: width < 600 ? 740 : 800 };
  test(`by its links, the figure is two stops from the top of the page: ${path}, ${width} px`, () =>
    site.withPage(path, async (page) => assert.equal(await stops(page, true), 2), {
      fresh: true,
      ...size,
    }));

  if (path.includes('matrix'))
    test(`without them it is the sixth of the element at most, at every stop of the story: ${lang}, ${width} px`, () =>
      site.withPage(
        path,
        async (page) => {
          const chapters = await page.evaluate(() => {
            const { store } = document.querySelector('attention-playground');
            store.startWalk();
            return store.story.length;
          });
          const counts = [];
          for (let at = 0; at < chapters; at += 1) {
            await drawn(page);
            // From before its first stop.
            await page.evaluate(() => {
              document.activeElement?.blur();
              const before = document.createElement('span');
              before.tabIndex = -1;
              document.querySelector('attention-playground').before(before);
              before.focus();
            });
            counts.push(await stops(page, false));
            await page.evaluate(() => document.querySelector('attention-playground').store.next());
          }
          assert.ok(chapters > 4 && Math.max(...counts) <= MOST, counts.join());
        },
        { fresh: true, ...size },
      ));
}
