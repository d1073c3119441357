// The page of trained models, and what it has to say of each.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readCards, readLog, scoreOf } from '../../../../scripts/train/logs.mjs';
import { shipped } from '../../../../scripts/train/tasks.mjs';

export const paths = { en: '/guide/models', zh: '/zh/guide/models' };
const cards = readCards();

export const cardOf = (page, name) => page.locator(`section[aria-labelledby="${name}"]`);
const words = (locator) => locator.allInnerTexts();

/** A share as the page writes it among others: what is not quite all is not said to be all. */
const share = (value) =>
  value > 0.9995 && value < 1
    ? '>99.9%'
    : new Intl.NumberFormat('en', {
        style: 'percent',
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
      }).format(value);
const whole = (value) => value.toLocaleString('en');

/** Declares the tests of all numbers on the page in a language; `open()` gives the site. */
export function testCards(open, lang) {
  describe(`the page of trained models: ${lang}`, () => {
    let page;
    before(async () => {
      page = await open().newPage();
      await page.goto(open().url + paths[lang], { waitUntil: 'networkidle' });
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
        const right = Number((await row.locator('b').innerText()).replace(/[<>%]/g, '')) / 100;
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
  });
}
