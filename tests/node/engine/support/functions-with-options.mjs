// Every function of the API that takes options, with a good call of each, and every object of options among them.

import { engine, seeded } from './engine.mjs';

export const ap = await engine.load({ training: true });

const random = seeded(29);
const square = random.tensor(4, 4);
const matrices = { wq: square, wk: square, wv: square, wo: square };
const norm = { weight: [1, 1, 1, 1] };
const x = random.tensor(3, 4);
const layer = {
  nhead: 2,
  selfAttn: matrices,
  linear1: { weight: random.tensor(4, 8) },
  linear2: { weight: random.tensor(8, 4) },
  norm1: norm,
  norm2: norm,
};
const size = { dModel: 4, nhead: 2, numEncoderLayers: 1, numDecoderLayers: 1, dimFeedforward: 4 };
const vocabulary = ['<sos>', '<eos>', 'a'];
const pass = { source: [['a']], target: [['<sos>', 'a']] };
const labels = [['a', '<eos>']];

const held = [];
const kept = (object) => (held.push(object), object);
export const model = kept(ap.transformer({ ...size, vocabulary }));
const trace = kept(ap.traceTransformer({ ...size, ...pass, labels }));
const pairs = { pairs: [['a', 'a']] };
const learner = kept(ap.transformer(ap.task(pairs).model));
const trainer = kept(ap.trainer({ model: learner, task: pairs }));
const file = model.save();
let tokenTrace;
for await (const token of model.generate({ source: ['a'], maxNewTokens: 1 }))
  tokenTrace = kept(token.retain());

export const disposeOfAll = () => held.forEach((each) => each.dispose());

/** Runs a call, and gives back what it made. */
const done = (made) => made?.dispose?.();
/** The first answer of a generation. */
const first = async (tokens) => {
  await tokens.next();
  await tokens.return();
};

/** The table of its options, good ones, and the call. */
const entry = (table, good, call) => ({ table, good, call });

export const functions = {
  load: entry('load', {}, (options) => engine.load(options)),
  loadWorker: entry('loadWorker', {}, async (options) => {
    const worker = engine.loadWorker(options);
    await worker.ready;
    worker.terminate();
  }),
  'ap.scaledDotProductAttention': entry(
    'scaledDotProductAttention',
    { query: x, key: x, value: x },
    (options) => ap.scaledDotProductAttention(options),
  ),
  'ap.multiHeadAttention': entry(
    'multiHeadAttention',
    { query: x, ...matrices, numHeads: 2 },
    (options) => ap.multiHeadAttention(options),
  ),
  'ap.positionalEncoding': entry('positionalEncoding', { length: 2, dModel: 4 }, (options) =>
    ap.positionalEncoding(options),
  ),
  'ap.softmax': entry('into', {}, (into) => ap.softmax(x, 1, into)),
  'ap.matmul': entry('into', {}, (into) => ap.matmul(x, square, into)),
  'ap.linear': entry('into', {}, (into) => ap.linear(x, square, undefined, into)),
  'ap.layerNorm': entry('into', {}, (into) =>
    ap.layerNorm(x, 4, undefined, undefined, undefined, into),
  ),
  'ap.encoderLayer': entry('encoderLayer', { src: x, ...layer }, (options) =>
    ap.encoderLayer(options),
  ),
  'ap.decoderLayer': entry(
    'decoderLayer',
    { tgt: x, memory: x, ...layer, multiheadAttn: matrices, norm3: norm },
    (options) => ap.decoderLayer(options),
  ),
  'ap.traceAttention': entry('traceAttention', { tokens: [['a', 'b']], dModel: 4 }, (options) =>
    done(ap.traceAttention(options)),
  ),
  'ap.traceWeights': entry('traceWeights', { weights: square, value: square }, (options) =>
    done(ap.traceWeights(options)),
  ),
  'ap.traceScaling': entry('traceScaling', { dK: 2 }, (options) => done(ap.traceScaling(options))),
  'ap.transformer': entry('transformer', { ...size, vocabulary }, (options) =>
    done(ap.transformer(options)),
  ),
  'ap.traceTransformer': entry('traceTransformer', { ...size, ...pass }, (options) =>
    done(ap.traceTransformer(options)),
  ),
  'ap.generate': entry('generate', { ...size, vocabulary, source: ['a'] }, (options) =>
    first(ap.generate(options)),
  ),
  'ap.task': entry('task', {}, (options) => ap.task('ring', options)),
  'ap.trainer': entry('trainer', { model: learner, task: pairs }, (options) =>
    done(ap.trainer(options)),
  ),
  'model.trace': entry('pass', pass, (options) => done(model.trace(options))),
  'model.gradients': entry('pass', { ...pass, labels }, (options) => model.gradients(options)),
  'model.generate': entry('generation', { source: ['a'] }, (options) =>
    first(model.generate(options)),
  ),
  'model.save': entry('save', {}, (options) => model.save(options)),
  'trace.histogram': entry('histogram', { bins: 3, reach: 1 }, (options) =>
    trace.histogram('logits', options),
  ),
  'trace.backward': entry('backward', {}, (options) => trace.backward(options)),
  'trace.program': entry('program', { language: 'numpy' }, (options) => trace.program(options)),
  'trace.sequence': entry('choice', {}, (options) => done(tokenTrace.sequence(options))),
  'trainer.evaluate': entry('evaluate', { examples: 1, samples: 0 }, (options) =>
    trainer.evaluate(options),
  ),
  'trainer.save': entry('saveTrainer', {}, (options) => trainer.save(options)),
  'trainer.restore': entry('snapshot', trainer.snapshot(), (from) => trainer.restore(from)),
};

function recordOf(options) {
  const trace = ap.traceAttention(options);
  trace.backward({ of: 'output' });
  const record = trace.toJSON();
  trace.dispose();
  return record;
}

/** The same of the objects among their options. */
export const objects = {
  'the record of traceFrom': entry('traceRecord', recordOf({ x }), (record) =>
    done(ap.traceFrom(record)),
  ),
  'projections of traceAttention': entry('projectionMatrices', matrices, (projections) =>
    done(ap.traceAttention({ x, projections })),
  ),
  'selfAttn of encoderLayer': entry('projectionMatrices', matrices, (selfAttn) =>
    ap.encoderLayer({ src: x, ...layer, selfAttn }),
  ),
  'linear1 of encoderLayer': entry('linearParameters', layer.linear1, (linear1) =>
    ap.encoderLayer({ src: x, ...layer, linear1 }),
  ),
  'faults of traceAttention': entry('fault', { fault: 'no_scale' }, (fault) =>
    done(ap.traceAttention({ x, faults: [fault] })),
  ),
  'layers of transformer': entry('layerShape', {}, (shape) =>
    done(ap.transformer({ ...size, layers: [shape] })),
  ),
  'a file of transformer': entry('modelFile', { parameters: file }, (options) =>
    done(ap.transformer(options)),
  ),
  'batches of trainer': entry('pass', { ...pass, labels }, (batch) =>
    done(ap.trainer({ model, batches: [batch] })),
  ),
  'optimizer of trainer': entry('optimizer', {}, (optimizer) =>
    done(ap.trainer({ model, batches: [{ ...pass, labels }], optimizer })),
  ),
  'schedule of trainer': entry('schedule', {}, (schedule) =>
    done(ap.trainer({ model, batches: [{ ...pass, labels }], schedule })),
  ),
  'pairs of task': entry('ownPairs', pairs, (task) => ap.task(task)),
};
