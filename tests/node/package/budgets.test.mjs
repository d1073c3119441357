import assert from 'node:assert/strict';
import { test } from 'node:test';
import { budgets, wasmSizes } from '../../../scripts/build/sizes.mjs';

for (const { name, bytes } of wasmSizes()) {
  test(`${name}: within its budget`, () => {
    assert.ok(bytes <= budgets.wasm, `${bytes} bytes gzip, at most ${budgets.wasm}`);
  });
}
