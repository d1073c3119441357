// The line that says how a cell was computed: of every rule, with the numbers of the engine's explanation.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { wasmFile } from '../../../scripts/build/wasm.mjs';
import { root } from '../../../scripts/lib/run.mjs';
import { importWeb } from '../support/bundled.mjs';

const { PlaygroundStore, load, equationText, told } = await importWeb(
  'playground/store.ts',
  'engine/index.ts',
  'parts/proof/equation.ts',
  'trace/numbers.ts',
);
const engine = await load({ wasmBinary: readFileSync(join(root, wasmFile)) });

function withStore(patch, act) {
  const store = new PlaygroundStore();
  try {
    store.start(engine);
    store.update(patch);
    act(store);
  } finally {
    store.dispose();
  }
}

/** Of the cell of a step whose indices are all 1, or the largest below. */
function explained(store, path) {
  const index = store.step(path).shape.map((size) => Math.min(1, size - 1));
  return store.explain({ path, index });
}

test('a weight is a power of e, divided by the sum of its row', () => {
  withStore({}, (store) => {
    const rule = explained(store, 'weights');
    const number = (value) => told(value, store.state.decimals);
    const signed = (value) => (value < 0 ? `(${number(value)})` : number(value));
    assert.equal(
      equationText(store, rule),
      `e^(${number(rule.operands[rule.position].value)} − ${signed(rule.maximum)}) ÷ ${number(rule.sum)} = ${number(rule.value)}`,
    );
  });
});

test('a product has its first terms, and dots for the others', () => {
  withStore({ dModel: 16, heads: 1 }, (store) => {
    const text = equationText(store, explained(store, 'scores'));
    assert.match(text, /^\S+ · \S+ \+ \S+ · \S+ \+ … = \S+$/);
  });
  withStore({ dModel: 3, heads: 1, positions: 'none' }, (store) => {
    const text = equationText(store, explained(store, 'scores'));
    assert.equal(text.split('·').length, 4, text);
    assert.doesNotMatch(text, /…/);
  });
});

test('what an edit has replaced is not what was computed', () => {
  withStore({}, (store) => {
    store.edit('weights', [0, 1, 1, 1], 0.5);
    assert.equal(equationText(store, explained(store, 'weights')), undefined);
  });
});

for (const [name, patch] of Object.entries({
  attention: { mask: 'causal', dropout: 0.2, softcap: 5 },
  'attention, backward': { gradients: true },
  'attention, rotated': { positions: 'rotary' },
  transformer: { model: 'encoder-decoder', layers: 1 },
})) {
  test(`every equation ends with the number of its cell, and nothing in it is missing: ${name}`, () => {
    withStore(patch, (store) => {
      assert.equal(store.problem, undefined, JSON.stringify(store.problem));
      const rules = new Set();
      for (const { path } of store.steps) {
        const rule = explained(store, path);
        const text = equationText(store, rule);
        if (text === undefined) continue;
        rules.add(rule.rule);
        assert.ok(
          text.endsWith(` = ${told(rule.value, store.state.decimals)}`),
          `${path}: ${text}`,
        );
        assert.doesNotMatch(text, /undefined|NaN|\[object/, path);
      }
      assert.ok(rules.size > 2, [...rules].join());
    });
  });
}
