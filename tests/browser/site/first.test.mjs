// The first screen: a newcomer's way through it, and that it is what the engine says before and after it lives.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { first, openSite, whenReady } from '../support/site.mjs';
import { goNewcomersWay } from './support/newcomer.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

test('a newcomer predicts, changes the word, cuts the head, walks to the mix, and comes back (mouse)', () =>
  site.withPage(first.en, (page) => goNewcomersWay(page, 'en', 'mouse'), { fresh: true }));

test('a newcomer goes the same way on a phone, by touch, in Chinese', () =>
  site.withPage(first.zh, (page) => goNewcomersWay(page, 'zh', 'touch'), {
    fresh: true,
    width: 360,
    height: 740,
  }));

for (const [lang, path] of Object.entries(first)) {
  test(`without a script the figure is there, with the engine’s numbers, in its place (${lang})`, async () => {
    const read = async (javaScriptEnabled) => {
      const context = await site.browser.newContext({
        viewport: { width: 1280, height: 800 },
        javaScriptEnabled,
      });
      const page = await context.newPage();
      await page.goto(site.url + path);
      if (javaScriptEnabled) await whenReady(page);
      const side = javaScriptEnabled ? '.head-view .side.key' : '.poster-column:last-child';
      const words = page.locator(`${side} > :is(.token, span:not(.end))`);
      const texts = await words.allInnerTexts();
      const found = {
        words: texts.map((text) => text.replace(/\s+/g, ' ')),
        answer: await page
          .locator(javaScriptEnabled ? 'ap-learned .answer b' : '.poster-claim strong')
          .innerText(),
      };
      const { y } = await words.first().boundingBox();
      await context.close();
      return { found, y };
    };
    const [still, live] = [await read(false), await read(true)];
    assert.ok(live.found.words.length >= 7);
    assert.deepEqual(still.found, live.found);
    assert.ok(Math.abs(still.y - live.y) <= 3, `${still.y} and ${live.y}`);
  });
}

test('a state behind # leads to the workbench, in its language', () =>
  site.withPage(
    first.en,
    async (page) => {
      const workbench = async (folder) => {
        await page.waitForURL((url) => new RegExp(`^${folder}play(\\.html)?$`).test(url.pathname));
        await whenReady(page);
        await eventually(
          () => page.evaluate(() => document.querySelector('attention-playground').heads),
          2,
        );
      };
      for (const folder of Object.values(first)) {
        await page.goto('about:blank');
        await page.goto(`${site.url}${folder}#v=1&heads=2`);
        await workbench(folder);
        // Typed into the address of a first screen that is open.
        await page.goto(site.url + folder);
        await whenReady(page);
        await page.evaluate(() => (location.hash = '#v=1&heads=2'));
        await workbench(folder);
      }
    },
    { fresh: true },
  ));

test('who types the other word themselves is answered too; any other sentence is asked nothing about', () =>
  site.withPage(
    first.en,
    async (page) => {
      const prompt = page.locator('.first-prompt');
      const type = (text) =>
        page.evaluate((text) => {
          document.querySelector('attention-playground').sentence = text;
        }, text);
      await type('The dog finished the bread, because it was FRESH.');
      await eventually(async () => /“bread” now/.test(await prompt.innerText()), true);
      await type('the cat tasted the soup because it was salty');
      await eventually(async () => /Where will/.test(await prompt.innerText()), true);
    },
    { fresh: true },
  ));
