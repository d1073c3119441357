// The first screen for everybody: by keys, without motion, in forced colours, by a screen reader; where its doors lead; and how
// little stands before its figure.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertNoWider, looks, violations } from '../support/looks.mjs';
import { first, openSite, whenReady } from '../support/site.mjs';
import { firstScreens, limits } from '../support/first-screens.mjs';
import { goNewcomersWay } from './support/newcomer.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const phone = { width: 360, height: 740 };

for (const [title, lang, hand, options] of [
  ['by keys', 'en', 'keys', {}],
  ['by touch', 'en', 'touch', phone],
  ['by mouse, in Chinese', 'zh', 'mouse', {}],
  ['with motion', 'en', 'mouse', { reducedMotion: 'no-preference' }],
]) {
  test(`a newcomer goes all the way: ${title}`, () =>
    site.withPage(first[lang], (page) => goNewcomersWay(page, lang, hand), {
      fresh: true,
      ...options,
    }));
}

test('a newcomer goes all the way: in forced colours', () =>
  site.withPage(
    first.en,
    async (page) => {
      await page.emulateMedia({ forcedColors: 'active' });
      await goNewcomersWay(page, 'en', 'mouse');
    },
    { fresh: true },
  ));

test('who guesses and changes the word before the element lives is answered when it does', () =>
  site.withPage(
    first.en,
    async (page) => {
      await page.locator('.first-choices button').first().click();
      await page.locator('.first-choices .strong').click();
      assert.equal(await page.locator('attention-playground:defined').count(), 0);
      page.lives();
      await page.getByText('“it” looks at “bread” now').waitFor();
      await page
        .locator('attention-playground ap-learned .answer b', { hasText: 'bread' })
        .waitFor();
    },
    {
      fresh: true,
      ready: false,
      // Its script comes late; the page's own are there.
      prepare: (page) => {
        const late = new Promise((lives) => (page.lives = lives));
        return page.route(/chunks\/element\./, async (route) => {
          await late;
          await route.continue();
        });
      },
    },
  ));

test('on the workbench in place anything may be asked for, and the question waits', () =>
  site.withPage(
    first.en,
    async (page) => {
      const set = (state) =>
        page.evaluate(async (state) => {
          const element = document.querySelector('attention-playground');
          element.state = { ...element.state, ...state };
          await element.updateComplete;
        }, state);
      await set({ mode: 'workbench', gradients: true });
      await set({ parameters: 'random', model: 'attention' });
      await set({ sentences: [''] });
      await page.locator('.first-back button').click();
      await page.locator('.first-choices').waitFor();
    },
    { fresh: true },
  ));

const impacts = ['moderate', 'serious', 'critical'];
for (const { title, options } of looks)
  test(`axe finds nothing, no width scrolls sideways: ${title}`, () =>
    site.withPage(
      first[options.lang],
      async (page) => {
        assert.deepEqual(await violations(page, 'body', { impacts }), []);
        await page.locator('.first-choices button').first().click();
        await page.locator('.first-choices .strong').click();
        assert.deepEqual(await violations(page, 'body', { impacts }), []);
        await assertNoWider(page, options.width);
      },
      { fresh: true, ...options, height: 740 },
    ));

for (const [lang, path] of Object.entries(first)) {
  test(`each door leads to what it names (${lang})`, () =>
    site.withPage(
      path,
      async (page) => {
        const doors = await page
          .locator('.first-door')
          .evaluateAll((all) => all.map(({ href }) => href));
        assert.equal(doors.length, 3);
        const found = [];
        for (const href of doors) {
          await page.goto('about:blank');
          await page.goto(href);
          if (/learn/.test(href)) await page.locator('lesson-map a').first().waitFor();
          else await whenReady(page);
          found.push(
            await page.evaluate(() => {
              const element = document.querySelector('attention-playground');
              const map = document.querySelector('lesson-map');
              if (map) return map.querySelector('a').dataset.lesson;
              if (!element) return document.querySelector('training-run').task;
              const { store, mode, step } = element;
              return [mode, step, store.problem ?? 'no problem'];
            }),
          );
        }
        const step = 'encoder.1.self_attention.weights';
        assert.deepEqual(found, ['it', ['workbench', step, 'no problem'], 'ring']);
      },
      { fresh: true },
    ));
}

test('little stands before the first word of the figure, and few presses before softmax', async () => {
  const found = await firstScreens(site, { byTurns: true });
  assert.equal(found.length, 4);
  for (const { name, y, controls, words, next } of found) {
    const most = limits[name.includes('360') ? 'phone' : 'wide'];
    assert.ok(y <= most, `${name}: the first word at ${y} px, at most ${most}`);
    assert.ok(controls <= limits.controls, `${name}: ${controls} controls before it`);
    assert.ok(words <= limits.words, `${name}: ${words} words before it`);
    assert.ok(next <= limits.next, `${name}: ${next} presses`);
  }
});
