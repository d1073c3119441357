// The store on the real engine, anew for every test, without a page.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, beforeEach } from 'node:test';
import { wasmFile } from '../../../../scripts/build/wasm.mjs';
import { root } from '../../../../scripts/lib/run.mjs';
import { importWeb } from '../../support/bundled.mjs';

export const modules = await importWeb(
  'playground/store.ts',
  'engine/index.ts',
  'playground/examples/presets.ts',
  'playground/first-visit.ts',
  'i18n/en/index.ts',
  'i18n/zh/index.ts',
  'playground/state.ts',
  'playground/settings/limits.ts',
  'playground/settings/faults.ts',
  'playground/trace-options.ts',
  'playground/transformer-options.ts',
  'playground/validation.ts',
  'playground/words-read.ts',
  'trace/edits.ts',
  'trace/names.ts',
  'i18n/index.ts',
  'trace/stops.ts',
);
export const engine = await modules.load({ wasmBinary: readFileSync(join(root, wasmFile)) });

/** An example by its name. */
export const example = (name) => modules.PRESETS.find((one) => one.name === name);

/** { store }: another one in each test of the file, started, on the workbench, and at the step `scores`. */
export function eachWithStore() {
  const shared = {};
  beforeEach(() => {
    shared.store?.dispose();
    shared.store = new modules.PlaygroundStore();
    shared.store.start(engine);
    shared.store.update({ mode: 'workbench' });
    shared.store.goTo('scores');
  });
  after(() => shared.store.dispose());
  return shared;
}
