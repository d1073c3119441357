// The cards of the trained models: their numbers are those of models/cards.json and the logs, and their links lead to pages
// that open on the model.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { root } from '../../../scripts/lib/run.mjs';
import { readCards, readLog, scoreOf } from '../../../scripts/train/logs.mjs';
import { shipped } from '../../../scripts/train/tasks.mjs';
import { eventually, stateOf } from '../support/hands.mjs';
import { looks, violations, widthOf } from '../support/looks.mjs';
import { openSite } from '../support/site.mjs';

const paths = { en: '/guide/models', zh: '/zh/guide/models' };
const cards = readCards();

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const cardOf = (page, name) => page.locator(`section[aria-labelledby="${name}"]`);
const words = (locator) => locator.allInnerTexts();

/** A share as the page writes it among others. */
const share = (value) =>
  new Intl.NumberFormat('en', {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(value);
const whole = (value) => value.toLocaleString('en');

for (const [lang, path] of Object.entries(paths)) {
  describe(`the page of trained models: ${lang}`, () => {
    let page;
    before(async () => {
      page = await site.newPage();
      await page.goto(site.url + path, { waitUntil: 'networkidle' });
    });
    after(() => page.context().close());

    test('every shipped model has one card with an address of its own, and a row in the table', async () => {
      const ids = await page
        .locator('section.model-card > h2')
        .evaluateAll((all) => all.map(({ id }) => id));
      assert.deepEqual([...ids].sort(), [...shipped].sort());
      const links = page.locator('.model-table').first().locator('tbody a');
      const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      assert.deepEqual(
        hrefs,
        ids.map((id) => `#${id}`),
      );
      assert.deepEqual(page.problems, []);
    });

    test('the table has what the files and the logs say', async () => {
      const rows = page.locator('.model-table').first().locator('tbody tr');
      for (const row of await rows.all()) {
        const name = (await row.locator('a').getAttribute('href')).slice(1);
        const { task, parameters, bytes, updates, seed } = cards[name];
        assert.equal(await row.locator('code').innerText(), task);
        const right = Number((await row.locator('b').innerText()).replace('%', '')) / 100;
        assert.ok(Math.abs(right - scoreOf(task, cards[name])) <= 0.0005, name);
        const [count, size, ...others] = await words(row.locator('.number'));
        assert.deepEqual([count, ...others], [whole(parameters), whole(updates), String(seed)]);
        assert.match(size, /^\d+[.]\d kB$/);
        assert.ok(Math.abs(parseFloat(size) * 1000 - bytes) <= 50, name);
      }
    });

    for (const name of shipped) {
      test(`the card has the model’s numbers, with each head and without: ${name}`, async () => {
        const card = cardOf(page, name);
        const { task, seed, updates, heldOut, without } = cards[name];
        const tables = card.locator('.model-table');
        const numbers = async (row) => [
          ...(await words(row.locator('.model-share'))),
          ...(await words(row.locator('.number'))),
        ];

        const looked =
          heldOut.heads.length > 0 ? await tables.first().locator('tbody tr').all() : [];
        assert.equal(looked.length, heldOut.heads.length);
        for (const [i, { points, weight }] of heldOut.heads.entries())
          assert.deepEqual(await numbers(looked[i]), [share(points), weight.toFixed(2)]);

        const cut = await tables.last().locator('tbody tr').all();
        assert.equal(cut.length, without.length + 1);
        for (const [i, { loss, labels, sentences }] of [heldOut, ...without].entries()) {
          const [first, ...others] = await numbers(cut[i]);
          assert.equal(first, share(labels));
          assert.equal(others.at(-1), loss.toFixed(4));
          if (others.length > 1) assert.equal(others[0], share(sentences));
        }

        const { seeds } = readLog(task);
        const tried = card.locator('.model-seeds li');
        const isLast = updates === seeds[0].updates;
        const results = isLast ? seeds.map((each) => share(scoreOf(task, each))) : [];
        assert.deepEqual(await words(tried.locator('.model-share')), results);
        if (isLast)
          assert.match(await card.locator('.shipped').innerText(), new RegExp(` ${seed}\\n`));
      });
    }

    test('the file of a card is the model’s', async () => {
      for (const name of shipped) {
        const link = cardOf(page, name).locator('a[download]');
        const response = await page.request.get(await link.evaluate(({ href }) => href));
        const file = readFileSync(join(root, `models/${name}.safetensors`));
        assert.ok(file.equals(await response.body()), name);
      }
    });
  });
}

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
  ['referent-emergent', /^[/]zh[/]$/],
  ['ring-jump', /^[/]zh[/]transformer/],
])
  test(`a card leads to the playground, which opens on its model: ${name}`, () =>
    site.withPage(paths.zh, async (page) => {
      await cardOf(page, name).getByRole('link', { name: '在演练场中打开' }).click();
      await page.waitForURL(({ pathname }) => path.test(pathname));
      await page.locator('ap-learned .answer').waitFor();
      assert.equal((await stateOf(page)).parameters, name);
    }));

test('the playground’s first view has no styles of the page', () =>
  site.withPage('/', async (page) => {
    const sheets = page.locator('link[rel~=stylesheet]');
    const texts = await sheets.evaluateAll((all) =>
      Promise.all(all.map(async ({ href }) => (await fetch(href)).text())),
    );
    assert.ok(texts.length > 0);
    for (const text of texts) assert.doesNotMatch(text, /[.]model-card|[.]benchmark-table/);
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
