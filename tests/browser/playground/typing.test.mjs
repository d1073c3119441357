// A person types: sentences, second sentences, Chinese through an input method, tokens by hand, examples.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  cell,
  chips,
  digits,
  eventually,
  field,
  notice,
  openField,
  ribbon,
  stateOf,
  tensor,
  tokens,
  typeInto,
} from '../support/hands.mjs';
import { drawn, goTo } from '../support/numbers.mjs';
import { layer, openSite } from '../support/site.mjs';
import { agreesWithEngine } from './support/typing.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const withPage = (...args) => site.withPage(...args);

test('a sentence typed letter by letter becomes tokens, shapes and numbers', async () => {
  await withPage(layer.en, async (page) => {
    await typeInto(page, 'Birds sing at dawn!');
    await eventually(() => tokens(page), ['Birds', 'sing', 'at', 'dawn', '!']);
    await agreesWithEngine(page);
    const shapes = await ribbon(page);
    assert.equal(shapes.embedding, '1,5,64');
    assert.equal(shapes.q_view, '1,5,4,16');
    assert.equal(shapes.q_transposed, '1,4,5,16');
    assert.equal(shapes.scores, '1,4,5,5');
    for (const path of ['embedding', 'weights', 'output']) {
      await goTo(page, path);
      await agreesWithEngine(page);
    }
  });
});

test('nothing is computed and no shortcut fires while an input method composes', async () => {
  await withPage(layer.zh, async (page) => {
    const client = await page.context().newCDPSession(page);
    const compose = (text) =>
      client.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    const known = () =>
      page.evaluate(() => {
        const { version, state, playing } = document.querySelector('attention-playground').store;
        return [version, state.step, playing];
      });
    const before = await known();
    await openField(page);
    await page.keyboard.press('ControlOrMeta+A');
    for (const text of ['w', 'wo', 'wo a', 'wo ai']) {
      await compose(text);
      await client.send('Input.dispatchKeyEvent', {
        type: 'rawKeyDown',
        key: 'Process',
        code: 'Space',
        windowsVirtualKeyCode: 229,
      });
    }
    // Longer than any pause after which typed text is taken.
    await page.waitForTimeout(400);
    assert.deepEqual(await known(), before);
    for (const part of ['ap-ribbon [aria-current]', 'ap-stage section', 'ap-stage [role=grid]']) {
      for (const key of [' ', 'ArrowRight', '7']) {
        await page
          .locator(part)
          .first()
          .evaluate((element, key) => {
            const how = { key, isComposing: true, bubbles: true, composed: true, cancelable: true };
            element.dispatchEvent(new KeyboardEvent('keydown', how));
          }, key);
      }
    }
    await page.waitForTimeout(100);
    assert.deepEqual(await known(), before);
    assert.equal(await page.locator('ap-cell-editor').count(), 0);
    await client.send('Input.insertText', { text: '我爱编程' });
    await eventually(async () => (await tokens(page)).join(''), '我爱编程');
    assert.equal(await field(page).inputValue(), '我爱编程');
    assert.equal((await known())[1], before[1]);
    await agreesWithEngine(page);
  });
});

test('tokens are split, joined, inserted, renamed and deleted by keyboard', async () => {
  await withPage(layer.en, async (page) => {
    const { keyboard } = page;
    const button = async (name) => {
      const found = page.locator('ap-tokens').getByRole('button', { name });
      await found.focus();
      await keyboard.press('Enter');
    };
    await chips(page).first().focus();
    await keyboard.press('ArrowRight');
    await keyboard.press('Enter');
    await keyboard.type('catfish');
    await keyboard.press('Home');
    for (let i = 0; i < 3; i += 1) await keyboard.press('ArrowRight');
    await button('Split at cursor');
    await eventually(() => tokens(page), ['The', 'cat', 'fish', 'sat', 'on', 'the', 'mat', '.']);
    await agreesWithEngine(page);
    await button('Join with next');
    await eventually(() => tokens(page), ['The', 'catfish', 'sat', 'on', 'the', 'mat', '.']);
    await button('Insert after');
    await eventually(async () => (await tokens(page)).length, 8);
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type('never');
    await keyboard.press('Enter');
    const eight = ['The', 'catfish', 'never', 'sat', 'on', 'the', 'mat', '.'];
    await eventually(() => tokens(page), eight);
    await keyboard.press('End');
    await keyboard.press('Delete');
    await eventually(() => tokens(page), eight.slice(0, -1));
    await agreesWithEngine(page);
    assert.equal((await ribbon(page)).scores, '1,4,7,7');
    await page.getByRole('button', { name: 'Cut the text again' }).click();
    await eventually(() => tokens(page), ['The', 'cat', 'sat', 'on', 'the', 'mat', '.']);
  });
});

test('a second sentence of a batch is padded, its padding masked, and both are said', async () => {
  await withPage(layer.en, async (page) => {
    await openField(page);
    await page.getByRole('button', { name: 'Add sentence' }).click();
    await eventually(() => field(page, 'sentences-1').count(), 1);
    assert.match(await notice(page), /\[PAD\].*padding mask/);
    await typeInto(page, 'I sleep', 'sentences-1');
    await eventually(() => tokens(page, 1), ['I', 'sleep']);
    assert.equal((await stateOf(page)).mask, 'padding');
    await agreesWithEngine(page);
    assert.equal((await ribbon(page)).scores, '2,4,7,7');
    const { data } = await tensor(page, 'weights');
    const ofSecond = data.slice(4 * 49);
    for (let i = 0; i < ofSecond.length; i += 1) if (i % 7 >= 2) assert.equal(ofSecond[i], 0);
    await openField(page, 'sentences-1');
    await page.getByRole('button', { name: 'Remove sentence 2' }).click();
    await eventually(async () => (await ribbon(page)).scores, '1,4,7,7');
  });
});

test('"I am good" shows the numbers that can be checked by hand', async () => {
  await withPage(layer.en, async (page) => {
    // Until the script with its figure is there, the last figure stays.
    await page.getByLabel('Choose an example').selectOption('good');
    await drawn(page);
    assert.deepEqual(await digits(page, 'scores'), [
      ['14', '10', '9'],
      ['10', '11', '6'],
      ['9', '6', '6'],
    ]);
    await goTo(page, 'weights');
    assert.deepEqual(await digits(page, 'weights'), [
      ['0.98', '0.02', '0.01'],
      ['0.27', '0.73', '0.005'],
      ['0.91', '0.05', '0.05'],
    ]);
    await goTo(page, 'context');
    assert.deepEqual(await digits(page, 'context'), [
      ['1.00', '2.96', '2.01'],
      ['1.00', '1.54', '2.72'],
      ['1.00', '2.86', '2.00'],
    ]);
    await cell(page, 'context', [0, 0, 1]).click();
    const shown = await page.locator('ap-proof .value').getAttribute('data-value');
    assert.ok(Math.abs(Number(shown) - 2.957691) < 1e-6, shown);
  });
});
