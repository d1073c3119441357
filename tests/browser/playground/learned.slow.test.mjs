// Trained models on the page: the first one opens on one, its head can be cut out, its words are told from others, and
// random parameters are a choice.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  chooseControl,
  control,
  eventually,
  fillText,
  openSettings,
  problem,
  stateOf,
  tensor,
} from '../support/hands.mjs';
import { drawn } from '../support/numbers.mjs';
import { layer, openSite, pair } from '../support/site.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const strip = (page) => page.locator('ap-learned');
const answer = (page) => strip(page).locator('.answer b').innerText();
const look = 'encoder.1.self_attention.weights';

const first = {
  '/play': { word: 'horse', asked: 'it', cut: 'Cut the head out', back: 'Put the head back' },
  '/zh/play': { word: '山羊', asked: '它', cut: '去掉这个头', back: '放回这个头' },
};

for (const [path, { word, asked, cut, back }] of Object.entries(first)) {
  test(`the first page opens on a trained head, which can be cut out and put back: ${path}`, () =>
    site.withPage(path, async (page) => {
      const { step, cell, parameters } = await stateOf(page);
      assert.deepEqual([step, parameters], [look, 'referent-emergent']);
      const words = await page.evaluate(
        () => document.querySelector('attention-playground').store.tokens.sentences[0],
      );
      assert.deepEqual([words[cell[2]], words[cell[3]]], [asked, word]);
      const { data, shape } = await tensor(page, look);
      assert.ok(data[cell[2] * shape[3] + cell[3]] > 0.99);
      assert.match(await strip(page).locator('.claim').innerText(), /92[.]2\s?%/);
      assert.equal(await answer(page), word);

      await strip(page).getByRole('button', { name: cut }).click();
      await eventually(async () => (await answer(page)) !== word, true, 'another answer');
      await eventually(
        () =>
          page.evaluate(() =>
            /edits=encoder.1.self_attention.context\*0[.]0[.]0-/.test(location.hash),
          ),
        true,
      );
      const without = await answer(page);
      await page.reload();
      await eventually(() => answer(page), without);
      await strip(page).getByRole('button', { name: back }).click();
      await eventually(() => answer(page), word);
      await page.keyboard.press('Control+z');
      await eventually(() => answer(page), without, 'undo');
      // By axe it is looked at in glance.test.mjs.
    }));
}

test('what the model says of a sentence with another last word', () =>
  site.withPage('/play', async (page) => {
    await fillText(page, 'The rice was finished by the horse because it was spicy.');
    await page.keyboard.press('Enter');
    await eventually(() => answer(page), 'rice');
    assert.equal(await problem(page), '');
  }));

test('what is typed without a trained head is read by random parameters, without its caption', () =>
  site.withPage('/play', async (page) => {
    await fillText(page, 'any words at all');
    await page.keyboard.press('Enter');
    await page.locator('ap-word-menu .random').click();
    await eventually(async () => (await stateOf(page)).parameters, 'random');
    assert.equal(await problem(page), '');
    assert.equal(await strip(page).count(), 0);
  }));

test('another model brings its sentences; what it cannot be asks for random parameters', () =>
  site.withPage('/transformer', async (page) => {
    assert.equal((await stateOf(page)).parameters, 'translation-textbook');
    assert.equal(await answer(page), '今天 汤姆 在 学校 偷 了 四 条 小 的 鱼');
    for (const [name, said] of [
      ['numbers', '三 千 七 百 零 八'],
      ['ring', 'b'],
      ['referent', 'horse'],
    ]) {
      await chooseControl(page, 'parameters', name);
      await eventually(async () => (await stateOf(page)).parameters, name);
      await eventually(() => answer(page), said);
      assert.equal(await problem(page), '');
    }
    await openSettings(page);
    assert.equal(await control(page, 'heads').count(), 0, 'the model decides it');
    await control(page, 'parameters').selectOption('random');
    await eventually(async () => (await stateOf(page)).parameters, 'random');
    await drawn(page);
    assert.equal(await control(page, 'heads').inputValue(), '2');
  }));

describe('a model that is not there', () => {
  test('is said, and random parameters stand in for it', () =>
    site.withPage(layer.en, async (page) => {
      await page.route('**/ring*.safetensors', (route) => route.abort());
      await openSettings(page);
      await control(page, 'parameters').selectOption('ring');
      await eventually(async () => /ring/.test(await problem(page)), true);
      assert.equal((await stateOf(page)).parameters, 'random');
      page.problems.length = 0;
      await page.unroute('**/ring*.safetensors');
      await control(page, 'parameters').selectOption('ring');
      await eventually(async () => (await stateOf(page)).parameters, 'ring');
      assert.equal(await problem(page), '');
    }));
});

test('addresses without parameters are of random ones, as they always were', async () => {
  for (const path of [layer.en, pair.en])
    await site.withPage(path, async (page) => {
      assert.equal((await stateOf(page)).parameters, 'random');
      assert.equal(await strip(page).count(), 0);
    });
});
