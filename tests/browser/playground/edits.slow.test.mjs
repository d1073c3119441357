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
  problem,
  setControl,
  stateOf,
  tensor,
  valueOf,
} from '../support/hands.mjs';
import { goTo } from '../support/numbers.mjs';
import { openSite, whenReady } from '../support/site.mjs';
import { edit, editIsFollowed, holds, noNumberIsTaken, small } from './support/edits.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const withPage = (...args) => site.withPage(...args);

/** Path, index and what is downstream of it. */
const places = [
  ['embedding', [0, 2, 3], '2.5', ['q', 'scores', 'weights', 'output']],
  ['scores', [0, 0, 2, 1], '9', ['scaled_scores', 'weights', 'context', 'output']],
];

for (const [path, index, text, downstream] of places) {
  test(`a cell of ${path} edited in place changes all that depends on it, and undo brings it back`, async () => {
    await withPage(small, (page) => editIsFollowed(page, { path, index, text, downstream }));
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
  ['/play', /finite number/, ['abc', '1e999', 'NaN', '∞', '−∞', '']],
]) {
  test(`what is no number is refused in the page's language, and the last good numbers stay (${path})`, async () => {
    await withPage(path + small.slice('/play'.length), (page) =>
      noNumberIsTaken(page, texts, message),
    );
  });
}
