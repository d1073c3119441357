// One platform's engines, for as long as rows are measured there: the same in Node and in a browser. What differs comes in
// `environment`.

import { findPeak, plainSum } from './bounds.mjs';
import { measureWork, wakeUp } from './measure.mjs';
import { openOurs } from './ours.mjs';
import { quick, thorough } from './timing.mjs';
import { works } from './work.mjs';

/**
 * `environment`: `{ engineUrl, wasmFolder, versions, peers: [open functions] }`. Resolves to what the table says of the platform,
 * `measure(index, { short })`, the record of the row of that number, and `close()`.
 */
export async function openSession(environment) {
  const ours = await openOurs(environment);
  const relaxed = await openOurs({
    ...environment,
    name: `${ours.name}, relaxed`,
    loadOptions: { simd: 'relaxed' },
  });
  const peers = [];
  for (const open of environment.peers) {
    const peer = await open(environment);
    if (peer) peers.push(peer);
  }
  // Where an engine has no relaxed SIMD, strict serves.
  const engines = { ours, peers, relaxed: relaxed.simd === 'relaxed' ? relaxed : undefined };
  const peak = await findPeak();
  const sums = new Map();
  const boundOf = async ({ flops, bytes }) => {
    if (!bytes) return flops ? peak : undefined;
    if (!sums.has(bytes)) sums.set(bytes, await plainSum(bytes));
    return sums.get(bytes);
  };
  let awake = false;
  return {
    peak: peak.name,
    peers: peers.map(({ name, version, native = false }) => ({ name, version, native })),
    async measure(index, { short }) {
      if (!awake) await wakeUp(works[0], engines, short ? 300 : 1000);
      awake = true;
      const bound = await boundOf(works[index]);
      return measureWork(works[index], { engines, bound, settings: short ? quick : thorough });
    },
    async close() {
      for (const peer of peers) await peer.close?.();
    },
  };
}
