// axe-core finds nothing serious: in both languages, light and dark, wide and on a phone, at several steps.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { looks, violations } from './looks.mjs';
import { drawn, goTo } from './numbers.mjs';
import { home, openSite } from './support.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

/** What is serious or worse, by rule and place. */
const serious = (page) => violations(page, 'attention-playground', ['serious', 'critical']);

/** Steps, and what is set before each is looked at. */
const states = [
  ['scores', {}],
  ['weights', { weightsView: 'matrix' }],
  ['weights', { weightsView: 'heads', focusToken: { side: 'query', index: 2 } }],
  ['weights', { weightsView: 'text' }],
  ['q_transposed', {}],
  ['w_q', {}],
  ['masked_scores', { mask: 'causal' }],
];

for (const { lang, title, options } of looks) {
  test(`nothing stands in anybody's way: ${title}`, async () => {
    const page = await site.open(home[lang], options);
    try {
      if (options.width < 600)
        await page.locator('ap-controls button[aria-controls="body"]').click();
      await page.locator('ap-controls button[aria-controls="more"]').click();
      const found = {};
      for (const [step, patch] of states) {
        await page.evaluate(
          (patch) => document.querySelector('attention-playground').store.update(patch),
          patch,
        );
        await goTo(page, step);
        await drawn(page);
        found[`${step} ${Object.values(patch)[0] ?? ''}`] = await serious(page);
      }
      await page.locator('ap-controls [name="heads"]').fill('7');
      await page.locator('ap-controls [name="heads"]').press('Enter');
      await page.locator('ap-tokens button').first().click();
      await drawn(page);
      found['with a problem and an editor of tokens'] = await serious(page);
      const some = Object.entries(found).filter(([, list]) => list.length > 0);
      assert.deepEqual(some, []);
      assert.deepEqual(page.problems, []);
    } finally {
      await page.context().close();
    }
  });
}
