// npm run bench -- --memory: what an update holds of its pass, and how long it takes: as it is, with gradient checkpointing,
// with activations as 16-bit floats, and with both. In turns, in one run.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { load } from '../../dist/index.js';
import { processor } from './machine.mjs';
import { columns, heading } from './table.mjs';
import { measure, medianRatio, medianTime, quick } from './timing.mjs';
import { modelOf, optimizer, shapeOf, works } from './training-works.mjs';

export const all = [...works, { ...works.at(-1), name: 'd, deep', layers: 12, batch: 8 }];

export const ways = [
  { name: 'as it is' },
  { name: 'checkpointing', gradientCheckpointing: true },
  { name: 'mixed precision', mixedPrecision: true },
  { name: 'both', gradientCheckpointing: true, mixedPrecision: true },
];

const script = fileURLToPath(new URL('training-pages.mjs', import.meta.url));

/** A trainer that has made some updates. */
export async function openWay(work, { name, ...choices }) {
  const ap = await load({ training: true });
  const { model, given } = modelOf(ap, work);
  const settings = { optimizer, schedule: { warmup: 0 }, ...choices };
  const trainer = ap.trainer({ model, batches: [given], ...settings });
  const { gradientNorm, activationBytes } = trainer.step(3);
  return { ap, name, run: () => trainer.step(), gradientNorm, activationBytes };
}

/** WebAssembly never gives memory back, so that each way has a process of its own. */
const pagesOf = (work, way) =>
  Number(execFileSync(process.execPath, [script, String(work), String(way)]));

async function rowsOf(work) {
  const opened = [];
  for (const way of ways) opened.push(await openWay(work, way));
  const [whole] = opened;
  const { entries } = await measure(opened, undefined, { ...quick, everyRound: true });
  return opened.map((way, i) => [
    i === 0 ? `(${work.name}) ${shapeOf(work)}` : '',
    way.name,
    `${(way.activationBytes / 1024).toFixed(0)} kB`,
    (way.activationBytes / whole.activationBytes).toFixed(2),
    String(pagesOf(all.indexOf(work), i)),
    medianTime(entries[i].rounds).toFixed(3),
    medianRatio(entries[i].rounds, entries[0].rounds).toFixed(2),
    (way.gradientNorm / whole.gradientNorm - 1).toExponential(0),
  ]);
}

export async function trainingMemory() {
  const rows = [];
  for (const work of all) rows.push(...(await rowsOf(work)));
  const head = ['update', 'way', 'activations', 'share', 'wasm pages', 'ms', '× time', 'norm'];
  console.log(heading({ processor: processor(), platform: `Node ${process.versions.node}` }));
  console.log(columns([head, ...rows]).join('\n'));
}
