// The run in a page: bundled with the peers, called by browser.mjs.

import { openJax } from './peers/jax.mjs';
import { openNumpy } from './peers/numpy.mjs';
import { openOnnxruntime } from './peers/onnxruntime.mjs';
import { openTfjs } from './peers/tfjs.mjs';
import { runSuite } from './suite.mjs';

const address = (path) => new URL(path, location.href).href;

globalThis.runBench = ({ versions, ...options }) =>
  runSuite(
    {
      engineUrl: address('dist/index.js'),
      wasmFolder: {
        ort: { wasm: address('ort-wasm-simd-threaded.wasm') },
        tfjs: address('./'),
      },
      versions,
      peers: [openOnnxruntime, openTfjs, openJax, openNumpy],
    },
    // Both are Node's functions, made known to the page.
    { ...options, onRecord: globalThis.reportRecord, onProblem: globalThis.reportProblem },
  );
