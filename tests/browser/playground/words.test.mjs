// A sentence of somebody's own, to a trained model: a word that it does not know stays, grey, with known ones in a menu at it;
// the rest runs, nothing moves, and Escape takes the sentence back.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  eventually,
  fillText,
  problem,
  sentenceAnswer,
  stateOf,
  typeInto,
} from '../support/hands.mjs';
import { violations } from '../support/looks.mjs';
import { openSite } from '../support/site.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const unknown = (page) => page.locator('ap-input .unknown');
const unknownWords = async (page) =>
  (await unknown(page).allInnerTexts()).map((word) => word.trim());
const menu = (page) => page.locator('ap-word-menu');
const offered = (page) => menu(page).locator('.near button');
const read = (page) =>
  page.evaluate(() =>
    document.querySelector('attention-playground').store.tokens.sentences[0].join(' '),
  );
const sentence = async (page) => (await stateOf(page)).sentences[0];
/** Where things stand. */
const places = (page) =>
  page.evaluate(() => {
    const { shadowRoot } = document.querySelector('attention-playground');
    return ['.bar', 'ap-stage', 'ap-proof-sheet'].map((part) => {
      const { top, left } = shadowRoot.querySelector(part)?.getBoundingClientRect() ?? {};
      return [part, top, left];
    });
  });

for (const [path, lang] of [
  ['/play', 'workbench'],
  ['/', 'guided'],
])
  test(`a word that is not known: ${lang}`, () =>
    site.withPage(path, async (page) => {
      await page.locator('ap-input .edit').click();
      const before = await places(page);
      const first = await sentence(page);
      await typeInto(page, 'the cat finished the bread because it was ravenous');
      await eventually(() => read(page), 'the cat finished the bread because it was');
      await eventually(
        async () => /“ravenous” is not among the words/.test(await sentenceAnswer(page)),
        true,
      );
      assert.match(await menu(page).locator('summary').innerText(), /139 words/);
      assert.ok((await offered(page).count()) === 6);
      assert.equal(await problem(page), '');
      assert.deepEqual(await places(page), before, 'nothing moves');
      assert.deepEqual(await violations(page, 'attention-playground'), []);

      await page.keyboard.press('Enter');
      await eventually(() => unknownWords(page), ['ravenous']);
      assert.equal(await menu(page).count(), 1, 'it is asked about');
      assert.deepEqual(await places(page), before);
      await page.keyboard.press('Escape');
      await eventually(() => sentence(page), first, 'taken back');
      assert.equal(await menu(page).count(), 0);
      assert.equal(await unknown(page).count(), 0);
    }));

describe('a known word in its place', () => {
  test('is taken by the arrow and Enter while the sentence is typed', () =>
    site.withPage('/play', async (page) => {
      await typeInto(page, 'the cat finished the bread because it was hungri');
      await eventually(() => offered(page).first().innerText(), 'hungry');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await eventually(() => sentence(page), 'the cat finished the bread because it was hungry');
      assert.equal(await menu(page).count(), 0);
      assert.equal(
        await page.evaluate(() => {
          let element = document.activeElement;
          while (element?.shadowRoot) element = element.shadowRoot.activeElement;
          return element?.value;
        }),
        'the cat finished the bread because it was hungry',
        'typing goes on in the field',
      );
    }));

  test('is taken by a click, one after the other; all of them can be seen', () =>
    site.withPage('/play', async (page) => {
      await fillText(page, 'the cats finished the banana because it was hungry');
      await page.keyboard.press('Enter');
      await eventually(() => unknownWords(page), ['cats', 'banana']);
      assert.match(await sentenceAnswer(page), /“cats”/);
      await menu(page).getByRole('button', { name: 'cat', exact: true }).first().click();
      await eventually(async () => /“banana”/.test(await sentenceAnswer(page)), true);
      await menu(page).locator('summary').click();
      assert.equal(await menu(page).locator('.all button').count(), 139);
      await menu(page).locator('.all').getByRole('button', { name: 'bread', exact: true }).click();
      await eventually(() => sentence(page), 'the cat finished the bread because it was hungry');
      assert.equal(await menu(page).count(), 0);
    }));

  test('or random parameters read any word, and the title says so', () =>
    site.withPage('/play', async (page) => {
      assert.equal(await page.locator('ap-controls .random').count(), 0);
      await fillText(page, 'any words at all');
      await page.keyboard.press('Enter');
      await menu(page).locator('.random').click();
      await eventually(async () => (await stateOf(page)).parameters, 'random');
      assert.equal(await sentence(page), 'any words at all');
      await eventually(() => page.locator('ap-controls .random').innerText(), 'random parameters');
    }));
});

test('a sentence that cannot be shown is answered where it stands, and the last one stays', () =>
  site.withPage('/play', async (page) => {
    const first = await read(page);
    for (const [text, answer] of [
      ['', /is empty/],
      ['  ', /only spaces/],
      ['😀 🎉', /“🎉” is not among/],
      ['القط أكل السمك', /“السمك” is not among[^]*at least one word/],
      ['แมวกินปลา', /“ปลา” is not among/],
      ['the '.repeat(70), /more than 64 tokens/],
    ]) {
      await fillText(page, text);
      await eventually(async () => answer.test(await sentenceAnswer(page)), true, text);
      assert.equal(await problem(page), '', text);
      assert.equal(await read(page), first, text);
    }
    await fillText(page, 'the cat finished the bread '.repeat(8));
    await eventually(() => menu(page).count(), 0, 'forty words are fine');
    await eventually(async () => (await read(page)).split(' ').length, 40);
  }));
