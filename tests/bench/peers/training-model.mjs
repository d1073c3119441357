// The models of training.py once more, in the operations that a JavaScript library has: `ops` are its own, by one set of names.

const epsilon = 1e-5;

/** [length, width], sines and cosines in turn. */
function sinusoids(length, width) {
  return Float32Array.from({ length: length * width }, (_, i) => {
    const [position, at] = [Math.floor(i / width), i % width];
    const angle = position / 10000 ** ((at - (at % 2)) / width);
    return at % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
  });
}

/** [rows, count], a 1 where each id is. */
function oneHot(ids, count) {
  const rows = new Float32Array(ids.length * count);
  ids.forEach((id, row) => (rows[row * count + id] = 1));
  return rows;
}

/** What passes read beside parameters, as [data, shape]. */
export function constantsOf({ dModel, tokens, batch, vocabulary }, ids) {
  const rows = batch * tokens;
  const constants = {
    positions: [sinusoids(tokens, dModel), [1, tokens, dModel]],
    causal: [
      Float32Array.from({ length: tokens * tokens }, (_, i) =>
        i % tokens > Math.floor(i / tokens) ? -1e9 : 0,
      ),
      [1, 1, tokens, tokens],
    ],
  };
  for (const [name, sentences] of Object.entries(ids))
    constants[name] = [oneHot(sentences.flat(), vocabulary), [rows, vocabulary]];
  return constants;
}

/** Parameters that weight decay reaches. */
export const decays = ({ shape }) => shape.length >= 2;

/** The loss of one pass, from parameters by path and constants by name. */
export function lossOf(ops, work, parameters, constants) {
  const { dModel, nhead, layers, batch, tokens, architecture, normFirst, activation } = work;
  const rows = [batch * tokens, dModel];
  const width = dModel / nhead;
  const linear = (x, weight, bias) => ops.add(ops.matmul(x, parameters[weight]), parameters[bias]);
  const norm = (x, path) =>
    ops.layerNorm(x, parameters[`${path}_weight`], parameters[`${path}_bias`], epsilon);
  const heads = (x) => ops.transpose(ops.reshape(x, [batch, tokens, nhead, width]), [0, 2, 1, 3]);
  const attention = (path, x, memory, mask) => {
    const [q, k, v] = [x, memory, memory].map((from, i) =>
      heads(linear(from, `${path}.w_${'qkv'[i]}`, `${path}.b_${'qkv'[i]}`)),
    );
    const scores = ops.scale(ops.matmulTransposed(q, k), 1 / Math.sqrt(width));
    const weights = ops.softmax(mask ? ops.add(scores, constants.causal) : scores);
    const mixed = ops.reshape(ops.transpose(ops.matmul(weights, v), [0, 2, 1, 3]), rows);
    return linear(mixed, `${path}.w_o`, `${path}.b_o`);
  };
  const network = (path, x) => {
    const inner = linear(x, `${path}.w_1`, `${path}.b_1`);
    const active = activation === 'gelu' ? ops.gelu(inner) : ops.relu(inner);
    return linear(active, `${path}.w_2`, `${path}.b_2`);
  };
  const sublayer = (x, path, compute) =>
    normFirst ? ops.add(x, compute(norm(x, path))) : norm(ops.add(x, compute(x)), path);
  const embed = (words) => {
    const found = ops.reshape(ops.matmul(words, parameters.embedding_table), [
      batch,
      tokens,
      dModel,
    ]);
    return ops.reshape(ops.add(found, constants.positions), rows);
  };
  const stack = (name, input, memory) => {
    let x = input;
    for (let layer = 0; layer < layers; layer++) {
      const path = `${name}.${layer}`;
      const mask = name === 'decoder';
      x = sublayer(x, `${path}.norm_1`, (y) => attention(`${path}.self_attention`, y, y, mask));
      if (memory)
        x = sublayer(x, `${path}.norm_2`, (y) =>
          attention(`${path}.cross_attention`, y, memory, false),
        );
      x = sublayer(x, `${path}.norm_${memory ? 3 : 2}`, (y) => network(`${path}.feed_forward`, y));
    }
    return norm(x, `${name}.norm`);
  };
  const memory =
    architecture === 'decoder-only' ? undefined : stack('encoder', embed(constants.source));
  const output = stack('decoder', embed(constants.target), memory);
  const logits = linear(output, 'w_vocabulary', 'b_vocabulary');
  return ops.crossEntropy(logits, constants.labels, batch * tokens);
}
