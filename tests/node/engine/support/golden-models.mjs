// The goldens of tests/golden/transformer (see make.py there) as options of the npm API.

import { readFileSync } from 'node:fs';

const read = (ending) =>
  readFileSync(new URL(`../../../golden/transformer.${ending}`, import.meta.url));

/**
 * [{ kind, name, heads, inputs, cases: [{ mask, variants, results, gradients }] }], tensors by name; gradients by the
 * path of the step whose gradient it is, first of all that with which the backward pass starts.
 */
export function readGoldens() {
  const sets = [];
  const { buffer } = new Uint8Array(read('bin'));
  let at = 0;
  for (const line of read('txt').toString().trimEnd().split('\n')) {
    const [word, ...words] = line.split(' ');
    const set = sets.at(-1);
    if (word === 'set') sets.push({ kind: words[0], name: words[1], inputs: {}, cases: [] });
    if (word === 'heads') set.heads = Number(words[0]);
    if (word === 'case') {
      set.cases.push({ mask: words[0], variants: words.slice(1), results: {}, gradients: {} });
    }
    if (word !== 'tensor') continue;
    const [name, , ...sizes] = words;
    const shape = sizes.map(Number);
    const data = new Float32Array(
      buffer,
      at,
      shape.reduce((count, size) => count * size, 1),
    );
    at += data.byteLength;
    const golden = set.cases.at(-1);
    const of = /^gradient\.(.+)$/.exec(name)?.[1];
    const tensors = of ? golden.gradients : (golden?.results ?? set.inputs);
    tensors[of ?? name] = { shape, data };
  }
  return sets;
}

const has = (set, input) => Object.hasOwn(set.inputs, input);

function layersOf(set, stack) {
  let layers = 0;
  while (has(set, `${stack}.${layers}.norm_1_weight`)) layers++;
  return layers;
}

const mask = ({ shape, data }) => ({ shape, data: Uint8Array.from(data) });

function causalMask(length) {
  const cell = (_, i) => Number(i % length <= Math.floor(i / length));
  return { shape: [length, length], data: Uint8Array.from({ length: length ** 2 }, cell) };
}

/** What layers and models have in common. */
export const switchesOf = (set, { variants }) => ({
  nhead: set.heads,
  normFirst: variants.includes('pre'),
  activation: variants.includes('gelu') ? 'gelu' : 'relu',
  layerNormEps: variants.includes('0.001') ? 1e-3 : 1e-5,
});

/** Which masks a case has, under the names of PassOptions. */
export function masksOf(set, golden) {
  const uses = (...masks) => masks.includes(golden.mask);
  const given = (name, ...masks) =>
    has(set, name) && uses(...masks) ? mask(set.inputs[name]) : undefined;
  return {
    causal: uses('causal', 'both', 'all'),
    srcKeyPaddingMask: given('source_padding', 'padding', 'both', 'all'),
    tgtKeyPaddingMask: given('target_padding', 'target_padding', 'both', 'all'),
    memoryKeyPaddingMask: given('memory_padding', 'memory_padding', 'both', 'all'),
    memoryMask: given('memory_mask', 'memory_mask', 'all'),
  };
}

const text = (id) => (id < 0 ? '[PAD]' : String(id));

function sentences({ shape: [batch, length], data }) {
  const row = (_, b) => Array.from(data.subarray(b * length, (b + 1) * length), text);
  return Array.from({ length: batch }, row);
}

/** Only what this model has: an output matrix that is not the table, a table where positions are learned. */
function parametersOf(set, golden, finalNorm) {
  const has = {
    position_table: golden.variants.includes('learned'),
    w_vocabulary: !golden.variants.includes('tied'),
    b_vocabulary: !golden.variants.includes('tied'),
    embedding_table: true,
  };
  const takes = (path) =>
    has[path] ?? (/\.norm_(weight|bias)$/.test(path) ? finalNorm : path.includes('.'));
  return Object.fromEntries(Object.entries(set.inputs).filter(([path]) => takes(path)));
}

/** Vectors or tokens of one sentence. A decoder layer alone reads what an encoder without layers gives. */
function sentenceOf(set, name, vectors) {
  if (has(set, `${name}_ids`)) return { [name]: sentences(set.inputs[`${name}_ids`]) };
  if (has(set, name)) return { [vectors]: set.inputs[name] };
  return name === 'source' && has(set, 'memory') ? { src: set.inputs.memory } : {};
}

/** Options of ap.traceTransformer. */
export function traceOptions(set, golden) {
  const { variants } = golden;
  const { causal, ...masks } = masksOf(set, golden);
  const [numEncoderLayers, numDecoderLayers] = [layersOf(set, 'encoder'), layersOf(set, 'decoder')];
  const encoderOnly = numDecoderLayers === 0;
  const finalNorm = set.kind === 'transformer' || variants.includes('final_norm');
  const [dModel, dimFeedforward] =
    set.inputs[`${encoderOnly ? 'encoder' : 'decoder'}.0.feed_forward.w_1`].shape;
  const options = {
    ...switchesOf(set, golden),
    architecture: encoderOnly
      ? 'encoder-only'
      : set.kind === 'decoder_only'
        ? 'decoder-only'
        : 'encoder-decoder',
    dModel,
    dimFeedforward,
    numEncoderLayers,
    numDecoderLayers,
    finalNorm,
    positions: variants.find((each) => /^(sinusoidal|learned)$/.test(each)) ?? 'none',
    maxLength: set.inputs.position_table?.shape[0],
    scaleEmbedding: variants.includes('scaled'),
    tieWeights: variants.includes('tied'),
    parameters: parametersOf(set, golden, finalNorm),
    tgtIsCausal: causal,
    ...masks,
    ...sentenceOf(set, 'source', 'src'),
    ...sentenceOf(set, 'target', 'tgt'),
  };
  if (encoderOnly && causal) options.srcMask = causalMask(options.src.shape[1]);
  if (has(set, 'embedding_table')) {
    options.vocabulary = Array.from({ length: set.inputs.embedding_table.shape[0] }, (_, id) =>
      text(id),
    );
  }
  if (has(set, 'labels')) options.labels = sentences(set.inputs.labels);
  return options;
}

/** The parameters of one layer under PyTorch's names, as ap.encoderLayer and ap.decoderLayer take them. */
export function layerParameters(set, path) {
  const at = (name) => set.inputs[`${path}.${name}`];
  const projections = (attention) =>
    Object.fromEntries(
      ['wq', 'wk', 'wv', 'wo', 'bq', 'bk', 'bv', 'bo'].map((name) => [
        name,
        at(`${attention}.${name[0]}_${name[1]}`),
      ]),
    );
  const parameters = { selfAttn: projections('self_attention') };
  for (const n of [1, 2]) {
    parameters[`linear${n}`] = {
      weight: at(`feed_forward.w_${n}`),
      bias: at(`feed_forward.b_${n}`),
    };
  }
  const cross = at('norm_3_weight') !== undefined;
  for (const n of cross ? [1, 2, 3] : [1, 2]) {
    parameters[`norm${n}`] = { weight: at(`norm_${n}_weight`), bias: at(`norm_${n}_bias`) };
  }
  if (cross) parameters.multiheadAttn = projections('cross_attention');
  return parameters;
}

/** Roundings on the longest way through a model, as the core's plans count them. */
export function roundingsOf({
  dModel,
  dimFeedforward,
  nhead,
  numEncoderLayers,
  numDecoderLayers,
  ...options
}) {
  const lengthOf = (vectors, tokens) => vectors?.shape.at(-2) ?? tokens?.[0].length ?? 0;
  const source = lengthOf(options.src, options.source);
  const target = lengthOf(options.tgt, options.target);
  const sum = (terms) => terms + 1; // products and their bias, added up
  const norm = dModel + 8;
  const softmax = (n) => n + 8;
  const attention = (keys) =>
    2 * sum(dModel) + sum(dModel / nhead) + 2 + softmax(keys) + sum(keys) + 1 + norm;
  const feedForward = sum(dModel) + 4 + sum(dimFeedforward) + 1 + norm;
  const encoder = numEncoderLayers * (attention(source) + feedForward) + norm;
  const cross = source > 0 ? attention(source) : 0;
  const decoder = numDecoderLayers * (attention(target) + cross + feedForward) + norm;
  const words = 2; // times √D, plus positions
  const logits = sum(dModel) + softmax(options.vocabulary?.length ?? 0) + target;
  return words + encoder + decoder + logits;
}
