// What the tests of ap.trainer share: a small model's options, its batches, and an update held against its trace.

import assert from 'node:assert/strict';
import { engine } from './engine.mjs';

export const ap = await engine.load({ training: true });
export const vocabulary = ['<sos>', '<eos>', '[PAD]', 'The', 'cat', 'sat', 'on'];
export const sizes = {
  vocabulary,
  dModel: 8,
  nhead: 2,
  dimFeedforward: 12,
  numEncoderLayers: 1,
  seed: 3,
};
export const batches = [
  {
    source: [['The', 'cat'], ['sat']],
    target: [
      ['<sos>', 'The', 'cat'],
      ['<sos>', 'sat'],
    ],
    labels: [
      ['The', 'cat', '<eos>'],
      ['sat', '<eos>'],
    ],
  },
  { source: [['on', 'cat']], target: [['<sos>', 'cat']], labels: [['cat', 'on']] },
];
export const optimizer = { lr: 0.02 };
export const schedule = { warmup: 4 };

/** The numbers of a snapshot, by the step of an update that has them. */
export function endingsOf({ parameters, firstMoments, secondMoments }, sgd = false) {
  const ending = sgd ? 'next_velocity' : 'next_first_moment';
  return [
    [parameters, 'new_weight'],
    [firstMoments, ending],
    [secondMoments, 'next_second_moment'],
  ];
}

export function checkUpdate(trainer, sgd) {
  const trace = trainer.trace();
  const report = trainer.step();
  const snapshot = trainer.snapshot();
  for (const [tensors, ending] of endingsOf(snapshot, sgd)) {
    for (const [path, { shape, data }] of Object.entries(tensors)) {
      const found = trace.tensor(`update.${path}.${ending}`);
      assert.deepEqual(found.shape, shape);
      assert.deepEqual(found.data, data, `${path} ${ending}`);
    }
  }
  const [norm] = trace.tensor('update.gradient_norm').data;
  assert.equal(report.gradientNorm, norm);
  assert.equal(report.update, snapshot.updates);
  return { trace, report };
}
