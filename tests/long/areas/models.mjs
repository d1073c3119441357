// Models: made with every option, traced, read, changed, and disposed of.

import assert from 'node:assert/strict';
import { requireFinite, requireSame } from '../support/fuzzer.mjs';
import { operand } from './operands.mjs';
import { keepTrace, sentence, someFaults } from './traces.mjs';

export const vocabulary = [
  '<sos>',
  '<eos>',
  '[PAD]',
  'The',
  'cat',
  'sat',
  '猫',
  '\ud800',
  '',
  'on',
];
const architectures = ['encoder-decoder', 'encoder-only', 'decoder-only'];

/** Options of a model; no token occurs twice, heads divide the width, and what turns has pairs. */
export function modelOptions(fuzz, architecture = fuzz.random.pick(architectures)) {
  const { random } = fuzz;
  const nhead = random.whole(1, 2);
  const dModel = nhead * random.whole(1, 3);
  const options = {
    architecture,
    vocabulary,
    dModel,
    nhead,
    numEncoderLayers: random.whole(0, 2),
    numDecoderLayers: random.whole(architecture === 'encoder-only' ? 0 : 1, 2),
    dimFeedforward: random.whole(0, 5),
    ...random.some({
      activation: random.pick(['relu', 'gelu', 'gelu_tanh']),
      normFirst: random.chance(0.5),
      finalNorm: random.chance(0.5),
      layerNormEps: 1e-3,
      bias: random.chance(0.5),
      positions: random.pick(['none', 'sinusoidal', 'learned', 'rotary']),
      maxLength: random.whole(12, 20),
      scaleEmbedding: random.chance(0.5),
      tieWeights: random.chance(0.5),
      attentionWidth: nhead * 2 * random.whole(1, 2),
      residual: random.chance(0.7),
      layers: [{ dimFeedforward: random.whole(0, 3), residual: random.chance(0.5) }],
      rawValues: architecture === 'encoder-decoder' && random.chance(0.2),
      labelSmoothing: random.pick([0, 0.1]),
      scaleScores: random.chance(0.8),
      norm: random.pick(['layer_norm', 'layer_norm', 'none']),
      initialization: random.pick(['uniform', 'normal']),
      dropout: random.pick([0, 0.3]),
      training: random.chance(0.3),
      seed: random.whole(0, 1000),
    }),
  };
  if (options.norm === 'none') options.finalNorm = false;
  if (options.scaleScores !== false && random.chance(0.2)) options.scale = random.number();
  if (architecture === 'encoder-decoder' && random.chance(0.1)) {
    options.sourceVocabulary = [...vocabulary, 'only here'];
  }
  if (architecture === 'encoder-only' && random.chance(0.1)) {
    const numEncoderLayers = random.whole(1, 2);
    Object.assign(options, { pointer: true, labelSmoothing: 0, numEncoderLayers });
  }
  if (architecture === 'encoder-only') options.predicts = random.chance(0.3);
  const headWidth = (options.attentionWidth ?? options.dModel) / nhead;
  if (options.positions === 'rotary' && headWidth % 2 !== 0) options.positions = 'learned';
  if (random.chance(0.3)) {
    options.parameters = { embedding_table: operand(fuzz, [vocabulary.length, dModel]).given };
  }
  return options;
}

const tokensOf = (fuzz, least = 1) =>
  Array.from({ length: fuzz.random.whole(least, 4) }, () => fuzz.random.pick(vocabulary));

/** Options of a pass that a model of this architecture takes. */
export function passOptions(fuzz, { architecture, dModel, pointer }) {
  const { random } = fuzz;
  const batch = random.whole(1, 2);
  const options = {};
  const side = (tokens, vectors) => {
    if (random.chance(0.3))
      options[vectors] = operand(fuzz, [batch, random.whole(1, 4), dModel]).given;
    else options[tokens] = Array.from({ length: batch }, () => tokensOf(fuzz));
  };
  if (architecture !== 'decoder-only') side('source', 'src');
  if (architecture !== 'encoder-only') {
    side('target', 'tgt');
  }
  const labelled = architecture === 'encoder-only' ? options.source : options.target;
  if (labelled && random.chance(0.4)) {
    options.labels = labelled.map((tokens) =>
      tokens.map(() => (pointer ? random.whole(0, tokens.length - 1) : random.pick(vocabulary))),
    );
  }
  const more = random.some(
    { tgtIsCausal: random.chance(0.5), maskPadding: random.chance(0.5) },
    0.3,
  );
  const mask = { shape: [1, 1], data: Float32Array.of(random.number()) };
  if (random.chance(0.15)) options.faults = someFaults(fuzz);
  const masks = {
    srcMask: mask,
    srcKeyPaddingMask: { shape: [batch, 1], data: new Float32Array(batch) },
    tgtMask: mask,
    tgtKeyPaddingMask: { shape: [batch, 1], data: new Float32Array(batch) },
    memoryMask: mask,
    memoryKeyPaddingMask: { shape: [batch, 1], data: new Float32Array(batch) },
  };
  return { ...options, ...more, ...random.some(masks, 0.05) };
}

function make(fuzz) {
  const { ap, world } = fuzz;
  const options = modelOptions(fuzz);
  const done = fuzz.call('ap.transformer', [options], (given) => ap.transformer(given));
  if (!done) return undefined;
  const { result: handle, hostile } = done;
  if (!hostile) fuzz.check(() => assert.equal(handle.vocabulary.length, vocabulary.length));
  return world.add('models', { handle, options, hostile, parameters: new Map() });
}

/** Calls `use` with a live model, or makes one. */
export function withModel(use) {
  return (fuzz) => {
    const { random, world } = fuzz;
    const entry = world.models.length > 0 ? random.pick(world.models) : make(fuzz);
    return entry && use(fuzz, entry);
  };
}

const trace = withModel((fuzz, { handle, options, hostile }) => {
  const pass = passOptions(fuzz, options);
  const done = fuzz.call('model.trace', [pass], (given) => handle.trace(given), { good: false });
  if (!done) return;
  const { result } = done;
  const entry = keepTrace(fuzz, result);
  if (hostile || done.hostile) return;
  fuzz.check(() => {
    const { path, role } = result.steps.at(-1);
    if (role !== 'mask') requireFinite(entry.states[0].get(path), path);
    // Passes with the same options are the same.
    if (!fuzz.random.chance(0.2)) return;
    fuzz.compared++;
    const again = handle.trace(pass);
    requireSame(again.tensor(path).data, entry.states[0].get(path), path);
    again.dispose();
  });
});

/** Loss and gradients are numbers, and the same twice; the paths are those of the trace's way back. */
const gradients = withModel((fuzz, { handle, options, hostile }) => {
  const pass = passOptions(fuzz, options);
  delete pass.faults;
  const done = fuzz.call('model.gradients', [pass], (given) => handle.gradients(given), {
    good: false,
  });
  if (!done || hostile || done.hostile) return;
  const { loss, gradients: found } = done.result;
  fuzz.check(() => {
    requireFinite(Float32Array.of(loss), 'loss');
    for (const [path, { data }] of Object.entries(found)) requireFinite(data, path);
    if (!fuzz.random.chance(0.2)) return;
    fuzz.compared++;
    const again = handle.gradients(pass);
    assert.equal(again.loss, loss);
    for (const [path, { data }] of Object.entries(again.gradients))
      requireSame(data, found[path].data, path);
  });
});

function traceOnce(fuzz) {
  const { ap, random } = fuzz;
  const { vocabulary: _, ...options } = modelOptions(fuzz);
  delete options.parameters;
  const all = { ...options, ...passOptions(fuzz, options) };
  if (random.chance(0.3)) all.vocabulary = vocabulary;
  const done = fuzz.call('ap.traceTransformer', [all], (given) => ap.traceTransformer(given), {
    good: false,
  });
  if (done) keepTrace(fuzz, done.result);
}

const parameter = withModel((fuzz, entry) => {
  const path = fuzz.random.pick([
    'w_vocabulary',
    'embedding_table',
    'encoder.0.norm_1_weight',
    'b',
  ]);
  const read = (given) => entry.handle.parameter(given);
  const done = fuzz.call('model.parameter', [path], read, { good: false });
  if (!done || done.hostile) return;
  const { shape, data } = done.result;
  const known = entry.parameters.get(path);
  if (known) fuzz.check(() => requireSame(data, known, path));
  entry.parameters.set(path, data);
  entry.shapes = { ...entry.shapes, [path]: shape };
});

const set = withModel((fuzz, entry) => {
  const { random } = fuzz;
  const path = random.pick([...entry.parameters.keys(), 'w_vocabulary']);
  const data = entry.parameters.get(path);
  const shape = entry.shapes?.[path] ?? [1, 1];
  const index = shape.map((size) => random.whole(0, size - 1));
  const args = [path, index, random.number()];
  const done = fuzz.call('model.set', args, (...given) => entry.handle.set(...given), {
    good: false,
  });
  if (!done || entry.handle.disposed) return;
  // Which one a spoiled call changed, if any, is not known: read anew.
  if (done.hostile) {
    entry.hostile = true;
    entry.parameters.clear();
  } else if (data) {
    data[shape.reduce((at, size, axis) => at * size + index[axis], 0)] = args[2];
  }
  fuzz.check(() => assert.equal(typeof done.result.cacheEmptied, 'boolean'));
});

const look = withModel((fuzz, { handle }) => {
  const read = (name) =>
    fuzz.call(`model.${name}`, [], () => handle[name], { hostility: 0 }).result;
  const [disposed, tokens, options, cached] = [
    read('disposed'),
    read('vocabulary'),
    read('options'),
    read('cachedTokens'),
  ];
  fuzz.check(() => {
    assert.equal(disposed, false);
    assert.ok(Object.isFrozen(tokens) && typeof options === 'object');
    assert.ok(Number.isInteger(cached) && cached >= 0);
  });
});

const clear = withModel((fuzz, { handle }) => {
  fuzz.call('model.clearCache', [], () => handle.clearCache(), { hostility: 0 });
  fuzz.check(() => assert.equal(handle.cachedTokens, 0));
});

const dispose = withModel((fuzz, entry) => {
  const { handle } = entry;
  fuzz.dispose('model', entry, [
    () => handle.trace({}),
    () => handle.gradients({}),
    () => handle.parameter('w_vocabulary'),
    () => handle.set('w_vocabulary', [0, 0], 1),
    () => handle.clearCache(),
    () => handle.cachedTokens,
    () => handle.generate({ source: ['cat'] }),
  ]);
});

/** A vocabulary that is none: empty, with a token twice, or of something else. */
function vocabularies(fuzz) {
  const { ap, random } = fuzz;
  const given = random.pick([
    [],
    ['a', 'a'],
    ['\ud800', '\udc00'],
    sentence(fuzz),
    [''],
    ['<eos>', 1],
  ]);
  const options = { vocabulary: given, dModel: 2, nhead: 1, numEncoderLayers: 0 };
  const done = fuzz.call('ap.transformer', [options], (all) => ap.transformer(all), {
    good: false,
  });
  done?.result.dispose();
}

export const actions = [
  [3, make],
  [5, trace],
  [3, gradients],
  [2, traceOnce],
  [5, parameter],
  [5, set],
  [2, look],
  [1, clear],
  [1, dispose],
  [1, vocabularies],
];
