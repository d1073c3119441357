// Ours, through the public API: with copies in and out, and with every operand resident in wasm memory.

/** How each kind of work is called; `operand` makes what changes from call to call, `weight` what stays. */
const calls = {
  matmul(ap, { dims: { rows, inner, columns } }, { a, b }, { operand, weight, result }) {
    const left = operand([rows, inner], a);
    const right = weight([inner, columns], b);
    const options = result([rows, columns]);
    return () => [ap.matmul(left, right, options)];
  },

  attention(ap, { dims, causal, weights }, inputs, { operand, result }) {
    const { heads, queries, tokens, width } = dims;
    const shape = [heads, tokens, width];
    const queryShape = [heads, queries, width];
    const options = {
      query: operand(queryShape, inputs.query),
      key: operand(shape, inputs.key),
      value: operand(shape, inputs.value),
      isCausal: causal,
      needWeights: weights,
      ...result(queryShape),
    };
    return () => {
      const { output, weights } = ap.scaledDotProductAttention(options);
      return weights ? [output, weights] : [output];
    };
  },

  layer(ap, { dims: { heads, tokens, model } }, inputs, { operand, weight, result }) {
    const square = [model, model];
    const options = {
      query: operand([1, tokens, model], inputs.x),
      wq: weight(square, inputs.wq),
      wk: weight(square, inputs.wk),
      wv: weight(square, inputs.wv),
      wo: weight(square, inputs.wo),
      numHeads: heads,
      needWeights: false,
      ...result([1, tokens, model]),
    };
    return () => [ap.multiHeadAttention(options).output];
  },

  softmax(ap, { dims: { rows, columns } }, { x }, { operand, result }) {
    const input = operand([rows, columns], x);
    const options = result([rows, columns]);
    return () => [ap.softmax(input, 1, options)];
  },

  layerNorm(ap, { dims: { rows, columns } }, inputs, { operand, weight, result }) {
    const input = operand([rows, columns], inputs.x);
    const scale = weight([columns], inputs.weight);
    const shift = weight([columns], inputs.bias);
    const options = result([rows, columns]);
    return () => [ap.layerNorm(input, [columns], scale, shift, 1e-5, options)];
  },
};

const dataOf = (tensor) => (tensor.read ? tensor.read() : tensor.data);

function contender(ap, work, inputs, copies) {
  const owned = [];
  const resident = (shape, data) => {
    const tensor = ap.tensor(shape, data);
    owned.push(tensor);
    return tensor;
  };
  const operands =
    copies === 'resident'
      ? { operand: resident, weight: resident, result: (shape) => ({ out: resident(shape) }) }
      : { operand: (shape, data) => ({ shape, data }), weight: resident, result: () => ({}) };
  const run = calls[work.kind](ap, work, inputs, operands);
  return {
    way: copies === 'resident' ? 'resident' : 'with copies',
    copies,
    run,
    results: () => run().map(dataOf),
    dispose: () => owned.forEach((tensor) => tensor.dispose()),
  };
}

/** `loadOptions` are those of `load`: which module, strict or relaxed. */
export async function openOurs({ engineUrl, loadOptions, name = 'attention-playground' }) {
  const { load } = await import(engineUrl);
  const ap = await load(loadOptions);
  return {
    name,
    /** Both sides of the copies, or the one asked for. */
    prepare: (work, inputs, { copies } = {}) =>
      (copies ? [copies] : ['resident', 'included']).map((side) =>
        contender(ap, work, inputs, side),
      ),
    simd: ap.simd,
    memoryBytes: () => ap.memoryBytes(),
  };
}
