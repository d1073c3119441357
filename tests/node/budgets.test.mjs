import assert from 'node:assert/strict';
import { test } from 'node:test';
import { budgets, wasmSize } from '../../scripts/build/sizes.mjs';

test('the wasm module is within its budget', () => {
  const bytes = wasmSize();
  assert.ok(bytes <= budgets.wasm, `${bytes} bytes gzip, at most ${budgets.wasm}`);
});
