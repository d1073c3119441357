// Single keys are commands of many hosts, which see the playground and not the field within it.

import assert from 'node:assert/strict';

/** Letters that hosts take for a command: search, next, previous, pause, overview, help. */
const letters = ['n', 'p', 's', 'f', 'b', 'o', '.', '/', '?'];

/**
 * Whatever is typed into a field or on a grid of the playground stays there: the focus too, and the page. Arrows on the
 * grid move its cursor.
 */
export async function assertKeysStay(page, playground) {
  const before = page.url();
  const stays = async (name) => {
    await page.waitForTimeout(100);
    assert.equal(page.url(), before, `${name}: the page was left`);
    const focused = await playground.evaluate((element) => document.activeElement === element);
    assert.ok(focused, `${name}: the host took the focus`);
  };
  // Each field is behind a button.
  const fields = {
    'the sentence': ['ap-input .edit', 'ap-input input'],
    'a number': ['ap-controls .fold', 'ap-controls input.field'],
  };
  for (const [name, [button, selector]] of Object.entries(fields)) {
    if ((await playground.locator(button).count()) === 0) continue;
    await playground.locator(button).first().click();
    const field = playground.locator(selector).first();
    await field.fill('');
    for (const letter of letters) {
      await page.keyboard.press(letter);
      await stays(`${letter} in ${name}`);
    }
    assert.equal(await field.inputValue(), letters.join(''), name);
    await page.keyboard.press('Escape');
  }
  const grid = playground.locator('ap-stage [role=grid]').last();
  await grid.focus();
  const cursor = await grid.getAttribute('aria-activedescendant');
  for (const key of ['ArrowRight', 'ArrowDown', ...letters]) {
    await page.keyboard.press(key);
    await stays(`${key} on the grid`);
  }
  assert.notEqual(await grid.getAttribute('aria-activedescendant'), cursor);
}
