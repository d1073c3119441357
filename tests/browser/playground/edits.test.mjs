// A person edits cells and pastes matrices: what depends on them changes at once, the old value stays as a ghost,
// every edit can be taken back, and what is no number is refused in the page's language.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  cell,
  eventually,
  matrix,
  openSettings,
  pasteText,
  problem,
  tensor,
  valueOf,
} from '../support/hands.mjs';
import { drawn, goTo } from '../support/numbers.mjs';
import { openSite } from '../support/site.mjs';
import { edit, editIsFollowed, editor, holds, noNumberIsTaken, small } from './support/edits.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const withPage = (...args) => site.withPage(...args);

/** Path, index and what is downstream of it. */
const places = [['w_q', [1, 4], '-1.75', ['q', 'scores', 'weights', 'output']]];

for (const [path, index, text, downstream] of places) {
  test(`a cell of ${path} edited in place changes all that depends on it, and undo brings it back`, async () => {
    await withPage(small, (page) => editIsFollowed(page, { path, index, text, downstream }));
  });
}

test('F2 edits the cell under the cursor, a digit starts a new number, Escape gives up', async () => {
  await withPage(small, async (page) => {
    const { keyboard } = page;
    const grid = matrix(page, 'scores').getByRole('grid');
    await cell(page, 'scores', [0, 0, 1, 1]).click();
    await grid.focus();
    await keyboard.press('ArrowRight');
    await keyboard.press('F2');
    assert.equal(
      Number(await editor(page).inputValue()),
      await valueOf(page, 'scores', [0, 0, 1, 2]),
    );
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type('-3.5');
    await keyboard.press('Enter');
    await eventually(() => valueOf(page, 'scores', [0, 0, 1, 2]), -3.5);
    await eventually(() => editor(page).count(), 0);
    await keyboard.press('ArrowDown');
    await keyboard.type('4.25');
    await keyboard.press('Enter');
    await eventually(() => valueOf(page, 'scores', [0, 0, 2, 2]), 4.25);
    const kept = await valueOf(page, 'scores', [0, 0, 3, 2]);
    await keyboard.press('ArrowDown');
    await keyboard.type('8');
    await keyboard.press('Escape');
    await eventually(() => editor(page).count(), 0);
    assert.equal(await valueOf(page, 'scores', [0, 0, 3, 2]), kept);
    await holds(page);
  });
});

const numbersOf = (size) =>
  Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => i - j / 4));
const sheet = (rows) => rows.map((row) => row.join('\t')).join('\r\n');
const ghosts = (page) => page.locator('ap-stage [data-ghost]').count();

async function press(page, name) {
  await openSettings(page);
  await page.locator('ap-controls').getByRole('button', { name }).click();
  await drawn(page);
}

test('a whole matrix pasted over a parameter is the input, which the page says, and settings take it back', async () => {
  await withPage(small, async (page) => {
    await goTo(page, 'w_q');
    const { data: before } = await tensor(page, 'w_q');
    const { data: output } = await tensor(page, 'output');
    const rows = numbersOf(8);
    const grid = matrix(page, 'w_q').getByRole('grid');
    await grid.focus();
    await pasteText(grid, sheet(rows));
    await drawn(page);
    assert.deepEqual((await tensor(page, 'w_q')).data, rows.flat());
    assert.notDeepEqual((await tensor(page, 'output')).data, output);
    assert.equal(await ghosts(page), 0);
    assert.match(await page.locator('ap-stage .own').innerText(), /your numbers/);
    await cell(page, 'w_q', [1, 4]).click();
    assert.match(await page.locator('ap-proof .rule').innerText(), /Your numbers/);
    await holds(page);
    await pasteText(grid, '1\t2\n3\t4');
    await eventually(async () => /2 × 2.*8 × 8/s.test(await problem(page)), true);
    assert.deepEqual((await tensor(page, 'w_q')).data, rows.flat());
    await pasteText(grid, sheet(rows).replace('0.25', 'x'));
    await eventually(async () => /not a number/.test(await problem(page)), true);
    assert.deepEqual((await tensor(page, 'w_q')).data, rows.flat());
    await goTo(page, 'output');
    assert.equal(await ghosts(page), 0);
    await press(page, 'Drop it');
    assert.deepEqual((await tensor(page, 'w_q')).data, before);
    assert.deepEqual((await tensor(page, 'output')).data, output);
    await holds(page);
  });
});

test('an edited parameter becomes the input on request', async () => {
  await withPage(small, async (page) => {
    await goTo(page, 'w_q');
    await edit(page, 'w_q', [1, 4], '2.5');
    assert.equal(await ghosts(page), 1);
    const { data: output } = await tensor(page, 'output');
    await page.getByRole('button', { name: 'Take these numbers as mine' }).click();
    await drawn(page);
    assert.equal(await ghosts(page), 0);
    assert.equal(await valueOf(page, 'w_q', [1, 4]), 2.5);
    assert.deepEqual((await tensor(page, 'output')).data, output);
    const focused = await page.evaluate(`(() => {
      let at = document.activeElement;
      while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      return at.className;
    })()`);
    assert.match(focused, /stage/);
    await holds(page);
  });
});

test('a whole matrix pasted over a computed step is edits, taken back at once', async () => {
  await withPage(small, async (page) => {
    const { data: before } = await tensor(page, 'scores');
    const rows = numbersOf(7);
    await pasteText(matrix(page, 'scores').getByRole('grid'), sheet(rows));
    await drawn(page);
    assert.deepEqual((await tensor(page, 'scores')).data.slice(0, 49), rows.flat());
    assert.ok((await ghosts(page)) > 0);
    await press(page, /Revert edits \(49\)/);
    assert.deepEqual((await tensor(page, 'scores')).data, before);
    await holds(page);
  });
});

for (const [path, message, texts] of [['/zh/play', /只接受有限的数/, ['abc']]]) {
  test(`what is no number is refused in the page's language, and the last good numbers stay (${path})`, async () => {
    await withPage(path + small.slice('/play'.length), (page) =>
      noNumberIsTaken(page, texts, message),
    );
  });
}
