// Whole updates in TensorFlow.js on its wasm backend: its own gradients, clipping and AdamW by its operations.

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { constantsOf, decays, lossOf } from './training-model.mjs';

const [beta1, beta2, epsilon, weightDecay, maxNorm] = [0.9, 0.98, 1e-8, 0.01, 1];

const require = createRequire(import.meta.url);

/** Its core with the gradients of all operations: Node does not find those among its modules, a bundler does. */
function loadCore(folder) {
  const outfile = join(folder, 'tfjs-core.cjs');
  const core = '@tensorflow/tfjs-core/dist/';
  const contents = `export * from '${core}index.js'; import '${core}register_all_gradients.js';`;
  const resolveDir = dirname(fileURLToPath(import.meta.url));
  buildSync({
    stdin: { contents, resolveDir },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    mainFields: ['module', 'main'],
    outfile,
  });
  return require(outfile);
}

const opsOf = (tf) => ({
  add: tf.add,
  scale: (x, factor) => tf.mul(x, factor),
  matmul: (a, b) => tf.matMul(a, b),
  matmulTransposed: (a, b) => tf.matMul(a, b, false, true),
  reshape: (x, shape) => tf.reshape(x, shape),
  transpose: (x, axes) => tf.transpose(x, axes),
  softmax: (x) => tf.softmax(x),
  relu: (x) => tf.relu(x),
  // Its wasm backend has no kernel for erf.
  gelu: (x) => {
    const cubed = tf.mul(tf.mul(tf.mul(x, x), x), 0.044715);
    const inner = tf.tanh(tf.mul(tf.add(x, cubed), Math.sqrt(2 / Math.PI)));
    return tf.mul(tf.mul(x, 0.5), tf.add(inner, 1));
  },
  layerNorm: (x, weight, bias, eps) => {
    const { mean, variance } = tf.moments(x, -1, true);
    return tf.add(tf.mul(tf.mul(tf.sub(x, mean), tf.rsqrt(tf.add(variance, eps))), weight), bias);
  },
  crossEntropy: (logits, labels, rows) =>
    tf.mul(tf.sum(tf.mul(tf.logSoftmax(logits), labels)), -1 / rows),
});

export async function openTfjsTraining(folder) {
  const tf = loadCore(folder);
  const { setThreadsCount, setWasmPaths } = await import('@tensorflow/tfjs-backend-wasm');
  setWasmPaths(`${dirname(require.resolve('@tensorflow/tfjs-backend-wasm'))}/`);
  setThreadsCount(1);
  await tf.setBackend('wasm');
  await tf.ready();
  const ops = opsOf(tf);
  const state = {};

  function prepare({ work, parameters, ids, lr }) {
    const constants = Object.fromEntries(
      Object.entries(constantsOf(work, ids)).map(([name, given]) => [name, tf.tensor(...given)]),
    );
    const paths = Object.keys(parameters);
    const zeros = () => paths.map((path) => tf.zeros(parameters[path].shape));
    Object.assign(state, {
      paths,
      decay: paths.map((path) => (decays(parameters[path]) ? 1 - lr * weightDecay : 1)),
      values: paths.map((path) => tf.tensor(parameters[path].data, parameters[path].shape)),
      first: zeros(),
      second: zeros(),
      step: 0,
      lr,
      gradientsOf: tf.valueAndGrads((...list) =>
        lossOf(ops, work, Object.fromEntries(list.map((each, i) => [paths[i], each])), constants),
      ),
    });
  }

  function changed() {
    const { values, first, second, decay, lr, step } = state;
    const { value: loss, grads } = state.gradientsOf(values);
    const norm = tf.sqrt(
      grads.map((each) => tf.sum(tf.square(each))).reduce((a, b) => tf.add(a, b)),
    );
    const factor = tf.minimum(tf.div(maxNorm, tf.add(norm, 1e-6)), 1);
    const next = values.map((value, i) => {
      const gradient = tf.mul(grads[i], factor);
      const m = tf.add(tf.mul(first[i], beta1), tf.mul(gradient, 1 - beta1));
      const v = tf.add(tf.mul(second[i], beta2), tf.mul(tf.square(gradient), 1 - beta2));
      const size = tf.add(tf.sqrt(tf.mul(v, 1 / (1 - beta2 ** step))), epsilon);
      const change = tf.mul(tf.div(tf.mul(m, 1 / (1 - beta1 ** step)), size), lr);
      return [tf.sub(decay[i] === 1 ? value : tf.mul(value, decay[i]), change), m, v];
    });
    return [loss, ...next.flat()];
  }

  function update() {
    state.step++;
    const before = [...state.values, ...state.first, ...state.second];
    const [loss, ...next] = tf.tidy(changed);
    const part = (which) => next.filter((_, i) => i % 3 === which);
    [state.values, state.first, state.second] = [part(0), part(1), part(2)];
    tf.dispose(before);
    return loss;
  }

  const dispose = (loss) => loss.dispose();
  const read = (loss) => {
    const [number] = loss.dataSync();
    dispose(loss);
    return number;
  };
  return { name: 'tfjs-wasm', prepare, update, read, dispose };
}
