// Whole updates of an encoder-decoder, as `npm run bench -- --train` has them: ours and two peers'.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '../../../dist/index.js';
import { lr, modelOf, openOurs, optimizer } from '../training-works.mjs';

const workOf = ({ width, batch }) => ({
  ...{ architecture: 'encoder-decoder', vocabulary: 64, dModel: width, nhead: 4 },
  ...{ dimFeedforward: 4 * width, layers: 2, batch, tokens: 16 },
});

async function openOwn(sizes) {
  const ap = await load({ training: true });
  const { model, given } = modelOf(ap, workOf(sizes));
  const schedule = { warmup: 0 };
  const trainer = ap.trainer({ model, batches: [given], optimizer, schedule });
  return { run: () => trainer.step(), memoryBytes: () => ap.memoryBytes() };
}

const peers = {
  async jax() {
    const { openJaxTraining } = await import('../peers/training-jax.mjs');
    return openJaxTraining();
  },
  async tfjs() {
    const { openTfjsTraining } = await import('../peers/training-tfjs.mjs');
    const folder = mkdtempSync(join(tmpdir(), 'bench-'));
    try {
      return await openTfjsTraining(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** From our parameters: the first loss has to be ours. Its memory is not told. */
async function openPeer(engine, sizes) {
  const work = workOf(sizes);
  const ours = openOurs(await load({ training: true }), work);
  const parameters = ours.parameters.map((path) => [path, ours.model.parameter(path)]);
  const { prepare, update, read } = await peers[engine]();
  prepare({ work, parameters: Object.fromEntries(parameters), ids: ours.ids, lr });
  const run = async () => read(await update());
  const loss = await run();
  if (!(Math.abs(loss - ours.loss) <= 1e-4 * ours.loss)) {
    throw new Error(`The loss is ${ours.loss}, that of ${engine} ${loss}`);
  }
  return { run };
}

export const openUpdate = (engine, sizes) =>
  engine === 'ours' ? openOwn(sizes) : openPeer(engine, sizes);
