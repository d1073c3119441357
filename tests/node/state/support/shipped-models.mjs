// Stores whose trained models are the shipped files.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wasmFile } from '../../../../scripts/build/wasm.mjs';
import { root } from '../../../../scripts/lib/run.mjs';

const fileOf = async (name) =>
  new Uint8Array(readFileSync(join(root, 'models', `${name}.safetensors`)));

/** The engine of a bundle, and stores of it: of random parameters (`begun`), or of a trained model (`learned`). */
export async function shippedModels({ PlaygroundStore, load }) {
  const engine = await load({ wasmBinary: readFileSync(join(root, wasmFile)) });
  const begun = (patch = {}) => {
    const store = new PlaygroundStore();
    store.models.fileOf = fileOf;
    store.start(engine);
    store.update(patch);
    assert.equal(store.problem, undefined, JSON.stringify(patch));
    return store;
  };
  const learned = async (parameters, lang = 'en', patch = {}) => {
    const store = begun({ lang });
    store.adopt({ parameters });
    await store.coming;
    assert.equal(store.state.parameters, parameters);
    store.update(patch);
    assert.equal(store.problem, undefined, parameters);
    return store;
  };
  return { engine, begun, learned };
}
