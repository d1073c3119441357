// The panel of the three kinds of attention on trained models: it opens on one, its numbers are the model's, what the
// model does not know is said and mended, and random parameters are a choice.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { violations, widthOf } from '../support/looks.mjs';
import { card, drawn, opening, panel, slice } from './support/attention-kinds.mjs';
import { passOf } from './support/trained.mjs';

const { tag, ap, field, inside, options, setField, settle } = panel;
/** As it opens by itself. */
const withPanel = (body, options) => panel.withPanel(body, { given: '', ...options });
const unknown = (page) => inside(page, 'ap-unknown-words li');
const alert = (page) => inside(page, '[role=alert] .wrong');
const worth = (page) => inside(page, '.worth').innerText();
const parameters = async (page) => (await options(page)).parameters;

const choose = async (page, name) => {
  await field(page, 'parameters').selectOption(name);
  await eventually(() => parameters(page), name);
  await settle(page);
};
const write = async (page, name, text) => {
  await field(page, name).fill(text);
  await settle(page);
};
const set = (page, values) =>
  page.evaluate(
    ([tag, values]) => void Object.assign(document.querySelector(tag), values),
    [tag, values],
  );

for (const [lang, claim] of [
  ['en', /100% of 512 unseen sentences.*layer 2 of 2/s],
  ['zh', /512 个从未见过的句子，100%.*第 2 层/s],
]) {
  test(`it opens on a trained translation, whose numbers are the model’s: ${lang}`, () =>
    withPanel(
      async (page) => {
        assert.equal(await parameters(page), 'translation-textbook');
        assert.match(await worth(page), claim);
        const read = (path) =>
          passOf(ap, 'translation-textbook', opening, (trace) => slice(trace.tensor(path), [0, 0]));
        for (const [kind, scope] of [
          ['encoder', 'encoder.1.self_attention'],
          ['decoder', 'decoder.1.self_attention'],
          ['cross', 'decoder.1.cross_attention'],
        ]) {
          const weights = await drawn(page, kind, `${scope}.weights`);
          assert.deepEqual(weights, read(`${scope}.weights`));
        }
        const value = await inside(page, 'ap-proof .value').getAttribute('data-value');
        assert.equal(Number(value), read('decoder.1.cross_attention.weights')['0,0,10,4']);
        assert.ok(Number(value) > 0.95, 'the word that 鱼 comes from');
        assert.deepEqual(await violations(page, tag), []);
      },
      { lang },
    ));
}

test('each layer, head and model is shown with its own numbers', () =>
  withPanel(async (page) => {
    await field(page, 'layer').selectOption('0');
    await inside(page, '.picker button').nth(1).click();
    await settle(page);
    const path = 'decoder.0.cross_attention.weights';
    const expected = passOf(ap, 'translation-textbook', opening, (trace) =>
      slice(trace.tensor(path), [0, 1]),
    );
    assert.deepEqual(await drawn(page, 'cross', path), expected);
    assert.equal(await inside(page, '.chosen .step').first().getAttribute('data-step'), path);
    for (const [name, pair] of [
      ['numbers', { source: ['three thousand seven hundred and eight'], target: ['三千七百零八'] }],
      ['sort', { source: ['k h m c i a m j'], target: ['a c h i j k m m'] }],
    ]) {
      await choose(page, name);
      const { sources, targets, layer } = await options(page);
      assert.deepEqual(
        [sources[0], targets[0], layer],
        [pair.source[0], `<sos> ${pair.target[0]}`, 0],
      );
      const tokens = (text) => text.split(/ |(?=[\u4e00-\u9fff])/u);
      const pass = {
        source: [tokens(pair.source[0])],
        target: [['<sos>', ...tokens(pair.target[0])]],
      };
      const weights = passOf(ap, name, pass, (trace) => slice(trace.tensor(path), [0, 0]));
      assert.deepEqual(await drawn(page, 'cross', path), weights, name);
      assert.equal(await alert(page).count(), 0);
    }
    // Its values come from the words, not from what the encoder makes of them.
    await choose(page, 'numbers');
    const origins = await card(page, 'cross', '.feed').evaluateAll((feeds) =>
      feeds.map(({ dataset }) => dataset.feeds),
    );
    assert.deepEqual(origins, ['q', 'k', 'v']);
  }));

test('a second pair brings the padding mask of a trained model', () =>
  withPanel(async (page) => {
    await field(page, 'padding').check();
    await settle(page);
    const words = card(page, 'encoder', '.rail >> nth=0 >> .word');
    assert.deepEqual(
      (await words.allInnerTexts()).filter((word) => word === '[PAD]').length,
      'Tom stole four small fish at the school today'.split(' ').length - 4,
    );
    const pairs = {
      source: [opening.source[0], ['she', 'bought', 'two', 'books']],
      target: [opening.target[0], '<sos> 她 买 了 两 本 书'.split(' ')],
    };
    const path = 'decoder.1.cross_attention.weights';
    const expected = passOf(ap, 'translation-textbook', pairs, (trace) =>
      slice(trace.tensor(path), [1, 0]),
    );
    assert.deepEqual(await drawn(page, 'cross', path), expected);
    for (const [index, value] of Object.entries(expected)) {
      if (Number(index.split(',')[3]) >= 4) assert.equal(value, 0, index);
    }
  }));

test('words that the model does not know are said in their fields, and mended by a click', () =>
  withPanel(async (page) => {
    const before = await options(page);
    await write(page, 'source-0', 'Tom stole four smal fish at the schol today');
    await write(page, 'target-0', '<sos> 今天 汤姆 偷 了 飞机');
    assert.deepEqual(await options(page), before, 'the last good pair stays');
    const texts = await unknown(page).allInnerTexts();
    assert.match(texts.join('\n'), /“smal”[^]*“schol”[^]*“飞机”/);
    assert.match(await alert(page).innerText(), /smal, schol, 飞机/);
    for (const name of ['source-0', 'target-0']) {
      assert.equal(await field(page, name).getAttribute('aria-invalid'), 'true');
    }
    assert.deepEqual(await violations(page, tag), []);
    await unknown(page).nth(0).getByRole('button', { name: 'small', exact: true }).click();
    await eventually(() => unknown(page).count(), 3);
    assert.equal(
      await field(page, 'source-0').inputValue(),
      'Tom stole four small fish at the schol today',
    );
    await unknown(page).nth(0).getByRole('button', { name: 'school', exact: true }).click();
    await eventually(() => unknown(page).count(), 2);
    assert.equal(await field(page, 'source-0').getAttribute('aria-invalid'), null);
    await unknown(page).nth(0).locator('summary').click();
    await unknown(page)
      .nth(0)
      .locator('.all')
      .getByRole('button', { name: '鱼', exact: true })
      .click();
    await eventually(() => unknown(page).count(), 0);
    assert.equal(await alert(page).count(), 0);
    assert.equal((await options(page)).targets[0], '<sos> 今天 汤姆 偷 了 鱼');

    await write(page, 'source-0', 'any words at all');
    await unknown(page)
      .getByRole('button', { name: /Random parameters/ })
      .click();
    await eventually(() => parameters(page), 'random');
    assert.equal((await options(page)).sources[0], 'any words at all');
    assert.match(await worth(page), /Untrained/);
  }));

test('random parameters and back; sentences stay where the model knows them; undo covers all', () =>
  withPanel(async (page) => {
    const state = async () => {
      const { parameters, sources, layer, seed } = await options(page);
      return { parameters, source: sources[0], layer, seed };
    };
    const states = [await state()];
    const act = async (change, expected) => {
      await change();
      await eventually(state, { ...states.at(-1), ...expected });
      states.push(await state());
    };
    const name = (parameters) => () => choose(page, parameters);
    const source = 'Tom stole two fish';
    await act(() => write(page, 'source-0', source), { source });
    assert.equal(await field(page, 'seed').count(), 0, 'the model has its parameters');
    await act(name('random'), { parameters: 'random', layer: 0 });
    assert.equal(await field(page, 'layer').count(), 0);
    await act(() => setField(page, 'seed', '5'), { seed: 5 });
    await act(name('translation-textbook'), { parameters: 'translation-textbook', layer: 1 });
    await act(() => field(page, 'layer').selectOption('0'), { layer: 0 });
    await act(name('reverse'), { parameters: 'reverse', source: 'b a m j f k b c' });
    for (const before of states.toReversed().slice(1)) {
      await page.keyboard.press('Control+z');
      await eventually(state, before);
      assert.equal(await field(page, 'parameters').inputValue(), before.parameters);
    }
    for (const after of states.slice(1)) {
      await page.keyboard.press('Control+Shift+Z');
      await eventually(state, after);
    }
  }));

test('a model without its file: that is said, and random parameters stand in for it', () =>
  withPanel(
    async (page) => {
      assert.match(await alert(page).innerText(), /translation-textbook.*[.]safetensors/);
      assert.equal(await parameters(page), 'random');
      assert.match(await worth(page), /Untrained/);
      page.problems.length = 0;
      await page.unroute('**/*.safetensors');
      await choose(page, 'translation-textbook');
      assert.equal(await alert(page).count(), 0);
      await page.route('**/sort*.safetensors', (route) => route.abort());
      await field(page, 'parameters').selectOption('sort');
      await eventually(() => alert(page).count(), 1);
      assert.match(await alert(page).innerText(), /sort/);
      assert.equal(await parameters(page), 'translation-textbook');
      assert.equal(await field(page, 'parameters').inputValue(), 'translation-textbook');
      page.problems.length = 0;
    },
    { prepare: (page) => page.route('**/*.safetensors', (route) => route.abort()) },
  ));

test('the attributes: parameters, with sentences or without; what is no model is said', () =>
  withPanel(async (page) => {
    await set(page, { parameters: 'four-pairs' });
    await eventually(() => parameters(page), 'four-pairs');
    assert.equal((await options(page)).sources[0], 'I am a student');
    await set(page, { parameters: 'random', source: 'a b', target: '<sos> c' });
    await eventually(() => parameters(page), 'random');
    assert.deepEqual(
      [(await options(page)).sources[0], (await options(page)).targets[0]],
      ['a b', '<sos> c'],
    );
    await set(page, { parameters: 'ring' });
    await eventually(() => alert(page).count(), 1);
    assert.match(await alert(page).innerText(), /ring.*translation-textbook/);
    assert.equal(
      await page.evaluate((tag) => document.querySelector(tag).parameters, tag),
      'random',
    );
    const asked = await page.evaluate(async () => {
      const given = Object.assign(document.createElement('attention-kinds'), {
        source: 'one two',
        loading: 'eager',
      });
      document.querySelector('.vp-doc').append(given);
      await given.ready;
      const { parameters, sources, targets } = given.store.options;
      given.remove();
      return [parameters, sources[0], targets[0]];
    });
    assert.deepEqual(asked, ['random', 'one two', '<sos> 我 喜欢 你']);
  }));

test('on a phone nothing is too wide, whatever the model and the words', () =>
  withPanel(
    async (page) => {
      for (const name of ['numbers', 'four-pairs', 'random', 'translation-textbook']) {
        await choose(page, name);
        assert.ok((await widthOf(page)) <= 360, name);
      }
      await write(page, 'source-0', 'Tom stahl viele kleine Fische in der Donaudampfschifffahrt');
      assert.ok((await unknown(page).count()) > 4);
      assert.ok((await widthOf(page)) <= 360);
      assert.deepEqual(await violations(page, tag), []);
    },
    { width: 360, height: 740, lang: 'zh' },
  ));
