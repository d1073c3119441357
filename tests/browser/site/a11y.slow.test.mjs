// axe-core finds nothing serious: in both languages, light and dark, wide and on a phone, at several steps.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { violations } from '../support/looks.mjs';
import { drawn, goTo } from '../support/numbers.mjs';
import { layer, openSite } from '../support/site.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

/** What is serious or worse, by rule and place. */
const serious = (page) =>
  violations(page, 'attention-playground', { impacts: ['serious', 'critical'] });

/** Steps, and what is set before each is looked at. */
const states = [
  ['scores', {}],
  ['weights', { weightsView: 'matrix' }],
  ['weights', { weightsView: 'heads', focusToken: { side: 'query', index: 2 } }],
  ['weights', { weightsView: 'text' }],
  ['q_transposed', {}],
  ['w_q', {}],
  ['masked_scores', { mask: 'causal' }],
  ['gradient.w_q', { gradients: true }],
  ['gradient.scaled_scores', { gradients: true }],
];

/**
 * Who looks at every other state, from the first or the second on: each state is seen in both languages, both schemes
 * and both widths, by two looks that have nothing in common.
 */
const lookers = [
  ['en', 'light', 1280, 0],
  ['zh', 'dark', 360, 0],
  ['en', 'dark', 1280, 1],
  ['zh', 'light', 360, 1],
];

for (const [lang, colorScheme, width, first] of lookers) {
  test(`nothing stands in anybody's way: ${lang}, ${colorScheme}, ${width} px`, () =>
    site.withPage(
      layer[lang],
      async (page) => {
        await page.locator('ap-controls .fold').click();
        const found = {};
        for (const [step, patch] of states.filter((_, i) => i % 2 === first)) {
          await page.evaluate(
            (patch) => document.querySelector('attention-playground').store.update(patch),
            patch,
          );
          await goTo(page, step);
          found[`${step} ${Object.values(patch)[0] ?? ''}`] = await serious(page);
        }
        await page.locator('ap-controls [name="heads"]').fill('7');
        await page.locator('ap-controls [name="heads"]').press('Enter');
        await page.locator('ap-tokens button').first().click();
        await drawn(page);
        found['with a problem and an editor of tokens'] = await serious(page);
        assert.ok(Object.keys(found).length > 3);
        const some = Object.entries(found).filter(([, list]) => list.length > 0);
        assert.deepEqual(some, []);
      },
      { colorScheme, width, height: width < 600 ? 740 : 800 },
    ));
}

for (const [lang, colorScheme, width, first] of lookers) {
  test(`nor where one is led, or sees one figure: ${lang}, ${colorScheme}, ${width} px`, () =>
    site.withPage(
      `${layer[lang]}&parameters=referent-emergent&mode=guided`,
      async (page) => {
        const found = {};
        const stops = await page.evaluate(() =>
          document
            .querySelector('attention-playground')
            .store.story.map(({ name, shown }) => [name, shown.path]),
        );
        const mine = stops.filter((_, i) => i % 2 === first);
        for (const [name, path] of mine) {
          await goTo(page, path);
          await page.locator('ap-guide .ask').click();
          found[name] = await serious(page);
        }
        await page.evaluate(() => (document.querySelector('attention-playground').mode = 'figure'));
        await drawn(page);
        found.figure = await serious(page);
        assert.ok(mine.length > 2);
        assert.equal(Object.keys(found).length, mine.length + 1);
        assert.deepEqual(
          Object.entries(found).filter(([, list]) => list.length > 0),
          [],
        );
      },
      { colorScheme, width, height: width < 600 ? 740 : 800 },
    ));
}
