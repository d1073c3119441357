// The session of a Node, in a process of its own: measures when its parent asks (platforms.mjs).

import { fileURLToPath } from 'node:url';
import { openJax } from './peers/jax.mjs';
import { openNumpy } from './peers/numpy.mjs';
import { openOnnxruntime } from './peers/onnxruntime.mjs';
import { openPytorch } from './peers/pytorch.mjs';
import { openTfjs } from './peers/tfjs.mjs';
import { openSession } from './session.mjs';

const here = (path) => new URL(path, import.meta.url);

let session;

const answers = {
  async open({ versions }) {
    session = await openSession({
      engineUrl: here('../../dist/index.js').href,
      wasmFolder: {
        tfjs: fileURLToPath(here('node_modules/@tensorflow/tfjs-backend-wasm/dist/')),
      },
      versions,
      peers: [openOnnxruntime, openTfjs, openJax, openNumpy, openPytorch],
    });
    const { peak, peers } = session;
    return { name: `Node ${process.versions.node}`, peak, peers };
  },
  measure: ([index, settings]) => session.measure(index, settings),
  close: () => session.close(),
};

process.on('message', async (message) => {
  const [[name, given]] = Object.entries(message);
  try {
    process.send({ value: await answers[name](given) });
  } catch (error) {
    process.send({ error: error?.message ?? String(error) });
  }
});
