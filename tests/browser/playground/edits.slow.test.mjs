// More of edits.test.mjs. A person edits cells and pastes matrices: what depends on them changes at once, the old value stays as a ghost,
// every edit can be taken back, and what is no number is refused in the page's language.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  cell,
  checkControl,
  control,
  eventually,
  matrix,
  openSettings,
  problem,
  setControl,
  stateOf,
  tensor,
  valueOf,
} from '../support/hands.mjs';
import { compareNumbers, drawn, goTo } from '../support/numbers.mjs';
import { openSite, whenReady } from '../support/site.mjs';

const small = '/#v=1&heads=2&d=8&step=scores';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const withPage = (...args) => site.withPage(...args);

const editor = (page) => page.locator('ap-cell-editor input');

/** Opens the editor by a double click, replaces the number and keeps it. */
async function edit(page, path, index, text) {
  await cell(page, path, index).dblclick();
  await editor(page).fill(text);
  await editor(page).press('Enter');
  await drawn(page);
}

async function holds(page) {
  const { cells, wrong } = await compareNumbers(page);
  assert.deepEqual(wrong, []);
  assert.ok(cells > 0);
}

async function undo(page) {
  await openSettings(page);
  await page.locator('ap-controls').getByRole('button', { name: 'Undo' }).click();
}

/** Path, index and what is downstream of it. */
const places = [
  ['embedding', [0, 2, 3], '2.5', ['q', 'scores', 'weights', 'output']],
  ['scores', [0, 0, 2, 1], '9', ['scaled_scores', 'weights', 'context', 'output']],
];

for (const [path, index, text, downstream] of places) {
  test(`a cell of ${path} edited in place changes all that depends on it, and undo brings it back`, async () => {
    await withPage(small, async (page) => {
      await goTo(page, path);
      const before = {};
      for (const step of downstream) before[step] = (await tensor(page, step)).data;
      const old = await cell(page, path, index).innerText();
      await edit(page, path, index, text);
      assert.equal(await valueOf(page, path, index), Number(text));
      assert.equal(await cell(page, path, index).getAttribute('data-ghost'), old);
      await holds(page);
      for (const step of downstream) {
        assert.notDeepEqual((await tensor(page, step)).data, before[step], step);
        await goTo(page, step);
        await holds(page);
      }
      const ghosts = matrix(page, 'output').locator('[data-ghost]');
      if (downstream.includes('output')) assert.ok((await ghosts.count()) > 0, 'ghosts downstream');
      await undo(page);
      await drawn(page);
      for (const step of downstream) {
        assert.deepEqual((await tensor(page, step)).data, before[step], step);
      }
      assert.equal(await page.locator('ap-stage [data-ghost]').count(), 0);
      await holds(page);
    });
  });
}

test("a cell of a mask of one's own is hidden by a click, and takes −∞ when typed", async () => {
  await withPage(small, async (page) => {
    await checkControl(page, 'mask-custom');
    await eventually(() => matrix(page, 'custom_mask').count(), 1);
    await cell(page, 'custom_mask', [3, 1]).click();
    await eventually(() => valueOf(page, 'custom_mask', [3, 1]), -Infinity);
    const weights = async () => (await tensor(page, 'weights')).data;
    assert.equal((await weights())[3 * 7 + 1], 0);
    const grid = matrix(page, 'custom_mask').getByRole('grid');
    await grid.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('-inf');
    await page.keyboard.press('Enter');
    await eventually(() => valueOf(page, 'custom_mask', [3, 2]), -Infinity);
    assert.equal((await weights())[3 * 7 + 2], 0);
    await edit(page, 'custom_mask', [3, 0], '1.5');
    await eventually(() => valueOf(page, 'custom_mask', [3, 0]), 1.5);
    assert.equal(await problem(page), '');
    await holds(page);
  });
});

test('a weight is dropped by a click on its cell in a mask of dropout, and kept by another', async () => {
  await withPage(small, async (page) => {
    assert.equal(await control(page, 'dropoutMask').count(), 0);
    await checkControl(page, 'training');
    await checkControl(page, 'dropoutMask');
    await eventually(() => matrix(page, 'dropout_mask').count(), 1);
    const kept = async () => (await tensor(page, 'dropped_weights')).data[3 * 7 + 1];
    const whole = await kept();
    for (const [number, weight] of [
      [0, 0],
      [1, whole],
    ]) {
      await cell(page, 'dropout_mask', [3, 1]).click();
      await eventually(() => valueOf(page, 'dropout_mask', [3, 1]), number);
      assert.equal(await kept(), weight);
    }
    await holds(page);
  });
});

test('edits survive a change elsewhere, and a reload through the address', async () => {
  await withPage(small, async (page) => {
    await edit(page, 'scores', [0, 0, 2, 1], '7.125');
    await goTo(page, 'w_v');
    await edit(page, 'w_v', [0, 0], '-2');
    await setControl(page, 'temperature', '2');
    await goTo(page, 'scores');
    assert.equal(await valueOf(page, 'scores', [0, 0, 2, 1]), 7.125);
    const { data } = await tensor(page, 'output');
    const state = await stateOf(page);
    assert.equal(state.edits.length, 2);
    await eventually(
      () =>
        page.evaluate(() => /edits=/.test(location.hash) && /temperature=2/.test(location.hash)),
      true,
    );
    await page.waitForTimeout(400);
    await page.reload();
    await whenReady(page);
    assert.deepEqual(await stateOf(page), state);
    assert.deepEqual((await tensor(page, 'output')).data, data);
    assert.equal(await valueOf(page, 'scores', [0, 0, 2, 1]), 7.125);
    await holds(page);
  });
});

for (const [path, message, texts] of [
  ['/', /finite number/, ['abc', '1e999', 'NaN', '∞', '−∞', '']],
]) {
  test(`what is no number is refused in the page's language, and the last good numbers stay (${path})`, async () => {
    await withPage(path + small.slice(1), async (page) => {
      const { data: scores } = await tensor(page, 'scores');
      const { data: output } = await tensor(page, 'output');
      for (const text of texts) {
        await cell(page, 'scores', [0, 0, 2, 1]).dblclick();
        await editor(page).fill(text);
        await editor(page).press('Enter');
        await eventually(async () => message.test(await problem(page)), true, `"${text}"`);
        assert.equal(await editor(page).getAttribute('aria-invalid'), 'true');
        assert.deepEqual((await tensor(page, 'scores')).data, scores, text);
        assert.deepEqual((await tensor(page, 'output')).data, output, text);
        await holds(page);
        await editor(page).press('Escape');
        await page.locator('ap-problem').getByRole('button').first().click();
        await eventually(() => problem(page), '');
      }
      assert.equal((await stateOf(page)).edits.length, 0);
    });
  });
}
