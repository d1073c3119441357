// TensorFlow.js on its wasm backend (SIMD, one thread), operands resident in its memory.
// Its kernels run within the call, so that the call is the time.

import * as tf from '@tensorflow/tfjs-core';
import { setThreadsCount, setWasmPaths, version_wasm } from '@tensorflow/tfjs-backend-wasm';
import { causalBias } from '../inputs.mjs';

/** Softmax(Q Kᵀ · scale + mask) V as one batched product after the other. */
function batched(work, inputs, keep) {
  const { heads, queries, tokens, width } = work.dims;
  const shape = [heads, tokens, width];
  const query = keep(tf.tensor(inputs.query, [heads, queries, width]));
  const key = keep(tf.tensor(inputs.key, shape));
  const value = keep(tf.tensor(inputs.value, shape));
  const mask = work.causal ? keep(tf.tensor(causalBias(tokens), [tokens, tokens])) : undefined;
  const scale = keep(tf.scalar(1 / Math.sqrt(width)));
  return () => {
    const scores = tf.mul(tf.matMul(query, key, false, true), scale);
    const weights = tf.softmax(mask ? tf.add(scores, mask) : scores);
    const output = tf.matMul(weights, value);
    return work.weights ? [output, weights] : [output];
  };
}

/** The same head by head: only products of two axes, none transposed, reach its fast kernel. */
function headByHead(work, inputs, keep) {
  const { heads, tokens, width } = work.dims;
  const split = (data, rows) =>
    Array.from({ length: heads }, (_, head) => {
      const size = rows * width;
      return keep(tf.tensor(data.subarray(head * size, (head + 1) * size), [rows, width]));
    });
  const queries = split(inputs.query, work.dims.queries);
  const [keys, values] = [inputs.key, inputs.value].map((data) => split(data, tokens));
  const mask = work.causal ? keep(tf.tensor(causalBias(tokens), [tokens, tokens])) : undefined;
  const scale = keep(tf.scalar(1 / Math.sqrt(width)));
  return () => {
    const all = queries.map((query, head) => {
      const scores = tf.mul(tf.matMul(query, tf.transpose(keys[head])), scale);
      return tf.softmax(mask ? tf.add(scores, mask) : scores);
    });
    const output = tf.stack(all.map((weights, head) => tf.matMul(weights, values[head])));
    return work.weights ? [output, tf.stack(all)] : [output];
  };
}

function layer({ dims }, inputs, keep) {
  const { heads, tokens, width, model } = dims;
  const x = keep(tf.tensor(inputs.x, [tokens, model]));
  const matrix = (data) => keep(tf.tensor(data, [model, model]));
  const [wq, wk, wv, wo] = [inputs.wq, inputs.wk, inputs.wv, inputs.wo].map(matrix);
  const scale = keep(tf.scalar(1 / Math.sqrt(width)));
  const split = (tensor) => tf.split(tensor, heads, 1);
  return () => {
    const [queries, keys, values] = [wq, wk, wv].map((weight) => split(tf.matMul(x, weight)));
    const mixed = queries.map((query, head) => {
      const scores = tf.mul(tf.matMul(query, tf.transpose(keys[head])), scale);
      return tf.matMul(tf.softmax(scores), values[head]);
    });
    return [tf.matMul(tf.concat(mixed, 1), wo)];
  };
}

function layerNorm({ dims: { rows, columns } }, inputs, keep) {
  const x = keep(tf.tensor(inputs.x, [rows, columns]));
  const weight = keep(tf.tensor(inputs.weight, [columns]));
  const bias = keep(tf.tensor(inputs.bias, [columns]));
  return () => {
    const { mean, variance } = tf.moments(x, 1, true);
    const deviation = tf.sqrt(tf.add(variance, 1e-5));
    return [tf.add(tf.mul(tf.div(tf.sub(x, mean), deviation), weight), bias)];
  };
}

const ways = {
  matmul: {
    matMul({ dims: { rows, inner, columns } }, { a, b }, keep) {
      const left = keep(tf.tensor(a, [rows, inner]));
      const right = keep(tf.tensor(b, [inner, columns]));
      return () => [tf.matMul(left, right)];
    },
  },
  attention: { batched, 'head by head': headByHead },
  layer: { 'head by head': layer },
  softmax: {
    softmax({ dims: { rows, columns } }, inputs, keep) {
      const x = keep(tf.tensor(inputs.x, [rows, columns]));
      return () => [tf.softmax(x)];
    },
  },
  layerNorm: { moments: layerNorm },
};

function contender(way, build, work, inputs) {
  const kept = [];
  const keep = (tensor) => {
    kept.push(tensor);
    return tensor;
  };
  const compute = build(work, inputs, keep);
  return {
    way,
    copies: 'resident',
    run: () => tf.dispose(tf.tidy(compute)),
    results() {
      const found = tf.tidy(compute);
      const data = found.map((tensor) => tensor.dataSync());
      tf.dispose(found);
      return data;
    },
    dispose: () => tf.dispose(kept),
  };
}

export async function openTfjs({ wasmFolder }) {
  setWasmPaths(wasmFolder.tfjs);
  setThreadsCount(1);
  await tf.setBackend('wasm');
  await tf.ready();
  if (!(await tf.env().getAsync('WASM_HAS_SIMD_SUPPORT'))) throw new Error('tfjs without SIMD');
  return {
    name: 'tfjs-wasm',
    version: version_wasm,
    prepare: (work, inputs) =>
      Object.entries(ways[work.kind]).map(([way, build]) => contender(way, build, work, inputs)),
  };
}
