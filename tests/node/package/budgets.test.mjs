import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wasmSizes } from '../../../scripts/build/sizes.mjs';

for (const { name, bytes, budget } of wasmSizes()) {
  test(`${name}: within its budget`, () => {
    assert.ok(bytes <= budget, `${bytes} bytes gzip, at most ${budget}`);
  });
}
