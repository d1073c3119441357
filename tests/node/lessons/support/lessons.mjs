// What marks answers and checks lessons, on the real engine, without a page.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { wasmFile } from '../../../../scripts/build/wasm.mjs';
import { root } from '../../../../scripts/lib/run.mjs';
import { importWeb } from '../../support/bundled.mjs';

export const modules = await importWeb(
  'playground/store.ts',
  'engine/index.ts',
  'lessons/marking/conditions.ts',
  'lessons/marking/error.ts',
  'lessons/marking/mistakes.ts',
  'lessons/marking/numbers.ts',
  'lessons/marking/place.ts',
  'lessons/marking/shapes.ts',
  'lessons/marking/words.ts',
  'lessons/answer-text.ts',
  'lessons/states.ts',
  'lessons/texts/en.ts',
  'lessons/value-text.ts',
  'trace/numbers.ts',
  'trace/visit.ts',
);

const engine = await modules.load({ wasmBinary: readFileSync(join(root, wasmFile)) });
const open = [];
after(() => open.forEach((store) => store.dispose()));

/** A store with these settings over those that it has at first. */
export function storeWith(patch, step = 'scores') {
  const store = new modules.PlaygroundStore();
  open.push(store);
  store.start(engine);
  store.update({ mode: 'workbench', ...patch });
  if (store.problem) throw new Error(JSON.stringify(store.problem));
  store.goTo(step);
  return store;
}

/** A cell of a recorded tensor. */
export function valueIn(store, path, index) {
  const { data, shape } = store.tensor(path);
  return data[index.reduce((at, place, axis) => at * shape[axis] + place, 0)];
}
