// Ratios that a noisy machine holds too, of whatever processor: measured quickly, the best of the rounds of several tries. They are
// lower than the floors, and there so that no speed is lost unseen.

import { counted } from './floors.mjs';
import { processor } from './machine.mjs';
import { nameOf, works } from './work.mjs';

/** By work: the fastest peer's time divided by ours, at least. */
const ratios = {
  matmul: 0.9,
  'matmul, one row': 0.95,
  'matmul, few rows': 0.85,
  attention: 1.1,
  'causal attention': 1.7,
  'multi-head layer': 0.95,
  'attention of a sentence': 1.6,
  'attention, one query': 0.8,
  'attention with weights': 1.1,
  softmax: 1,
  'layer norm': 1.8,
};

/**
 * The same in Node 20 on processors of AMD, where it is less. Its V8 takes twice as long for one row on Zen 4: 38 GB/s of packed
 * panels, where Node 24 and Chromium have 79, and onnxruntime-web has about 50 in all of them.
 */
const onAmdInNode20 = { 'matmul, one row': 0.6 };

/** Longer rows take most of the time, and tell nothing that shorter ones don't. */
const mostFlops = 2e9;

/** What is held: `[{ index, name, ratio, onAmdInNode20 }]`. */
export const held = works.flatMap((row, index) =>
  row.flops > mostFlops
    ? []
    : [
        {
          index,
          name: nameOf(row),
          ratio: ratios[row.work],
          onAmdInNode20: onAmdInNode20[row.work],
        },
      ],
);

/** The ratio that a row holds on a platform. */
export const leastOn = ({ name }, { ratio, onAmdInNode20 = ratio }) =>
  name.startsWith('Node 20.') && /AMD/.test(processor()) ? onAmdInNode20 : ratio;

const TRIES = 4;

/** The best ratio of a row on a platform: tries end once it is held. Throws if results differ. */
export async function bestRatio(platform, row) {
  let best = 0;
  for (let i = 0; i < TRIES && best < leastOn(platform, row); i += 1) {
    const record = await platform.measure(row.index, { short: true });
    best = Math.max(best, Math.min(...counted(record).map(([, peer]) => peer.best)));
  }
  return best;
}
