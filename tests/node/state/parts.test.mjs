// Parts of the page without a page: what they say of one step, and what is left of them when their numbers are gone.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { wasmFile } from '../../../scripts/build/wasm.mjs';
import { root } from '../../../scripts/lib/run.mjs';
import { importWeb } from '../support/bundled.mjs';

globalThis.cancelAnimationFrame ??= () => undefined;
// A browser that lets nobody write to its clipboard.
Object.defineProperty(globalThis, 'navigator', {
  value: { clipboard: { writeText: () => Promise.reject(new Error('denied')) } },
});

const parts = [
  'backward/downhill',
  'fault/fault',
  'figure/tooled',
  'figure/tools',
  'map/map',
  'memory/memory',
  'problem',
  'program/program',
  'proof/proof',
  'proof/sheet',
  'ribbon/ribbon',
  'stage/equality',
  'stage/stage',
  'walk/walk',
  'weights/weights',
];
const web = await importWeb(
  'playground/store.ts',
  'engine/index.ts',
  'kit/input/keys.ts',
  ...parts.map((name) => `parts/${name}.ts`),
);
const engine = await web.load({ wasmBinary: readFileSync(join(root, wasmFile)) });

function started() {
  const store = new web.PlaygroundStore();
  store.start(engine);
  return store;
}

/** Draws an element as Lit does, as often as it has tabs. */
function draw(element, changed = []) {
  element.willUpdate(new Map(changed.map((name) => [name, undefined])));
  for (const tab of 'tab' in element ? ['proof', 'formula', 'pytorch', 'why'] : [undefined]) {
    if (tab) element.tab = tab;
    element.render();
  }
}

describe('a part whose numbers are gone', () => {
  const elements = Object.entries(web).filter(([name]) => /^Ap[A-Z]/.test(name));
  assert.ok(elements.length >= parts.length);
  for (const [name, Part] of elements) {
    // Those that draw on a canvas need a page.
    if (['ApFigure', 'ApSlice', 'ApRight'].includes(name)) continue;
    test(`is drawn without them: ${name}`, () => {
      for (const path of ['weights', 'w_q', 'x']) {
        const store = started();
        store.goTo(path);
        const element = Object.assign(new Part(), { store, path });
        draw(element);
        store.dispose();
        // It may be told of another step before it is taken away.
        element.path = 'w_k';
        draw(element, ['path']);
      }
    });
  }
});

test('what was said of a step, and where its table was read, does not stay with the next one', async () => {
  const store = started();
  const tools = Object.assign(new web.ApFigureTools(), { store, path: 'weights' });
  tools.willUpdate(new Map([['path', undefined]]));
  tools.from = 16;
  await tools.copy('text');
  assert.equal(tools.said(store), store.t.proof.notCopied);
  store.updateView({ lang: 'zh' });
  assert.match(tools.said(store), /\p{Script=Han}/u);
  // What ends late was about the step before.
  const late = tools.copy('text');
  tools.path = 'scores';
  tools.willUpdate(new Map([['path', 'weights']]));
  await late;
  assert.equal(tools.said, undefined);
  assert.equal(tools.from, 0);
  store.dispose();
});

describe('keys', () => {
  const key = (key, more = {}) => ({
    key,
    preventDefault() {},
    stopPropagation() {},
    ...more,
  });

  test('with Ctrl, ⌘ or Alt, or of an input method, are not the page’s', () => {
    assert.ok(web.isPlain(key('s')));
    for (const held of ['ctrlKey', 'metaKey', 'altKey', 'isComposing']) {
      assert.ok(!web.isPlain(key('s', { [held]: true })), held);
      assert.equal(web.tabByKey(key('ArrowLeft', { [held]: true }), ['a', 'b'], 'a'), undefined);
    }
  });

  test('lead round all tabs', () => {
    const tabs = ['a', 'b', 'c'];
    assert.equal(web.tabByKey(key('ArrowRight'), tabs, 'c'), 'a');
    assert.equal(web.tabByKey(key('ArrowLeft'), tabs, 'a'), 'c');
    assert.equal(web.tabByKey(key('Tab'), tabs, 'a'), undefined);
  });
});
