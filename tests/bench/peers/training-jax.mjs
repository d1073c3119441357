// Whole updates in jax-js: loss, gradients, clipping and AdamW as one function that its jit compiles, on its wasm device.

import { loadJax } from './jax.mjs';
import { constantsOf, decays, lossOf } from './training-model.mjs';

const [beta1, beta2, epsilon, weightDecay, maxNorm] = [0.9, 0.98, 1e-8, 0.01, 1];

/** Operations take a reference of what they read, as jax-js's own use it up. */
function opsOf({ numpy: np, nn, lax }) {
  const transpose = (x, axes) => np.transpose(x.ref, axes);
  return {
    add: (a, b) => np.add(a.ref, b.ref),
    scale: (x, factor) => x.ref.mul(factor),
    matmul: (a, b) => np.matmul(a.ref, b.ref),
    matmulTransposed: (a, b) => np.matmul(a.ref, np.matrixTranspose(b.ref)),
    reshape: (x, shape) => x.ref.reshape(shape),
    transpose,
    softmax: (x) => nn.softmax(x.ref, -1),
    relu: (x) => nn.relu(x.ref),
    gelu: (x) => x.ref.mul(0.5).mul(lax.erf(x.ref.mul(Math.SQRT1_2)).add(1)),
    layerNorm: (x, weight, bias, eps) =>
      np.add(np.multiply(nn.standardize(x.ref, -1, { epsilon: eps }), weight.ref), bias.ref),
    crossEntropy: (logits, labels, rows) =>
      np.sum(np.multiply(nn.logSoftmax(logits.ref, -1), labels.ref)).mul(-1 / rows),
  };
}

export async function openJaxTraining() {
  const jax = await loadJax();
  const { numpy: np } = jax;
  const ops = opsOf(jax);
  const state = {};

  function prepare({ work, parameters, ids, lr }) {
    const constants = Object.fromEntries(
      Object.entries(constantsOf(work, ids)).map(([name, [data, shape]]) => [
        name,
        np.array(data).reshape(shape),
      ]),
    );
    const paths = Object.keys(parameters);
    const zeros = ({ shape, data }) => np.array(new Float32Array(data.length)).reshape(shape);
    const each = (make) => paths.map((path) => make(parameters[path]));
    Object.assign(state, {
      values: each(({ shape, data }) => np.array(data).reshape(shape)),
      first: each(zeros),
      second: each(zeros),
      step: 0,
    });
    const gradientsOf = jax.valueAndGrad((list) =>
      lossOf(ops, work, Object.fromEntries(list.map((array, i) => [paths[i], array])), constants),
    );
    // Corrections change from update to update: arguments, so that one program serves all.
    state.update = jax.jit((values, first, second, c1, c2) => {
      const [loss, gradients] = gradientsOf(values.map((each) => each.ref));
      const squares = gradients.map((each) => np.sum(np.square(each.ref)));
      const norm = np.sqrt(squares.reduce((a, b) => np.add(a, b)));
      const factor = np.minimum(np.divide(maxNorm, norm.add(1e-6)), 1);
      const next = values.map((value, i) => {
        const gradient = np.multiply(gradients[i], factor.ref);
        const m = np.add(first[i].mul(beta1), gradient.ref.mul(1 - beta1));
        const v = np.add(second[i].mul(beta2), np.square(gradient).mul(1 - beta2));
        const size = np.sqrt(np.multiply(v.ref, c2.ref)).add(epsilon);
        const change = np.divide(np.multiply(m.ref, c1.ref), size).mul(lr);
        const kept = decays(parameters[paths[i]]) ? value.mul(1 - lr * weightDecay) : value;
        return [np.subtract(kept, change), m, v];
      });
      return [loss, next.map(([value]) => value), next.map(([, m]) => m), next.map(([, , v]) => v)];
    });
  }

  async function update() {
    state.step++;
    const correction = (beta) => np.array(1 / (1 - beta ** state.step));
    const { values, first, second } = state;
    const [loss, ...next] = state.update(
      values,
      first,
      second,
      correction(beta1),
      correction(beta2),
    );
    [state.values, state.first, state.second] = next;
    await jax.blockUntilReady(next);
    return loss;
  }

  const dispose = (loss) => loss.dispose();
  return {
    name: 'jax-js, jit',
    prepare,
    update,
    read: async (loss) => (await loss.data())[0],
    dispose,
  };
}
