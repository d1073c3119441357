// The address holds the whole state, and anybody may have written it; a field holds whatever a person types.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  cell,
  checkControl,
  eventually,
  field,
  fillText,
  notice,
  openSettings,
  problem,
  setControl,
  stage,
  stateOf,
  tensor,
  tokens,
  typeInto,
} from '../support/hands.mjs';
import { compareNumbers, drawn, goTo, stepsArrived } from '../support/numbers.mjs';
import { layer, openSite, whenReady } from '../support/site.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const withPage = (...args) => site.withPage(...args);

/** The page works: a step is drawn, its numbers are the engine's, and the next step can be gone to. */
async function works(page) {
  await stepsArrived(page);
  await drawn(page);
  const { cells, wrong } = await compareNumbers(page);
  assert.deepEqual(wrong, []);
  assert.ok(cells > 0, 'no number is drawn');
}

/** Sets the page up by hand in many ways. */
async function setUp(page) {
  await typeInto(page, 'Rain & <b>#snow</b> 100% "fall"');
  await page.keyboard.press('Enter');
  await checkControl(page, 'mask-causal');
  await setControl(page, 'dModel', '8');
  await setControl(page, 'heads', '2');
  await openSettings(page);
  await setControl(page, 'seed', '77');
  await setControl(page, 'temperature', '0.5');
  await openSettings(page);
  await page.locator('ap-controls [name="bias"]').check();
  await page.keyboard.press('Escape');
  await goTo(page, 'scaled_scores');
  await cell(page, 'scaled_scores', [0, 0, 3, 2]).dblclick();
  await page.locator('ap-cell-editor input').fill('-1.5');
  await page.locator('ap-cell-editor input').press('Enter');
  await goTo(page, 'weights');
  await cell(page, 'weights', [0, 0, 4, 1]).click();
  await drawn(page);
}

const written = (page) =>
  eventually(() => page.evaluate(() => /cell=0.0.4.1/.test(location.hash)), true);

describe('a field', () => {
  const wrong = {
    'no text': ['', /is empty/, /是空的/],
    'only spaces': ['   \u3000 ', /only spaces/, /只有空格/],
    '10,000 characters': [
      'long words '.repeat(910).slice(0, 10000),
      /10000 characters/,
      /10000 个字符/,
    ],
    'more than 64 tokens': ['a '.repeat(65), /more than 64 tokens/, /超过 64 个词元/],
  };
  for (const [i, path] of [[1, layer.zh]]) {
    test(`takes no empty and no endless text, says why, and the last good state stays (${path})`, async () => {
      await withPage(path, async (page) => {
        const good = await tokens(page);
        const { data } = await tensor(page, 'output');
        for (const [what, [text, ...messages]] of Object.entries(wrong)) {
          await fillText(page, text);
          await eventually(async () => messages[i].test(await problem(page)), true, what);
          assert.equal(await field(page).getAttribute('aria-invalid'), 'true', what);
          assert.deepEqual(await tokens(page), good, what);
          assert.deepEqual((await tensor(page, 'output')).data, data, what);
          await works(page);
        }
        await fillText(page, 'Good again');
        await eventually(() => tokens(page), ['Good', 'again']);
        assert.equal(await problem(page), '');
        await works(page);
      });
    });
  }
});

describe('the address', () => {
  const edited = {
    'an unknown step': ['v=1&step=nope', /step/],
    'words for numbers': ['v=1&heads=many&seed=-4&temperature=NaN&decimals=99', /heads.*seed/],
    'a script as sentence and step': [
      'v=1&s=<script>alert(1)</script>&step=<img src=x onerror=alert(1)>',
      /step/,
    ],
    'a huge list of edits': [`v=1&edits=${'w_q*0.0*1*'.repeat(6000)}`, /edits/],
  };
  for (const [what, [hash, message]] of Object.entries(edited)) {
    test(`may hold ${what}: it is said, and the page works`, async () => {
      await withPage(`/#${hash}`, async (page) => {
        const said = `${await problem(page)} ${await notice(page)}`;
        if (message) assert.match(said, message);
        assert.equal(await stage(page).count(), 1);
        await works(page);
        await page.getByRole('button', { name: 'Next' }).click();
        await works(page);
      });
    });
  }

  test('edited while the page is open is read, and nonsense in it is said', async () => {
    await withPage(layer.zh, async (page) => {
      await page.evaluate(() => (location.hash = 'v=1&s=one two&heads=2&step=context'));
      await eventually(() => tokens(page), ['one', 'two']);
      assert.equal(await stage(page).getAttribute('data-step'), 'context');
      await works(page);
      await page.evaluate(() => (location.hash = 'v=7&s=three'));
      await eventually(async () => /另一个版本/.test(await problem(page)), true);
      assert.deepEqual(await tokens(page), ['one', 'two']);
      await works(page);
    });
  });

  test('keeps sentence, step, cell and edits when the language is switched', async () => {
    await withPage(layer.en, async (page) => {
      await setUp(page);
      const state = await stateOf(page);
      const { data } = await tensor(page, 'output');
      for (const path of ['/zh/', '/']) {
        await page.locator('.language-link').click();
        await page.waitForURL((url) => url.pathname === path);
        // The address changes first, the page a moment later.
        await page.locator(`attention-playground[lang=${path === '/' ? 'en' : 'zh'}]`).waitFor();
        await whenReady(page);
        await eventually(() => stateOf(page), state);
        assert.deepEqual((await tensor(page, 'output')).data, data);
        const next = path === '/' ? 'Next' : '下一步';
        // The ribbon is drawn in a task of its own.
        await eventually(() => page.getByRole('button', { name: next }).count(), 1);
        await works(page);
      }
    });
  });
});
