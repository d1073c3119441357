// Programs of every kind of trace are run: every step must be what the trace has, as far as rounding can explain.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engine } from '../support/engine.mjs';
import { cases } from './cases.mjs';
import { compareAll } from './compared.mjs';
import { hasModule } from './python.mjs';

/** Of the faults' lists, this many are shown. */
const shown = 12;

function assertRight({ faults, steps }) {
  assert.equal(faults.length, 0, `${faults.length}:\n${faults.slice(0, shown).join('\n')}`);
  assert.ok(steps > 8000, `${steps} steps`);
}

test('there are at least 100 traces, with every operation', async () => {
  assert.ok(cases.length >= 100, `${cases.length} traces`);
  assert.equal(new Set(cases.map(({ name }) => name)).size, cases.length);
});

test('NumPy computes every step', async (t) => {
  const found = await compareAll('numpy');
  assertRight(found);
  const training = await engine.load({ training: true });
  const declared = new Set(training.declarations().map(({ op }) => op));
  const missing = [...declared].filter((op) => !found.operations.has(op));
  assert.deepEqual(missing, [], 'operations that no case has');
  t.diagnostic(`${found.steps} steps; ${found.worst.ratio} of a tolerance: ${found.worst.where}`);
});

const torch = hasModule('torch');
test('PyTorch computes every step', { skip: !torch && 'PyTorch is not installed' }, async (t) => {
  const found = await compareAll('torch');
  assertRight(found);
  t.diagnostic(`${found.steps} steps; ${found.worst.ratio} of a tolerance: ${found.worst.where}`);
});
