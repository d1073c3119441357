// The whole run, the same in Node and in a browser: what differs comes in `environment`.

import { measureWork, wakeUp } from './measure.mjs';
import { openOurs } from './ours.mjs';
import { findPeak } from './peak.mjs';
import { quick, thorough } from './timing.mjs';
import { works } from './work.mjs';

/** `--only=causal`, `--only="h12 T512"`, several by commas: rows whose name or shape holds the text. */
export function chosen(only) {
  if (!only) return works;
  const texts = only.split(',').map((text) => text.trim().replaceAll('x', '×'));
  return works.filter(({ work, shape }) => {
    const name = `${work} ${shape}`.replaceAll('x', '×');
    return texts.some((text) => name.includes(text));
  });
}

/**
 * `environment`: `{ engineUrl, wasmFolder, peers: [open functions] }`. `onRecord` is told of every row as it
 * is done; a row whose check fails is told to `onProblem` and left out.
 */
export async function runSuite(environment, { only, short, onRecord, onProblem }) {
  const ours = await openOurs(environment);
  const peers = [];
  for (const open of environment.peers) {
    const peer = await open(environment);
    if (peer) peers.push(peer);
  }
  const peak = await findPeak();
  const settings = short ? quick : thorough;
  const results = [];
  try {
    await wakeUp(works[0], { ours, peers });
    for (const work of chosen(only)) {
      try {
        results.push(await measureWork(work, { ours, peers, peak, settings }));
        onRecord(results.at(-1));
      } catch (error) {
        onProblem(`${work.work} ${work.shape}: ${error?.message ?? error}`);
      }
    }
  } finally {
    for (const peer of peers) await peer.close?.();
  }
  return {
    peak: peak.name,
    peers: peers.map(({ name, version, native = false }) => ({ name, version, native })),
    results,
  };
}
