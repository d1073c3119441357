// npm run bench -- --train: whole updates of encoder-decoders and of a decoder (pass, loss, way back, clipping, AdamW), ours
// as wasm against Debian's PyTorch with the reference BLAS and with OpenBLAS, jax-js (compiled by its jit) and TensorFlow.js on
// their wasm backends, one thread each, in turns. The losses of three updates, and PyTorch's gradients, are compared before
// anything is timed. Without PyTorch (apt-get install --no-install-recommends python3-torch) ours is timed alone.
//
// OpenBLAS need not be installed: `apt-get download libopenblas0-serial` and `dpkg -x` give a folder with its
// libblas.so.3, which OPENBLAS names.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from '../../dist/index.js';
import { largestDifference } from './check.mjs';
import { findPeak } from './bounds.mjs';
import { findPython, openPython } from './peers/python.mjs';
import { openJaxTraining } from './peers/training-jax.mjs';
import { openTfjsTraining } from './peers/training-tfjs.mjs';
import { processor } from './machine.mjs';
import { columns, heading } from './table.mjs';
import { lr, openOurs, optimizer, shapeOf, works } from './training-works.mjs';
import { measure, median, medianRatio, medianTime, thorough } from './timing.mjs';

const script = fileURLToPath(new URL('peers/training.py', import.meta.url));

const debian = '/usr/lib/x86_64-linux-gnu';
/** Where a libblas.so.3 may lie; the first folder that exists is put before all others for one process. */
const libraries = {
  'reference BLAS': [`${debian}/blas`],
  OpenBLAS: [process.env.OPENBLAS, `${debian}/openblas-serial`, `${debian}/openblas-pthread`],
};

/** The parameters as files for the process. */
function writeParameters(folder, { model, parameters }) {
  return Object.fromEntries(
    parameters.map((path) => {
      const { shape, data } = model.parameter(path);
      const file = join(folder, path);
      writeFileSync(file, data);
      return [path, [file, shape]];
    }),
  );
}

/** A library of this process as a peer: its updates, one after the other. */
function beside({ name, prepare, update, read, dispose }) {
  return {
    name,
    prepare(work, ours) {
      const parameters = Object.fromEntries(
        ours.parameters.map((path) => [path, ours.model.parameter(path)]),
      );
      prepare({ work, parameters, ids: ours.ids, lr });
    },
    async losses(count) {
      const found = [];
      for (let i = 0; i < count; i++) {
        const loss = await update();
        found.push(await read(loss));
      }
      return found;
    },
    /** A loss is read after the last update: until then, work may be left. */
    async time(count) {
      const start = performance.now();
      for (let i = 1; i < count; i++) dispose(await update());
      await read(await update());
      return (performance.now() - start) / count;
    },
    close() {},
  };
}

/** PyTorch, in a process of its own. */
function inProcess(name, { ask, close }) {
  return {
    name,
    async prepare(work, ours, folder) {
      const parameters = writeParameters(folder, ours);
      await ask({ prepare: work, parameters, ids: ours.ids, lr });
      await check(work, ours, { name, ask }, folder);
    },
    losses: async (count) => (await ask({ updates: count })).losses,
    time: (count) => ask({ time: count }),
    close,
  };
}

async function openPeers(folder) {
  const python = findPython();
  const peers = [];
  for (const [name, folders] of Object.entries(python ? libraries : {})) {
    const library = folders.find((each) => each && existsSync(join(each, 'libblas.so.3')));
    if (!library) {
      console.error(`  ${name}: not found`);
      continue;
    }
    const peer = await openPython(python, script, { LD_LIBRARY_PATH: library });
    const { version, blas } = peer.first;
    console.error(`  PyTorch ${version} with ${name}: ${blas.join(', ')}`);
    peers.push(inProcess(`PyTorch, ${name}`, peer));
  }
  peers.push(beside(await openJaxTraining()), beside(await openTfjsTraining(folder)));
  return peers;
}

/** The roundings of a pass are many, but of random signs; PyTorch's own two libraries differ by less than this. */
const tolerance = 1e-4;

async function check(work, ours, peer, folder) {
  const file = join(folder, 'gradients');
  const { loss, places } = await peer.ask({ gradients: file });
  if (Math.abs(loss - ours.loss) > tolerance * loss) {
    throw new Error(`${work.name}: the loss is ${ours.loss}, ${peer.name}'s ${loss}`);
  }
  if (!ours.model.gradients) return;
  const numbers = new Float32Array(Uint8Array.from(readFileSync(file)).buffer);
  const { gradients } = ours.model.gradients(ours.given);
  for (const [path, [start, count]] of Object.entries(places)) {
    const difference = largestDifference(
      gradients[path].data,
      numbers.subarray(start, start + count),
    );
    // A key's bias adds the same to all scores of a query and changes no weight: only roundings are left.
    if (difference > tolerance && !path.endsWith('.b_k')) {
      throw new Error(
        `${work.name}: the gradient of ${path} differs by ${difference} from ${peer.name}'s`,
      );
    }
  }
}

/** Three updates from the same parameters: their losses show that clipping and AdamW do the same. */
async function checkUpdates(work, ours, peer) {
  const losses = await peer.losses(3);
  losses.forEach((loss, i) => {
    const own = ours[i];
    if (!(Math.abs(loss - own) <= tolerance * loss)) {
      throw new Error(`${work.name}: update ${i + 1} has loss ${own}, ${peer.name}'s ${loss}`);
    }
  });
}

/** A product of the forward pass has two in the backward pass: the gradient of each operand. */
const passFlops = ({ multiplyAdds }) => 3 * 2 * multiplyAdds;

async function measureWork(ap, work, peers, peak, folder) {
  const ours = openOurs(ap, work);
  for (const peer of peers) await peer.prepare(work, ours, folder);
  const batches = [ours.given];
  const trainer = ap.trainer({ model: ours.model, batches, optimizer, schedule: { warmup: 0 } });
  const { losses } = trainer.step(3);
  for (const peer of peers) await checkUpdates(work, losses, peer);
  const contenders = peers.map(({ name, time }) => ({ name, time }));
  const run = () => trainer.step();
  contenders.unshift({ name: 'attention-playground', run, ours: true, beside: true });
  const settings = { ...thorough, everyRound: true };
  const { entries, bounds } = await measure(contenders, peak, settings);
  trainer.dispose();
  ours.model.dispose();
  return { work, entries, bounds, flops: passFlops(ours), weights: ours.weights };
}

function row({ work, entries, bounds, flops, weights }) {
  const own = entries.find(({ contender }) => contender.ours);
  const gflops = (ms) => flops / (ms * 1e6);
  const share = own && median(own.rounds.map((ms, round) => gflops(ms) / bounds[round]));
  return [
    `(${work.name}) ${shapeOf(work)}`,
    (weights / 1000).toFixed(0),
    (flops / 6e6).toFixed(2),
    own ? medianTime(own.rounds).toFixed(3) : '–',
    own ? `${(100 * share).toFixed(1)} %` : '–',
    ...entries
      .filter((entry) => entry !== own)
      .map(({ rounds }) => {
        const ratio = own ? `${medianRatio(rounds, own.rounds).toFixed(2)} × ` : '';
        return `${ratio}(${medianTime(rounds).toFixed(3)} ms)`;
      }),
  ];
}

export async function training() {
  const ap = await load({ training: true });
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const peers = await openPeers(folder);
  try {
    const peak = await findPeak();
    const rows = [];
    for (const work of works) rows.push(row(await measureWork(ap, work, peers, peak, folder)));
    const head = ['update', 'k parameters', 'M multiply-adds forward', 'ours, ms', 'of peak'];
    console.log(heading({ processor: processor(), platform: `Node ${process.versions.node}` }));
    console.log(`One thread each; medians of ${thorough.rounds} rounds in turns.\n`);
    const table = columns([[...head, ...peers.map(({ name }) => name)], ...rows]);
    console.log(table.join('\n'));
  } finally {
    for (const peer of peers) peer.close();
    rmSync(folder, { recursive: true });
  }
}
