// The panel on scaling by √d_k: more studies, and what cannot be used.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEdit, testLooks, testNarrow, testReturn } from './support/every-panel.mjs';
import { acts, panel, shown, testNumbers } from './support/scaling.mjs';

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
