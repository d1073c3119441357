// The panel on scaling by √d_k: more studies, its table and its address, and what cannot be used.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pick } from '../support/charts.mjs';
import { eventually } from '../support/hands.mjs';
import { testEdit, testLooks, testNarrow, testReturn } from './support/every-panel.mjs';
import { acts, panel, setWidth, shown, study, testNumbers } from './support/scaling.mjs';

const { inside, field, setField, settle, withPanel } = panel;

testNumbers({ dK: 1, keys: 2, seed: 7 }, 63);
testNumbers({ dK: 1024, keys: 64, seed: 4294967295 }, 5);

test('what cannot be used is named, and the last good study stays', async () => {
  for (const [lang, said] of Object.entries({ en: /whole number from 2 to 64/, zh: /2 到 64/ })) {
    await withPanel(
      async (page) => {
        const alert = inside(page, '[role=alert] .wrong');
        // What is refused is the same in both languages.
        const wrong = lang === 'en' ? ['1', '65', 'abc', '', '-3', '2.5', '1e400'] : ['1'];
        for (const text of wrong) {
          await setField(page, 'keys', text);
          assert.match(await alert.innerText(), said, text);
          assert.equal(await field(page, 'keys').getAttribute('aria-invalid'), 'true');
          assert.equal((await shown(page)).weights.scaled.length, 16);
        }
        await setField(page, 'seed', '4294967296');
        assert.match(await alert.innerText(), /4294967295/);
        await setField(page, 'query', '64');
        assert.match(await alert.innerText(), /63/);
        await page.evaluate(() => (document.querySelector('scaling-study').dK = 48));
        await settle(page);
        assert.match(await alert.innerText(), /48.*1024/s);
        assert.equal(await inside(page, '.chosen-width').innerText(), '64');
        await setField(page, 'keys', '９');
        assert.equal(await alert.count(), 0);
        assert.equal((await shown(page)).weights.scaled.length, 9);
      },
      { lang },
    );
  }
});

testLooks(panel, 'B', ...acts);
testNarrow(panel, ...acts);

testReturn(panel, async (page) => assert.equal((await shown(page)).weights.scaled.length, 16));

testEdit(panel, { path: 'scores', index: [0, 0], reads: 'scaled.variance' });

test('the table goes to a width and opens its number; a chart goes to a width', async () => {
  await withPanel(async (page) => {
    await inside(page, 'details summary').click();
    await inside(page, 'details tbody tr >> nth=9').locator('button').nth(2).click();
    await settle(page);
    assert.equal(await inside(page, '.chosen-width').innerText(), '512');
    const value = inside(page, 'ap-proof .value');
    const expected = study({ dK: 512 }, (read) => read('mean_entropy')[0]);
    await eventually(async () => Number(await value.getAttribute('data-value')), expected);
    await pick(inside(page, '[data-measure=variance] ap-chart'), 2);
    await settle(page);
    assert.equal(await inside(page, '.chosen-width').innerText(), '4');
    await inside(page, '.unscaled .shares [role=slider]').focus();
    await page.keyboard.press('End');
    await settle(page);
    const last = study({ dK: 4 }, (read) => read('weights')[16 + 15]);
    await eventually(async () => Number(await value.getAttribute('data-value')), last);
  });
});

test('the address holds what was chosen, and opens on it', () =>
  withPanel(
    async (page) => {
      await setWidth(page, 256);
      await setField(page, 'seed', '7');
      const hash = () => page.evaluate(() => location.hash);
      await eventually(hash, '#d-k=256&keys=16&seed=7');
      await page.reload();
      const shownWidth = () => inside(page, '.chosen-width').innerText();
      await eventually(shownWidth, '256');
    },
    { fresh: true },
  ));
