// jax-js on its wasm device, compiled by its jit, operands resident. It starts a worker for each core where
// pages are cross-origin isolated; Node and our page are not, so it keeps to one thread.

import { swapOuterAxes } from '../inputs.mjs';

/** Node 20 has no iterator helpers, which jax-js uses. */
function polyfillIteratorHelpers() {
  if (globalThis.Iterator?.prototype.map) return;
  const prototype = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
  const helpers = {
    *map(change) {
      let index = 0;
      for (const value of this) yield change(value, index++);
    },
    *filter(keep) {
      let index = 0;
      for (const value of this) if (keep(value, index++)) yield value;
    },
    *flatMap(change) {
      let index = 0;
      for (const value of this) yield* change(value, index++);
    },
    *take(count) {
      if (count <= 0) return;
      for (const value of this) {
        yield value;
        if (--count <= 0) return;
      }
    },
    *drop(count) {
      for (const value of this) if (count-- <= 0) yield value;
    },
    toArray() {
      return [...this];
    },
    forEach(visit) {
      for (const value of this) visit(value);
    },
    some(test) {
      for (const value of this) if (test(value)) return true;
      return false;
    },
    every(test) {
      for (const value of this) if (!test(value)) return false;
      return true;
    },
    find(test) {
      for (const value of this) if (test(value)) return value;
      return undefined;
    },
    reduce(combine, ...initial) {
      return [...this].reduce(combine, ...initial);
    },
  };
  for (const [name, value] of Object.entries(helpers)) {
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
  }
}

/** Each gives the function to compile, its operands, and what puts a result into our order of axes. */
const programs = {
  matmul: ({ numpy: np }, { dims: { rows, inner, columns } }, { a, b }) => ({
    compute: (left, right) => np.matmul(left, right),
    operands: [
      [a, [rows, inner]],
      [b, [inner, columns]],
    ],
  }),
  attention({ numpy: np, nn }, { dims, causal, weights }, inputs) {
    const { heads, queries, tokens, width } = dims;
    if (weights) {
      const shape = [heads, tokens, width];
      return {
        compute(query, key, value) {
          const scores = np.matmul(query, np.matrixTranspose(key)).mul(1 / Math.sqrt(width));
          const probabilities = nn.softmax(scores, -1);
          return [np.matmul(probabilities.ref, value), probabilities];
        },
        operands: [inputs.query, inputs.key, inputs.value].map((data) => [data, shape]),
      };
    }
    // Its operator wants tokens before heads.
    const place = (data, rows) => [swapOuterAxes(data, heads, rows, width), [rows, heads, width]];
    return {
      compute: (query, key, value) =>
        nn.dotProductAttention(query, key, value, { isCausal: causal }),
      operands: [
        place(inputs.query, queries),
        place(inputs.key, tokens),
        place(inputs.value, tokens),
      ],
      restore: (data) => swapOuterAxes(data, queries, heads, width),
    };
  },
  layer({ numpy: np, nn }, { dims }, inputs) {
    const { heads, tokens, width, model } = dims;
    const square = [model, model];
    return {
      compute(x, wq, wk, wv, wo) {
        const split = (weight) => np.matmul(x.ref, weight).reshape([tokens, heads, width]);
        const mixed = nn.dotProductAttention(split(wq), split(wk), split(wv));
        x.dispose();
        return np.matmul(mixed.reshape([tokens, model]), wo);
      },
      operands: [
        [inputs.x, [tokens, model]],
        ...[inputs.wq, inputs.wk, inputs.wv, inputs.wo].map((data) => [data, square]),
      ],
    };
  },
  softmax: ({ nn }, { dims: { rows, columns } }, { x }) => ({
    compute: (input) => nn.softmax(input, -1),
    operands: [[x, [rows, columns]]],
  }),
  layerNorm: ({ numpy: np, nn }, { dims: { rows, columns } }, { x, weight, bias }) => ({
    compute: (input, scale, shift) =>
      np.add(np.multiply(nn.standardize(input, -1, { epsilon: 1e-5 }), scale), shift),
    operands: [
      [x, [rows, columns]],
      [weight, [columns]],
      [bias, [columns]],
    ],
  }),
};

const listed = (value) => (Array.isArray(value) ? value : [value]);

function contender(jax, work, inputs) {
  const { compute, operands, restore } = programs[work.kind](jax, work, inputs);
  const arrays = operands.map(([data, shape]) => jax.numpy.array(data).reshape(shape));
  const compiled = jax.jit(compute);
  const call = async () => {
    const found = listed(compiled(...arrays.map((array) => array.ref)));
    await jax.blockUntilReady(found);
    return found;
  };
  return {
    way: 'jit',
    copies: 'resident',
    asynchronous: true,
    async run() {
      for (const array of await call()) array.dispose();
    },
    async results() {
      const data = [];
      for (const array of await call()) data.push(await array.data());
      return restore ? data.map(restore) : data;
    },
    dispose() {
      compiled.dispose();
      for (const array of arrays) array.dispose();
    },
  };
}

/** The library, on its wasm device. */
export async function loadJax() {
  polyfillIteratorHelpers();
  const jax = await import('@jax-js/jax');
  await jax.init('wasm');
  jax.defaultDevice('wasm');
  return jax;
}

export async function openJax({ versions }) {
  const jax = await loadJax();
  return {
    name: 'jax-js',
    version: versions['@jax-js/jax'],
    prepare: (work, inputs) => [contender(jax, work, inputs)],
  };
}
