// The panel of generation with trained models: what it writes is what the model's file says through the API.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { chips, next, panel, written } from './support/generate.mjs';

const { field, inside } = panel;
/** As it opens by itself. */
const withPanel = (body, options) => panel.withPanel(body, { given: '', ...options });

/** Waits until something holds of what is read. */
const until = (read, holds) => eventually(async () => holds(await read()), true);

const choose = (page, name) => field(page, 'parameters').selectOption(name);

for (const [lang, name, prompt] of [
  ['en', 'verse-en', '<sos> we found a hidden spoon /'.split(' ')],
  ['zh', 'verse-zh', ['<sos>', ...'白云归夜阑，']],
]) {
  test(`the page opens on a model that writes verse, and every logit is its own: ${name}`, () =>
    withPanel(
      async (page) => {
        const expected = await written(name, { prompt, doSample: true, maxNewTokens: 6 });
        await next(page, 5);
        assert.deepEqual(
          await chips(page),
          expected.map(({ token }) => token),
        );
        const shown = await page.evaluate(() => {
          const { shown } = document.querySelector('token-generation').generation;
          return [...shown.trace.tensor('next.logits').data];
        });
        assert.deepEqual(shown, expected.at(-1).logits);
        assert.match(await inside(page, '.worth').innerText(), /9\d(\.\d)?\s?%/);
        assert.equal(await inside(page, '.untrained').count(), 0);
        const rows = inside(page, 'ap-candidates tbody tr');
        assert.ok([24, 25].includes(await rows.count()));
        await inside(page, 'ap-candidates .all').click();
        await eventually(() => rows.count(), shown.length);
      },
      { lang },
    ));
}

test('English becomes Chinese, word by word, until the model ends the sentence', () =>
  withPanel(async (page) => {
    await choose(page, 'translation-textbook');
    await until(
      () => field(page, 'source').inputValue(),
      (text) => /^tom/i.test(text),
    );
    const source = (await field(page, 'source').inputValue()).toLowerCase().split(' ');
    const expected = await written('translation-textbook', {
      source,
      prompt: ['<sos>'],
      doSample: true,
      maxNewTokens: 20,
    });
    await eventually(() => chips(page), [expected[0].token]);
    await next(page, expected.length - 1);
    assert.deepEqual(
      await chips(page),
      expected.map(({ token }) => token),
    );
    assert.equal((await chips(page)).at(-1), '<eos>');
    assert.ok(await inside(page, '.next').isDisabled());
    const scope = inside(page, '.attention select[name=scope] option:checked');
    assert.match(await scope.textContent(), /2.*cross/i);
  }));

test('a word that it does not know is said, with others; one of them, or random parameters, take it', () =>
  withPanel(async (page) => {
    await choose(page, 'translation-textbook');
    await until(
      () => field(page, 'source').inputValue(),
      (text) => /^tom/i.test(text),
    );
    const before = await chips(page);
    await field(page, 'source').fill('Tom stole four smal fish at the zoo today');
    await field(page, 'source').press('Enter');
    const words = inside(page, 'ap-unknown-words li');
    await eventually(() => words.count(), 3);
    assert.match(await words.nth(0).innerText(), /smal/);
    assert.match(await words.nth(1).innerText(), /zoo/);
    assert.deepEqual(await chips(page), before);
    await words.nth(0).getByRole('button', { name: 'small' }).click();
    await eventually(() => words.count(), 2);
    assert.match(await words.nth(0).innerText(), /zoo/);
    await words.nth(0).locator('summary').click();
    await words.nth(0).locator('.all').getByRole('button', { name: 'school', exact: true }).click();
    await eventually(() => words.count(), 0);
    assert.equal(
      await field(page, 'source').inputValue(),
      'Tom stole four small fish at the school today',
    );
    await field(page, 'source').fill('the zoo');
    await field(page, 'source').press('Enter');
    await inside(page, 'ap-unknown-words li').last().getByRole('button').click();
    await eventually(() => field(page, 'parameters').inputValue(), 'random');
    await inside(page, '.untrained').waitFor();
  }));

test('random parameters, a trained model and back: undo restores model, sentence and numbers', () =>
  withPanel(async (page) => {
    const first = await chips(page);
    await choose(page, 'ring');
    await eventually(() => field(page, 'parameters').inputValue(), 'ring');
    await eventually(async () => (await field(page, 'prompt').inputValue()).length, 23);
    await field(page, 'parameters').press('Control+z');
    await eventually(() => field(page, 'parameters').inputValue(), 'verse-en');
    await eventually(() => chips(page), first);
    await choose(page, 'random');
    await eventually(() => field(page, 'layers').count(), 1);
    assert.equal(await field(page, 'prompt').inputValue(), 'The cat sat on the');
  }));

test('no more tokens than its table of positions has rows', () =>
  withPanel(async (page) => {
    await choose(page, 'reverse');
    await eventually(() => field(page, 'source').inputValue(), 'b a m j f k b c');
    assert.match(await inside(page, '.go .count').innerText(), /of 24/);
    await field(page, 'source').fill('a b c d e f g h a b c d e f g h a b c d e f g h a');
    await field(page, 'source').press('Enter');
    await until(
      () => inside(page, '#refused').innerText(),
      (text) => /24/.test(text),
    );
  }));

test('the address names model and words, and says what cannot be had', async () => {
  await withPanel(
    async (page) => {
      assert.equal(await field(page, 'parameters').inputValue(), 'numbers');
      assert.equal(await field(page, 'source').inputValue(), 'ninety one');
      await next(page, 3);
      assert.equal((await chips(page)).join(''), '九十一<eos>');
    },
    { given: '#parameters=numbers&source=ninety%20one', fresh: true },
  );
  for (const [given, said] of [
    ['own', /keeps no model of yours/],
    ['nothing', /nothing, but only random, referent-emergent/],
    ['referent', /no decoder/],
  ]) {
    await withPanel(
      async (page) => {
        await inside(page, ':is(ap-problem, .notice)').getByText(said).waitFor();
        assert.equal(await field(page, 'parameters').inputValue(), 'random');
        await next(page, 1);
      },
      { given: `#parameters=${given}` },
    );
  }
});
