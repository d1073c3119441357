// The ONNX graphs of each work, one for every way that onnxruntime has of doing it.

import { causalBias, swapOuterAxes } from './inputs.mjs';
import { writeModel } from './onnx.mjs';

const node = (op, inputs, outputs, attributes, domain) => ({
  op,
  inputs,
  outputs,
  attributes,
  domain,
});
const contributed = 'com.microsoft';
const scalar = (value) => ({ shape: [], data: Float32Array.of(value) });
const integers = (...values) => ({
  shape: [values.length],
  data: BigInt64Array.from(values.map(BigInt)),
});

/** MatMul – Mul – (Add of a mask) – Softmax – MatMul, over [1, h, T, d]. */
function scoresAndMix({ tokens, width }, causal) {
  return {
    nodes: [
      node('Transpose', ['key'], ['key_transposed'], { perm: [0, 1, 3, 2] }),
      node('MatMul', ['query', 'key_transposed'], ['products']),
      node('Mul', ['products', 'scale'], [causal ? 'unmasked' : 'scores']),
      ...(causal ? [node('Add', ['unmasked', 'mask'], ['scores'])] : []),
      node('Softmax', ['scores'], ['weights'], { axis: -1 }),
      node('MatMul', ['weights', 'value'], ['output']),
    ],
    initializers: {
      scale: scalar(1 / Math.sqrt(width)),
      ...(causal ? { mask: { shape: [tokens, tokens], data: causalBias(tokens) } } : {}),
    },
  };
}

function attentionModels({ dims, causal, weights }, inputs) {
  const { heads, queries, tokens, width } = dims;
  const shapes = (rows) => ({
    byHeads: [1, heads, rows, width],
    byTokens: [1, rows, heads * width],
  });
  const query = shapes(queries);
  const key = shapes(tokens);
  const graph = {
    way: 'graph',
    model: {
      ...scoresAndMix(dims, causal),
      inputs: { query: query.byHeads, key: key.byHeads, value: key.byHeads },
      outputs: {
        output: query.byHeads,
        ...(weights ? { weights: [1, heads, tokens, tokens] } : {}),
      },
    },
    feeds: inputs,
  };
  // The contributed operator does not return its probabilities.
  if (weights) return [graph];
  const swap = (data, rows) => swapOuterAxes(data, heads, rows, width);
  const operator = {
    way: 'MultiHeadAttention',
    model: {
      nodes: [
        node(
          'MultiHeadAttention',
          ['query', 'key', 'value'],
          ['output'],
          { num_heads: heads, unidirectional: causal ? 1 : 0 },
          contributed,
        ),
      ],
      inputs: { query: query.byTokens, key: key.byTokens, value: key.byTokens },
      outputs: { output: query.byTokens },
    },
    feeds: {
      query: swap(inputs.query, queries),
      key: swap(inputs.key, tokens),
      value: swap(inputs.value, tokens),
    },
    restore: (data) => swapOuterAxes(data, queries, heads, width),
  };
  return [graph, operator];
}

function layerModels({ dims }, { x, ...matrices }) {
  const { heads, tokens, width, model } = dims;
  const shape = [1, tokens, model];
  const initializers = Object.fromEntries(
    Object.entries(matrices).map(([name, data]) => [name, { shape: [model, model], data }]),
  );
  const { wq, wk, wv, ...outer } = initializers;
  const projected = ['q', 'k', 'v'].map((name) => node('MatMul', ['x', `w${name}`], [name]));
  const last = node('MatMul', ['mixed', 'wo'], ['output']);
  const whole = (nodes, initializers) => ({
    nodes,
    initializers,
    inputs: { x: shape },
    outputs: { output: shape },
  });

  const split = (name, long) => [
    node('Reshape', [name, 'split'], [`${name}_split`]),
    node('Transpose', [`${name}_split`], [long], { perm: [0, 2, 1, 3] }),
  ];
  const plain = scoresAndMix(dims, false);
  const graph = whole(
    [
      ...projected,
      ...split('q', 'query'),
      ...split('k', 'key'),
      ...split('v', 'value'),
      ...plain.nodes.slice(0, -1),
      node('MatMul', ['weights', 'value'], ['by_heads']),
      node('Transpose', ['by_heads'], ['by_tokens'], { perm: [0, 2, 1, 3] }),
      node('Reshape', ['by_tokens', 'merge'], ['mixed']),
      last,
    ],
    {
      ...initializers,
      ...plain.initializers,
      split: integers(1, tokens, heads, width),
      merge: integers(1, tokens, model),
    },
  );
  const operator = whole(
    [
      ...projected,
      node('MultiHeadAttention', ['q', 'k', 'v'], ['mixed'], { num_heads: heads }, contributed),
      last,
    ],
    initializers,
  );
  const fusedProjections = whole(
    [node('Attention', ['x', 'wqkv', 'bqkv'], ['mixed'], { num_heads: heads }, contributed), last],
    {
      ...outer,
      wqkv: { shape: [model, 3 * model], data: sideBySide([wq, wk, wv], model) },
      bqkv: { shape: [3 * model], data: new Float32Array(3 * model) },
    },
  );
  return [
    { way: 'graph', model: graph, feeds: { x } },
    { way: 'MultiHeadAttention', model: operator, feeds: { x } },
    { way: 'Attention', model: fusedProjections, feeds: { x } },
  ];
}

/** Square matrices as one, columns after columns. */
function sideBySide(matrices, size) {
  const joined = new Float32Array(matrices.length * size * size);
  matrices.forEach(({ data }, index) => {
    for (let row = 0; row < size; ++row) {
      const from = data.subarray(row * size, (row + 1) * size);
      joined.set(from, (row * matrices.length + index) * size);
    }
  });
  return joined;
}

const modelsOf = {
  matmul: ({ dims: { rows, inner, columns } }, { a, b }) => [
    {
      way: 'graph',
      model: {
        nodes: [node('MatMul', ['a', 'b'], ['output'])],
        initializers: { b: { shape: [inner, columns], data: b } },
        inputs: { a: [rows, inner] },
        outputs: { output: [rows, columns] },
      },
      feeds: { a },
    },
  ],
  attention: attentionModels,
  layer: layerModels,
  softmax: ({ dims: { rows, columns } }, { x }) => [
    {
      way: 'graph',
      model: {
        nodes: [node('Softmax', ['x'], ['output'], { axis: -1 })],
        inputs: { x: [rows, columns] },
        outputs: { output: [rows, columns] },
      },
      feeds: { x },
    },
  ],
  layerNorm: ({ dims: { rows, columns } }, { x, weight, bias }) => [
    {
      way: 'graph',
      model: {
        nodes: [
          node('LayerNormalization', ['x', 'weight', 'bias'], ['output'], {
            axis: -1,
            epsilon: { float: 1e-5 },
          }),
        ],
        initializers: {
          weight: { shape: [columns], data: weight },
          bias: { shape: [columns], data: bias },
        },
        inputs: { x: [rows, columns] },
        outputs: { output: [rows, columns] },
      },
      feeds: { x },
    },
  ],
};

/** `[{ way, bytes, shapes, outputs, feeds, restore? }]`: `restore` puts a result into our order of axes. */
export function modelsFor(work, inputs) {
  const models = modelsOf[work.kind]?.(work, inputs) ?? [];
  return models.map(({ way, model, feeds, restore }) => ({
    way,
    bytes: writeModel(model),
    shapes: model.inputs,
    outputs: Object.keys(model.outputs),
    feeds,
    restore,
  }));
}
