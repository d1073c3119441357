// The run in Node.

import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { openJax } from './peers/jax.mjs';
import { openNumpy } from './peers/numpy.mjs';
import { openOnnxruntime } from './peers/onnxruntime.mjs';
import { openPytorch } from './peers/pytorch.mjs';
import { openTfjs } from './peers/tfjs.mjs';
import { runSuite } from './suite.mjs';

const here = (path) => new URL(path, import.meta.url);

/** Exact versions, as the package of this folder states them. */
export const versions = JSON.parse(readFileSync(here('package.json'), 'utf8')).dependencies;

export const processor = () => cpus()[0].model.trim();

export async function runInNode(options) {
  const run = await runSuite(
    {
      engineUrl: here('../../dist/index.js').href,
      wasmFolder: {
        tfjs: fileURLToPath(here('node_modules/@tensorflow/tfjs-backend-wasm/dist/')),
      },
      versions,
      peers: [openOnnxruntime, openTfjs, openJax, openNumpy, openPytorch],
    },
    options,
  );
  return { processor: processor(), platform: `Node ${process.versions.node}`, ...run };
}
