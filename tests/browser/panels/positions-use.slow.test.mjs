// The panel of positional encodings, used: by pointer and keyboard, with what it cannot use, without the kernels.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whenReady } from '../support/site.mjs';
import { testLooks, testNarrow, testReturn } from './support/every-panel.mjs';
import {
  cell,
  map,
  panel,
  problem,
  tableSize,
  testPixels,
  testProducts,
} from './support/positions.mjs';

const { field, inside, setField, settle, withPanel } = panel;

for (const size of [
  [128, 512],
  [1, 2],
  [512, 1024],
]) {
  testPixels(...size);
}

testProducts([128, 512], [48, 63]);

test('keys alone: arrows move, Enter keeps, Escape lets go; a chart is a slider', async () => {
  await withPanel(async (page) => {
    const where = async () => (await cell(page)).at.join();
    await map(page).focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'Home', 'ArrowRight']) {
      await page.keyboard.press(key);
    }
    await settle(page);
    assert.equal(await where(), '21,1');
    await page.keyboard.press('Escape');
    await settle(page);
    assert.equal(await where(), '20,64');
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await settle(page);
    assert.equal(await where(), '127,511');
    assert.match((await cell(page)).label, /position 127 → column 511: /);
    const slider = inside(page, '.products [role=slider]');
    await slider.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await settle(page);
    assert.equal(await field(page, 'b').inputValue(), '126');
    assert.equal(await slider.getAttribute('aria-valuenow'), '126');
    assert.match(await slider.getAttribute('aria-valuetext'), /^position 126: \d/);
  });
});

test('what cannot be used is named, and the last good table stays', async () => {
  for (const [lang, said] of Object.entries({ en: /whole number from 1 to 512/, zh: /1 到 512/ })) {
    await withPanel(
      async (page) => {
        const alert = page.locator('positional-encoding [role=alert] .wrong');
        // What is refused is the same in both languages.
        const wrong = lang === 'en' ? ['0', '1000000000', 'abc', '', '-3', '2.5', '1e400'] : ['0'];
        for (const text of wrong) {
          await setField(page, 'length', text);
          assert.match(await alert.innerText(), said, text);
          assert.equal(await field(page, 'length').getAttribute('aria-invalid'), 'true');
          assert.deepEqual(await tableSize(page), [128, 512]);
        }
        await setField(page, 'dModel', '1');
        assert.match(await alert.innerText(), /1024/);
        await setField(page, 'b', '128');
        assert.match(await alert.innerText(), /127/);
        await setField(page, 'length', '９');
        assert.equal(await alert.count(), 0);
        assert.deepEqual(await tableSize(page), [9, 512]);
        assert.equal(await field(page, 'a').inputValue(), '8', 'the choice moves into the table');
      },
      { lang },
    );
  }
});

test('what is being typed stays while the page goes on', async () => {
  await withPanel(async (page) => {
    await field(page, 'length').fill('12');
    await map(page).hover({ position: { x: 200, y: 100 } });
    await page.mouse.move(300, 400, { steps: 4 });
    await settle(page);
    assert.equal(await field(page, 'length').inputValue(), '12');
    await field(page, 'length').press('Enter');
    await settle(page);
    assert.deepEqual(await tableSize(page), [12, 512]);
  });
});

testLooks(panel, 'A', problem);

testNarrow(panel, problem);

const assertWhole = async (page) => assert.deepEqual(await tableSize(page), [128, 512]);

testReturn(panel, assertWhole);

test('without the kernels it says so, and tries again when told to', async () => {
  const page = await panel.site.newPage();
  let blocked = true;
  await page.route('**/*.wasm', (route) => (blocked ? route.abort() : route.continue()));
  await page.goto(`${panel.site.url}/explore/positions`);
  const again = page.locator('positional-encoding').getByRole('button', { name: 'Try again' });
  await again.waitFor();
  blocked = false;
  await again.click();
  await whenReady(page);
  await assertWhole(page);
  await page.context().close();
});
