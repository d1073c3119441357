// Pages that tests use one after the other: each is as a first visitor has it, and its errors are those of its own test.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSettings } from '../support/hands.mjs';
import { drawn, goTo } from '../support/numbers.mjs';
import { layer, openSite } from '../support/site.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

/** What a visitor finds; not what has been fetched for an earlier one, which is the walk and the face of formulas. */
const found = (page) =>
  page.evaluate(() => {
    const seen = [];
    const visit = (root) => {
      for (const one of root.querySelectorAll(':not(.below, .below *)')) {
        if (one.checkVisibility()) seen.push(`${one.localName} ${one.getAttribute('class')}`);
        if (one.shadowRoot) visit(one.shadowRoot);
      }
    };
    visit(document.querySelector('attention-playground').shadowRoot);
    const { store, state, step } = document.querySelector('attention-playground');
    return {
      ...{ state, step, seen, hash: location.hash, scrollY, dark: store.scheme },
      undo: [store.canUndo, store.canRedo, store.session.trail.value.from.length],
      focus: document.activeElement.localName,
      window: [innerWidth, innerHeight],
      isHovered: document.querySelector('main :hover') !== null,
      kept: localStorage.length + sessionStorage.length,
    };
  });

/** Changes all that can be changed. */
async function use(page) {
  await goTo(page, 'scores');
  await page.evaluate(() => {
    const { store } = document.querySelector('attention-playground');
    store.edit('scores', [0, 0, 1, 1], 3);
    store.update({ heads: 8 });
    // Undone, so that the next element has the same state.
    store.undo();
    store.undo();
  });
  await page.locator('ap-stage [role=gridcell]').nth(3).click();
  await page.locator('ap-proof button.operand').first().click();
  await openSettings(page);
  await page.setViewportSize({ width: 900, height: 500 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.route('**/*.wasm', (route) => route.abort());
  await page.evaluate(() => {
    const { store } = document.querySelector('attention-playground');
    store.goTo('weights');
    scrollTo(0, 200);
    document.body.append(document.createElement('textarea'));
    document.body.lastChild.focus();
  });
  await drawn(page);
}

/** Runs `act` with a page that is used again where it can be; resolves to that page. */
async function visit(act, options) {
  let visited;
  await site.withPage(
    layer.en,
    async (page) => {
      visited = page;
      return act(page);
    },
    options,
  );
  return visited;
}

test('a page that was used is as one that is new', async () => {
  const seen = [];
  const look = async (page) => seen.push(await found(page));
  await visit(look, { fresh: true });
  const first = await visit(use);
  const second = await visit(look);
  assert.equal(second, first, 'it is not used again');
  assert.deepEqual(seen[1], seen[0]);
  assert.ok(seen[0].seen.length > 200);
});

test('one in which something is left is not used again', async () => {
  for (const leave of [
    () => document.documentElement.style.setProperty('color', 'red'),
    () => localStorage.setItem('left', 'here'),
    () => document.head.append(document.createElement('style')),
    () => document.querySelector('main').remove(),
  ]) {
    const first = await visit((page) => page.evaluate(leave));
    const second = await visit(() => undefined);
    assert.notEqual(second, first, String(leave));
  }
  const first = await visit((page) => page.reload());
  assert.notEqual(await visit(() => undefined), first, 'loaded again');
});

test('an error on a page is one of the test that has it, and the next has another page', async () => {
  let first;
  const failing = visit(async (page) => {
    first = page;
    await page.evaluate(() => setTimeout(() => Promise.reject(new Error('on purpose'))));
    await page.evaluate(() => new Promise((later) => setTimeout(later, 50)));
  });
  await assert.rejects(failing, /on purpose/);
  assert.ok(first.isClosed());
  assert.deepEqual((await visit(() => undefined)).problems, []);
});
