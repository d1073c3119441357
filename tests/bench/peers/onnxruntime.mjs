// onnxruntime-web on its wasm backend, one thread. Its API copies every operand in and every result out.

import * as ort from 'onnxruntime-web/wasm';
import { inputsOf } from '../inputs.mjs';
import { modelsFor } from '../models.mjs';

const smallest = { kind: 'softmax', dims: { rows: 1, columns: 4 } };

const options = {
  executionProviders: ['wasm'],
  graphOptimizationLevel: 'all',
  enableCpuMemArena: true,
  enableMemPattern: true,
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
};

async function contender({ way, bytes, shapes, outputs, feeds, restore }) {
  const session = await ort.InferenceSession.create(bytes, options);
  const tensors = Object.fromEntries(
    Object.entries(feeds).map(([name, data]) => [
      name,
      new ort.Tensor('float32', data, shapes[name]),
    ]),
  );
  const run = () => session.run(tensors);
  return {
    way,
    copies: 'included',
    asynchronous: true,
    run,
    async results() {
      const found = await run();
      return outputs.map((name) => (restore ? restore(found[name].data) : found[name].data));
    },
    dispose: () => session.release(),
  };
}

/**
 * Starts the backend by a first session. In Node its glue makes workers global, whereupon other engines
 * would take themselves to be in a page with threads: undone.
 */
async function start() {
  const { Worker } = globalThis;
  const [model] = modelsFor(smallest, inputsOf(smallest));
  const { dispose } = await contender(model);
  await dispose();
  if (Worker === undefined) delete globalThis.Worker;
}

export async function openOnnxruntime({ wasmFolder }) {
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = 'error';
  if (wasmFolder.ort) ort.env.wasm.wasmPaths = wasmFolder.ort;
  await start();
  return {
    name: 'onnxruntime-web',
    version: ort.env.versions.web,
    /** Every way of doing the work, or the one asked for. */
    async prepare(work, inputs, { way } = {}) {
      const models = modelsFor(work, inputs).filter((model) => !way || model.way === way);
      const contenders = [];
      for (const model of models) contenders.push(await contender(model));
      return contenders;
    },
  };
}
