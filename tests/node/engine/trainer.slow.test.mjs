// An update of ap.trainer as steps.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indicesOf } from './support/engine.mjs';
import { checkExplanation, read } from './support/explanation-check.mjs';
import { ap, batches, checkUpdate, optimizer, schedule, sizes } from './support/trainer.mjs';

test('an update is steps: titles, texts, a place in the model, and every cell explained', () => {
  const model = ap.transformer({ ...sizes, numDecoderLayers: 1 });
  const trainer = ap.trainer({ model, batches: [batches[1]], optimizer, schedule });
  const { trace } = checkUpdate(trainer);
  const path = 'update.decoder.0.self_attention.w_q.new_weight';
  const step = trace.steps.find((each) => each.path === path);
  assert.deepEqual(step.gradient, { through: 'decoder.0.self_attention.w_q', update: true });
  assert.equal(step.scope.layer, 0);
  const updates = trace.steps.filter(({ gradient }) => gradient?.update);
  const kinds = new Set(ap.declarations().map(({ kind }) => kind));
  for (const { kind, path } of updates) assert.ok(kinds.has(kind), `${path}: ${kind}`);
  const all = read(trace);
  let cells = 0;
  for (const { path, op, shape } of updates) {
    if (op === 'sum_to') continue; // a chain, as in a backward pass
    for (const index of indicesOf(shape)) {
      checkExplanation(all, path, index, trace.explain(path, index));
      cells++;
    }
  }
  assert.ok(cells > 5000, `${cells} cells`);
  trace.dispose();
  trainer.dispose();
  model.dispose();
});
