// What is drawn again: only what has changed. Counted where Lit updates, in the page itself.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { drawn, goTo } from '../support/numbers.mjs';
import { layer, openSite } from '../support/site.mjs';

let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** Counts the updates of every element of ours, by name and step, from now on. */
const count = (page) =>
  page.evaluate(() => {
    window.updates = [];
    const patched = (window.patched ??= new Set());
    const visit = (root) => {
      for (const element of root.querySelectorAll('*')) {
        if (!element.shadowRoot) continue;
        visit(element.shadowRoot);
        const base = Object.getPrototypeOf(element);
        if (!('updateComplete' in element) || patched.has(base)) continue;
        patched.add(base);
        const update = base.update;
        base.update = function (changed) {
          window.updates.push(
            [this.localName, this.path || this.paths?.join() || this.side || ''].join(' ').trim(),
          );
          return update.call(this, changed);
        };
      }
    };
    visit(document);
  });

/** The updates until the page is at rest after `act`. */
async function updatesOf(page, act) {
  await drawn(page);
  await page.evaluate(() => void (window.updates = []));
  await act();
  await drawn(page);
  return page.evaluate(() => window.updates.sort());
}

const store = (page, call) =>
  page.evaluate(
    (call) => new Function('store', call)(document.querySelector('attention-playground').store),
    call,
  );

const withCounts = (act) =>
  site.withPage(layer.en, async (page) => {
    await goTo(page, 'scores');
    await page.locator('ap-walk').scrollIntoViewIfNeeded();
    await page.locator('ap-walk .card').first().waitFor();
    await drawn(page);
    await count(page);
    await act(page);
  });

describe('what is updated', () => {
  test('by a pointer that moves: the cell, its operands, the words and the proof', () =>
    withCounts(async (page) => {
      await store(page, `store.preview({ path: 'scores', index: [0, 0, 2, 3] })`);
      // To another row and column: other operands in both inputs.
      const moved = await updatesOf(page, () =>
        store(page, `store.preview({ path: 'scores', index: [0, 0, 4, 5] })`),
      );
      // One canvas has the result and both inputs.
      const shown = ['ap-figure scores', 'ap-proof', 'ap-tokens sentences'];
      assert.deepEqual(moved, shown);
      // Along its row: no more than that.
      const along = await updatesOf(page, () =>
        store(page, `store.preview({ path: 'scores', index: [0, 0, 4, 6] })`),
      );
      assert.deepEqual(along, shown);
      // The same cell again: nothing.
      const same = await updatesOf(page, () =>
        store(page, `store.preview({ path: 'scores', index: [0, 0, 4, 6] })`),
      );
      assert.deepEqual(same, []);
    }));

  test('by a pointer over an operand of the proof: the figure that it is in', () =>
    withCounts(async (page) => {
      const point = () =>
        store(page, `store.pointed.value = { path: 'q_transposed', index: [0, 0, 2, 1] }`);
      assert.deepEqual(await updatesOf(page, point), ['ap-figure scores']);
    }));

  test('by another number of decimals: what shows numbers, and no list of steps', () =>
    withCounts(async (page) => {
      const seen = await updatesOf(page, () => store(page, `store.update({ decimals: 4 })`));
      for (const name of ['ap-ribbon', 'ap-walk', 'ap-stage']) {
        assert.ok(!seen.includes(name), `${name} was updated`);
      }
      assert.ok(seen.includes('ap-figure scores'));
    }));

  test('by an edit of a parameter of the output: no figure of the scores', () =>
    withCounts(async (page) => {
      const seen = await updatesOf(page, () => store(page, `store.edit('w_o', [0, 0], 0.5)`));
      const figures = seen.filter((name) => name.startsWith('ap-figure'));
      assert.deepEqual(figures, []);
      assert.ok(!seen.includes('ap-proof'), 'the proof was updated');
    }));
});
