// More of state.test.mjs. The address holds the whole state, and anybody may have written it; a field holds whatever a person types.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  control,
  eventually,
  field,
  fillText,
  notice,
  openField,
  openSettings,
  problem,
  setControl,
  stage,
  stateOf,
  tensor,
  tokens,
} from '../support/hands.mjs';
import { layer, openSite, whenReady } from '../support/site.mjs';
import { setUp, works, written, wrongTextIsRefused } from './support/state.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const withPage = (...args) => site.withPage(...args);

describe('the address', () => {
  test('holds the whole state: a reload gives the same', async () => {
    await withPage(layer.en, async (page) => {
      await setUp(page);
      const state = await stateOf(page);
      const { data } = await tensor(page, 'output');
      assert.equal(state.edits.length, 1);
      await written(page);
      await page.reload();
      await whenReady(page);
      assert.deepEqual(await stateOf(page), state);
      assert.deepEqual((await tensor(page, 'output')).data, data);
      assert.equal(await problem(page), '');
      assert.equal(await notice(page), '');
      await works(page);
    });
  });

  const edited = {
    'another version': ['v=99&heads=2', /another version/],
    'heads that do not divide the width': ['v=1&heads=7', /heads/],
    'an enormous width': ['v=1&d=1e9', /width D/],
    'JSON that is none': ['v=1&x=[[1,2&tokens={{{', /word vectors/],
    'unknown words': ['v=1&kind=magic&mask=<script>alert(1)</script>', /kind.*mask/],
    'a very long sentence': [`v=1&s=${'word '.repeat(3000)}`, /sentence/],
    'edits of what is not there': ['v=1&edits=nope*0.0*1*w_q*9999.0*1', /dropped: 2/],
    'an edit that is no number': ['v=1&edits=scores*0.0.0.0*NaN', /edits/],
    'halves of surrogate pairs': ['v=1&s=%ED%A0%80%ED%B0 cat %FF', null],
    'names of prototypes': [
      'v=1&step=__proto__&kind=constructor&view=toString&__proto__=1',
      /kind/,
    ],
    'hand-made tokens of prototypes': ['v=1&tokens=[["__proto__","constructor","toString"]]', null],
    'too many sentences, of nothing': [`v=1${'&s='.repeat(9)}`, /sentence/],
    'a cell out of the matrix': ['v=1&step=scores&cell=9.9.9.9&head=99&batch=7', null],
    'word vectors of unequal rows': ['v=1&x=[[1,2],[3]]', /word vectors/],
    'a focus and hidden heads of nonsense': [
      'v=1&focus=sideways.x&hidden=a.b',
      /hidden heads|token/,
    ],
  };
  for (const [what, [hash, message]] of Object.entries(edited)) {
    test(`may hold ${what}: it is said, and the page works`, async () => {
      await withPage(
        `/play#${hash}`,
        async (page) => {
          const said = `${await problem(page)} ${await notice(page)}`;
          if (message) assert.match(said, message);
          assert.equal(await stage(page).count(), 1);
          await works(page);
          await page.getByRole('button', { name: 'Next' }).click();
          await works(page);
        }, // One that is not well encoded is mended when the page is loaded.
        { fresh: hash.includes('%ED') },
      );
    });
  }

  test('keeps sentence, step, cell and edits when the language is switched', async () => {
    await withPage(layer.en, async (page) => {
      await setUp(page);
      const state = await stateOf(page);
      const { data } = await tensor(page, 'output');
      for (const path of ['/zh/play', '/play']) {
        await page.locator('.language-link').click();
        await page.waitForURL((url) => url.pathname.replace('.html', '') === path);
        // The address changes first, the page a moment later.
        await page
          .locator(`attention-playground[lang=${path === '/play' ? 'en' : 'zh'}]`)
          .waitFor();
        await whenReady(page);
        await eventually(() => stateOf(page), state);
        assert.deepEqual((await tensor(page, 'output')).data, data);
        const next = path === '/play' ? 'Next' : '下一步';
        // The ribbon is drawn in a task of its own.
        await eventually(() => page.getByRole('button', { name: next }).count(), 1);
        await works(page);
      }
    });
  });
});

describe('a field', () => {
  for (const lang of ['en', 'zh']) {
    test(`takes no empty and no endless text, says why, and the last good state stays (${layer[lang]})`, () =>
      withPage(layer[lang], (page) => wrongTextIsRefused(page, lang)));
  }
  for (const [i, path] of [layer.en, layer.zh].entries()) {
    test(`refuses heads that do not divide the width and numbers out of bounds (${path})`, async () => {
      await withPage(path, async (page) => {
        const { data } = await tensor(page, 'output');
        const cases = [
          ['heads', '7', [/1, 2, 4, 8, 16/, /整除.*1, 2, 4, 8, 16/]],
          ['heads', 'x', [/has to be a number/, /必须是一个数/]],
          ['dModel', '1e9', [/whole numbers/, /整数/]],
          ['dModel', '63.5', [/whole numbers/, /整数/]],
          ['temperature', '0', [/0\.01/, /0\.01/]],
          ['dropoutP', '1', [/0\.99/, /0\.99/]],
          ['seed', '-1', [/4294967295/, /4294967295/]],
        ];
        // By turns: of each language every other one.
        for (const [name, text, messages] of cases.filter((_, n) => n % 2 === i)) {
          await openSettings(page);
          const before = await control(page, name).inputValue();
          await setControl(page, name, text);
          assert.match(await problem(page), messages[i], `${name} ${text}`);
          assert.equal(await control(page, name).getAttribute('aria-invalid'), 'true');
          assert.match(await page.locator('ap-controls .refused').innerText(), messages[i]);
          assert.deepEqual((await tensor(page, 'output')).data, data, `${name} ${text}`);
          await works(page);
          await setControl(page, name, before);
          assert.equal(await problem(page), '', `${name} ${before}`);
        }
      });
    });
  }

  test('takes emoji and combined scripts, each sign as a reader counts it', async () => {
    await withPage(layer.en, async (page) => {
      await fillText(page, '👩‍👩‍👧‍👦 é ก็ हिन्दी');
      await eventually(async () => (await tokens(page)).join(' '), '👩‍👩‍👧‍👦 é ก็ हिन्दी');
      await works(page);
      await openField(page);
      await page.locator('ap-input select[name="tokenizer"]').selectOption('character');
      await eventually(async () => (await tokens(page)).slice(0, 3), ['👩‍👩‍👧‍👦', 'é', 'ก็']);
      await works(page);
      assert.equal(await problem(page), '');
    });
  });

  test('takes half a surrogate pair as the sign for what cannot be read', async () => {
    await withPage(layer.en, async (page) => {
      await field(page).evaluate((input) => {
        input.value = 'cat \ud800 \udc00dog';
        input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
      });
      await eventually(async () => (await tokens(page)).join(''), 'cat��dog');
      await works(page);
      await eventually(() => page.evaluate(() => location.hash.includes('cat')), true);
      await page.reload();
      await whenReady(page);
      assert.equal((await tokens(page)).join(''), 'cat��dog');
      await works(page);
    });
  });
});
