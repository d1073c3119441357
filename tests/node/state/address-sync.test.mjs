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

const { state: first } = new PlaygroundStore();
const show = (name) => {
  store.show(example(name));
  page.wait();
};

test('an example and a model are entries, and Back and Forward lead through them', async () => {
  const sentences = [store.state.sentences];
  for (const name of ['tea', 'good']) {
    show(name);
    sentences.push(store.state.sentences);
  }
  store.update({ model: 'encoder-only' });
  page.wait();
  assert.equal(page.entries.length, 4);
  for (const at of [2, 1, 0]) {
    await page.go(-1);
    assert.deepEqual(store.state.sentences, sentences[at]);
    assert.equal(store.state.model, 'attention');
    page.wait();
  }
  for (const [by, at] of [
    [1, 1],
    [-1, 0],
    [2, 2],
  ]) {
    await page.go(by);
    assert.deepEqual(store.state.sentences, sentences[at], 'also at once');
  }
  page.wait();
  assert.equal(page.entries.length, 4, 'to go back makes no entry, and drops none');
});

test('steps stay in their entry, however slowly they are walked or played, and it holds the last of them', () => {
  for (const path of ['q', 'k', 'v', 'scores', 'scaled_scores', 'weights', 'context', 'output']) {
    store.goTo(path);
    page.wait();
  }
  store.goTo('ids');
  page.wait();
  store.play(true);
  for (let i = 0; i < 5; i += 1) page.wait(3000);
  store.play(false);
  assert.notEqual(store.state.step, 'ids');
  assert.equal(page.entries.length, 1);
  assert.match(page.entries[0].href, new RegExp(`step=${store.state.step}(&|$)`));
});

test('words, cells, numbers, modes and edits stay in their entry', () => {
  const changes = [
    () => store.update({ sentences: ['A b'] }),
    () => store.keep({ path: 'weights', index: [0, 0, 1, 1] }),
    () => store.update({ heads: 2 }),
    () => store.update({ mode: 'workbench' }),
    () => store.update({ weightsView: 'text' }),
    () => store.edit('scores', [0, 0, 0, 0], 3),
    () => store.undo(),
    () => store.update({ gradients: true }),
  ];
  for (const change of changes) {
    change();
    page.wait();
  }
  assert.equal(page.entries.length, 1);
  assert.match(page.entries[0].href, /A\+b/);
});

test('models that are passed quickly are no entries: Back leads to where a person was', async () => {
  for (const model of ['encoder-only', 'decoder-only', 'attention', 'encoder-only']) {
    store.update({ model });
    page.wait(300);
  }
  assert.equal(page.entries.length, 2);
  assert.match(page.entries[1].href, /model=encoder-only/);
  await page.go(-1);
  assert.equal(store.state.model, first.model);
});

test('a change after Back is in the entry that it leads to, and a new example drops those after it', async () => {
  show('tea');
  show('good');
  await page.go(-1);
  page.wait();
  store.update({ decimals: 4 });
  page.wait();
  assert.equal(page.entries.length, 3);
  assert.match(page.entries[1].href, /decimals=4/);
  show('arange');
  assert.equal(page.entries.length, 3);
  await page.go(-1);
  assert.equal(store.state.decimals, 4);
});
