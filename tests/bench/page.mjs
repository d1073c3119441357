// The session in a page: bundled with the peers, called by platforms.mjs.

import { openJax } from './peers/jax.mjs';
import { openNumpy } from './peers/numpy.mjs';
import { openOnnxruntime } from './peers/onnxruntime.mjs';
import { openTfjs } from './peers/tfjs.mjs';
import { openSession } from './session.mjs';

const address = (path) => new URL(path, location.href).href;

let session;

globalThis.openBench = async ({ versions }) => {
  session = await openSession({
    engineUrl: address('dist/index.js'),
    wasmFolder: {
      ort: { wasm: address('ort-wasm-simd-threaded.wasm') },
      tfjs: address('./'),
    },
    versions,
    peers: [openOnnxruntime, openTfjs, openJax, openNumpy],
  });
  const { peak, peers } = session;
  return { peak, peers };
};

globalThis.measureRow = (index, settings) => session.measure(index, settings);
