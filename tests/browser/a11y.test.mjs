// axe-core finds nothing serious: in both languages, light and dark, wide and on a phone, at several steps.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { drawn, goTo } from './numbers.mjs';
import { home, openSite } from './support.mjs';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

let site;
before(async () => (site = await openSite()));
after(() => site.close());

/** What is serious or worse, by rule and place. */
async function violations(page) {
  return page.evaluate(async () => {
    const { violations } = await axe.run('attention-playground', {
      resultTypes: ['violations'],
    });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes
          .slice(0, 3)
          .map(({ target, any, all }) =>
            [
              id,
              target.flat().join(' '),
              [...any, ...all].map((one) => one.message).join('; '),
            ].join(': '),
          ),
      );
  });
}

/** Steps, and what is set before each is looked at. */
const looks = [
  ['scores', {}],
  ['weights', { weightsView: 'matrix' }],
  ['weights', { weightsView: 'heads', focusToken: { side: 'query', index: 2 } }],
  ['weights', { weightsView: 'text' }],
  ['q_transposed', {}],
  ['w_q', {}],
  ['masked_scores', { mask: 'causal' }],
];

/** Every language in every scheme, every scheme at every width. */
const pages = [
  ['en', 'light', 1280],
  ['en', 'dark', 360],
  ['zh', 'light', 360],
  ['zh', 'dark', 1280],
];
for (const [lang, colorScheme, width] of pages) {
  test(`nothing stands in anybody's way: ${lang}, ${colorScheme}, ${width} px`, async () => {
    const page = await site.open(home[lang], {
      colorScheme,
      width,
      height: width < 600 ? 740 : 800,
    });
    try {
      await page.addScriptTag({ path: axe });
      if (width < 600) await page.locator('ap-controls button[aria-controls="body"]').click();
      await page.locator('ap-controls button[aria-controls="more"]').click();
      const found = {};
      for (const [step, patch] of looks) {
        await page.evaluate(
          (patch) => document.querySelector('attention-playground').store.update(patch),
          patch,
        );
        await goTo(page, step);
        await drawn(page);
        found[`${step} ${Object.values(patch)[0] ?? ''}`] = await violations(page);
      }
      await page.locator('ap-controls [name="heads"]').fill('7');
      await page.locator('ap-controls [name="heads"]').press('Enter');
      await page.locator('ap-tokens button').first().click();
      await drawn(page);
      found['with a problem and an editor of tokens'] = await violations(page);
      const some = Object.entries(found).filter(([, list]) => list.length > 0);
      assert.deepEqual(some, []);
      assert.deepEqual(page.problems, []);
    } finally {
      await page.context().close();
    }
  });
}
