// What becomes an entry of the browser's history, so that Back returns from it, and what stays in the entry it is made in.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { importWeb } from '../support/bundled.mjs';
import { engine, example } from './support/store.mjs';

const { UrlSync, PlaygroundStore } = await importWeb(
  'playground/address-sync.ts',
  'playground/store.ts',
);

/** A window with a history, as far as an address needs one. */
function fakeWindow(t) {
  const listeners = {};
  const entries = [{ state: {}, href: 'https://example.org/' }];
  let at = 0;
  const location = {
    get href() {
      return entries[at].href;
    },
    get hash() {
      return new URL(entries[at].href).hash;
    },
  };
  const history = {
    get state() {
      return entries[at].state;
    },
    replaceState: (state, _, href) => void (entries[at] = { state, href }),
    pushState(state, _, href) {
      entries.splice((at += 1), Infinity, { state, href });
    },
  };
  const globals = {
    location,
    history,
    addEventListener: (name, listener) => void (listeners[name] = listener),
    removeEventListener: (name) => void delete listeners[name],
  };
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1e6 });
  return {
    entries,
    /** As the browser's buttons do it. */
    async go(by) {
      at += by;
      listeners.hashchange();
      await Promise.resolve();
    },
    wait: (time = 2000) => t.mock.timers.tick(time),
    clear: () => Object.keys(globals).forEach((name) => delete globalThis[name]),
  };
}

let store;
let sync;
let page;
beforeEach((t) => {
  page = fakeWindow(t);
  store = new PlaygroundStore();
  store.start(engine);
  sync = new UrlSync(store, () => false);
  sync.connect();
  page.wait();
});
afterEach(() => {
  sync.disconnect();
  store.dispose();
  page.clear();
});

const step = () => store.state.step;

test('each step that a person goes to is an entry, and Back and Forward lead through them', async () => {
  const first = step();
  for (const path of ['scores', 'context', 'output']) {
    store.goTo(path);
    page.wait();
  }
  assert.equal(page.entries.length, 4);
  for (const path of ['context', 'scores', first]) {
    await page.go(-1);
    assert.equal(step(), path);
    page.wait();
  }
  for (const [by, path] of [
    [1, 'scores'],
    [-1, first],
    [2, 'context'],
  ]) {
    await page.go(by);
    assert.equal(step(), path, 'also at once');
  }
  page.wait();
  assert.equal(page.entries.length, 4, 'to go back makes no entry, and drops none');
});

test('an example and a model are entries, too: an example of the same step as well', async () => {
  const { sentences } = store.state;
  store.show(example('tea'));
  page.wait();
  store.update({ model: 'encoder-only' });
  page.wait();
  assert.equal(page.entries.length, 3);
  await page.go(-2);
  assert.deepEqual(store.state.sentences, sentences);
  assert.equal(store.state.model, 'attention');
});

test('typing, choosing cells and numbers, and editing stay in their entry', () => {
  store.update({ sentences: ['A b'] });
  page.wait();
  store.keep({ path: 'weights', index: [0, 0, 1, 1] });
  page.wait();
  store.update({ heads: 2 });
  page.wait();
  store.edit('scores', [0, 0, 0, 0], 3);
  page.wait();
  assert.equal(page.entries.length, 1);
  assert.match(page.entries[0].href, /A\+b/);
});

test('steps that are passed quickly are no entries: Back leads to where a person was', async () => {
  const first = step();
  for (const path of ['q', 'scores', 'scaled_scores', 'context']) {
    store.goTo(path);
    page.wait(300);
  }
  assert.equal(page.entries.length, 2);
  assert.match(page.entries[1].href, /step=context/);
  await page.go(-1);
  assert.equal(step(), first);
});

test('a walk that plays makes no entries', () => {
  store.goTo('ids');
  page.wait();
  store.play(true);
  for (let i = 0; i < 5; i += 1) page.wait(3000);
  assert.notEqual(step(), 'ids');
  assert.equal(page.entries.length, 2);
  store.play(false);
});

test('a change after Back is in the entry that it leads to, and a new step drops those after it', async () => {
  store.goTo('scores');
  page.wait();
  store.goTo('context');
  page.wait();
  await page.go(-1);
  page.wait();
  store.update({ heads: 2 });
  page.wait();
  assert.match(page.entries[1].href, /step=scores/);
  assert.match(page.entries[1].href, /h=2|heads=2/);
  store.goTo('q');
  page.wait();
  assert.equal(page.entries.length, 3);
  assert.match(page.entries[2].href, /step=q/);
});
