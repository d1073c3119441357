// Seeded operands, the same for every engine, and the two orders in which heads are laid out.

/** Numbers in [−1, 1) times `scale` from a 32-bit multiplicative congruential generator. */
export function randomNumbers(count, seed, scale = 1) {
  const numbers = new Float32Array(count);
  let state = (Math.imul(seed, 0x9e3779b9) | 1) >>> 0;
  for (let i = 0; i < count; ++i) {
    state = Math.imul(state, 747796405) >>> 0;
    numbers[i] = ((state >>> 8) / 2 ** 23 - 1) * scale;
  }
  return numbers;
}

export function inputsOf({ kind, dims }) {
  switch (kind) {
    case 'matmul':
      return {
        a: randomNumbers(dims.rows * dims.inner, 1),
        b: randomNumbers(dims.inner * dims.columns, 2),
      };
    case 'attention': {
      const count = dims.heads * dims.tokens * dims.width;
      return {
        query: randomNumbers(dims.heads * dims.queries * dims.width, 1),
        key: randomNumbers(count, 2),
        value: randomNumbers(count, 3),
      };
    }
    case 'layer': {
      const matrix = (seed) =>
        randomNumbers(dims.model * dims.model, seed, Math.sqrt(3 / dims.model));
      return {
        x: randomNumbers(dims.tokens * dims.model, 1),
        wq: matrix(2),
        wk: matrix(3),
        wv: matrix(4),
        wo: matrix(5),
      };
    }
    case 'softmax':
      return { x: randomNumbers(dims.rows * dims.columns, 1, 8) };
    case 'layerNorm':
      return {
        x: randomNumbers(dims.rows * dims.columns, 1),
        weight: randomNumbers(dims.columns, 2),
        bias: randomNumbers(dims.columns, 3),
      };
    default:
      throw new Error(`No inputs for ${kind}`);
  }
}

/** [outer, inner, width] → [inner, outer, width]: heads before tokens, or tokens before heads. */
export function swapOuterAxes(data, outer, inner, width) {
  const swapped = new Float32Array(data.length);
  for (let i = 0; i < outer; ++i) {
    for (let j = 0; j < inner; ++j) {
      const from = (i * inner + j) * width;
      swapped.set(data.subarray(from, from + width), (j * outer + i) * width);
    }
  }
  return swapped;
}

/** Added to scores: −∞ above the diagonal. */
export function causalBias(tokens) {
  const bias = new Float32Array(tokens * tokens);
  for (let row = 0; row < tokens; ++row) {
    bias.fill(-Infinity, row * tokens + row + 1, (row + 1) * tokens);
  }
  return bias;
}
