// The address holds the whole state, and anybody may have written it. (state.slow.test.mjs has more, and what a person types.)

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually, notice, problem, stage, tokens } from '../support/hands.mjs';
import { layer, openSite } from '../support/site.mjs';
import { works } from './support/state.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const withPage = (...args) => site.withPage(...args);

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
      await withPage(`/play#${hash}`, async (page) => {
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
});
