// The page by keyboard alone: the keys of the walk, the keys of a grid, and a way to everything by Tab.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cell, control, eventually, matrix, openSettings, stage } from '../support/hands.mjs';
import { drawn, goTo } from '../support/numbers.mjs';
import { layer, openSite } from '../support/site.mjs';
import { current, press } from './support/keyboard.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const withPage = (...args) => site.withPage(...args);

test('↑ and ↓ change a number by one', async () => {
  await withPage(layer.en, async (page) => {
    await openSettings(page);
    await control(page, 'dModel').focus();
    await control(page, 'dModel').fill('8');
    await press(page, 'Enter');
    await control(page, 'heads').focus();
    await press(page, 'ArrowDown', 'ArrowDown');
    assert.equal(await control(page, 'heads').inputValue(), '2');
    assert.equal(await stage(page).getAttribute('data-shape'), '1,2,7,7');
  });
});

test('inside a grid, keys move the cell, Enter keeps it, Escape lets go', async () => {
  await withPage(layer.en, async (page) => {
    await goTo(page, 'scores');
    const grid = matrix(page, 'scores').getByRole('grid');
    await cell(page, 'scores', [0, 0, 2, 1]).click();
    await page.mouse.move(5, 5);
    await grid.focus();
    /** What the grid says its active cell is. */
    const at = () =>
      grid.evaluate((element) => {
        const id = element.getAttribute('aria-activedescendant');
        return element.getRootNode().getElementById(id).dataset.index;
      });
    const kept = () =>
      page.evaluate(() => document.querySelector('attention-playground').store.kept?.index.join());
    const moves = [
      ['ArrowRight', '0,0,2,2'],
      ['ArrowDown', '0,0,3,2'],
      ['ArrowLeft', '0,0,3,1'],
      ['ArrowUp', '0,0,2,1'],
      ['End', '0,0,2,6'],
      ['ArrowRight', '0,0,2,6'],
      ['Home', '0,0,2,0'],
      ['Control+End', '0,0,6,6'],
      ['Control+Home', '0,0,0,0'],
      ['PageDown', '0,0,6,0'],
      ['PageUp', '0,0,0,0'],
      ['ArrowUp', '0,0,0,0'],
    ];
    for (const [key, index] of moves) {
      await press(page, key);
      assert.equal(await at(), index, key);
      assert.equal(await current(page), 'scores', key);
    }
    const spoken = page.locator('ap-stage ap-figure p[aria-live]');
    assert.match(await spoken.innerText(), /The.*The.*-?\d/s);
    assert.equal(await kept(), '0,0,2,1', 'moving previews only');
    await press(page, 'ArrowRight', 'Enter');
    assert.equal(await kept(), '0,0,0,1');
    const proof = page.locator('ap-proof .value');
    assert.equal(
      await proof.getAttribute('data-value'),
      await cell(page, 'scores', [0, 0, 0, 1]).getAttribute('data-value'),
    );
    await press(page, 'Escape');
    assert.equal(await kept(), undefined);
  });
});

test('an editor on a cell that is gone is closed', async () => {
  await withPage(layer.en, async (page) => {
    await goTo(page, 'scores');
    await matrix(page, 'scores').locator('[role=grid]').focus();
    await press(page, 'Control+End', '7');
    const editor = page.locator('ap-cell-editor');
    assert.equal(await editor.count(), 1);
    await page.evaluate(
      () => (document.querySelector('attention-playground').sentence = 'one two'),
    );
    await eventually(() => editor.count(), 0);
    await drawn(page);
    assert.equal(await cell(page, 'scores', [0, 0, 1, 1]).count(), 1);
  });
});
