// The cards of the trained models: their numbers are those of models/cards.json and the logs, and their links lead to pages
// that open on the model.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { root } from '../../../scripts/lib/run.mjs';
import { shipped } from '../../../scripts/train/tasks.mjs';
import { eventually, stateOf } from '../support/hands.mjs';
import { looks, violations, widthOf } from '../support/looks.mjs';
import { openSite } from '../support/site.mjs';
import { cardOf, paths, testCards } from './support/models.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

for (const lang of ['en', 'zh']) testCards(() => site, lang);

test('the file of a card is the model’s', () =>
  site.withPage(paths.en, async (page) => {
    for (const name of shipped) {
      const link = cardOf(page, name).locator('a[download]');
      const response = await page.request.get(await link.evaluate(({ href }) => href));
      const file = readFileSync(join(root, `models/${name}.safetensors`));
      assert.ok(file.equals(await response.body()), name);
    }
  }));

for (const { title, options } of looks)
  test(`nothing stands in anybody’s way on the page of trained models: ${title}`, () =>
    site.withPage(
      paths[options.lang],
      async (page) => {
        assert.deepEqual(await violations(page, '.vp-doc'), []);
        assert.equal(await widthOf(page), options.width);
      },
      options,
    ));

test('an address with a model’s name opens its card below the bar', () =>
  site.withPage(`${paths.en}#verse-en`, async (page) => {
    const bar = 64;
    await eventually(async () => {
      const { y } = await page.locator('#verse-en').boundingBox();
      return y > bar - 24 && y < 400;
    }, true);
  }));

for (const [name, path] of [
  ['referent-emergent', /^[/]zh[/]play/],
  ['ring-jump', /^[/]zh[/]transformer/],
])
  test(`a card leads to the playground, which opens on its model: ${name}`, () =>
    site.withPage(paths.zh, async (page) => {
      await cardOf(page, name).getByRole('link', { name: '在演练场中打开' }).click();
      await page.waitForURL(({ pathname }) => path.test(pathname));
      await page.locator('ap-learned .answer').waitFor();
      assert.equal((await stateOf(page)).parameters, name);
    }));

test('a card leads to the page Train, which begins with its task', () =>
  site.withPage(paths.en, async (page) => {
    await cardOf(page, 'sort').getByRole('link', { name: 'Train it yourself' }).click();
    await page.waitForURL(/train/);
    const chosen = page.locator('training-run select').first();
    await eventually(() => chosen.inputValue(), 'sort');
  }));

for (const [lang, words, name] of [
  ['en', 'adjective passive', 'referent-emergent'],
  ['zh', '押韵的那一行', 'verse-en'],
])
  test(`search finds the card of a model, and goes there (${lang})`, () =>
    site.withPage(paths[lang], async (page) => {
      await page.locator('.VPNavBarSearch button').first().click();
      await page.locator('#localsearch-input').fill(words);
      const found = page.locator(`.VPLocalSearchBox .result[href$="models.html#${name}"]`);
      await found.first().click();
      await eventually(
        () =>
          cardOf(page, name).evaluate((card) => {
            const { top } = card.getBoundingClientRect();
            return top >= 0 && top < innerHeight / 2;
          }),
        true,
      );
    }));
