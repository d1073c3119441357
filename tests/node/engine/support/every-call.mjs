// Every member of the API, used on an engine of this thread or through loadWorker() alike: `await` takes both. Runs in
// Node and in a page.

const numbers = (...shape) => ({
  shape,
  data: Float32Array.from({ length: shape.reduce((a, b) => a * b) }, (_, i) => Math.sin(i + 1)),
});
const square = numbers(4, 4);
const attention = { wq: square, wk: square, wv: square, wo: square };
const norm = { weight: [1, 1, 1, 1], bias: numbers(4) };
const layer = {
  nhead: 2,
  selfAttn: attention,
  linear1: { weight: numbers(4, 8) },
  linear2: { weight: numbers(8, 4) },
  norm1: norm,
  norm2: norm,
};
const tokens = [['The', 'cat', 'sat']];
const vocabulary = ['<sos>', '<eos>', '[PAD]', 'The', 'cat', 'sat'];
const options = { vocabulary, dModel: 8, nhead: 2, numEncoderLayers: 1, numDecoderLayers: 1 };

/** What a call ends with: its result, or the record of its error. */
async function outcome(call) {
  try {
    return await call();
  } catch (error) {
    const { name, message, code, argument, actual, expected } = error;
    return { name, message, code, argument, actual, expected };
  }
}

async function stateless(ap) {
  const x = numbers(3, 4);
  return {
    attention: await ap.scaledDotProductAttention({ query: x, key: x, value: x, isCausal: true }),
    heads: await ap.multiHeadAttention({ query: x, ...attention, numHeads: 2 }),
    encoder: await ap.encoderLayer({ src: x, ...layer }),
    decoder: await ap.decoderLayer({
      tgt: x,
      memory: x,
      multiheadAttn: attention,
      norm3: norm,
      ...layer,
    }),
    positions: await ap.positionalEncoding({ length: 3, dModel: 4 }),
    mask: await ap.causalMask(2, 3, 1),
    softmax: await ap.softmax(x, 0),
    norm: await ap.layerNorm(x, 4),
    matmul: await ap.matmul(x, square),
    linear: await ap.linear(x, square, [1, 2, 3, 4]),
    declarations: await ap.declarations(),
    memory: (await ap.memoryBytes()) > 0,
  };
}

async function residents(ap) {
  const x = await ap.tensor([2, 2], [1, 2, 3, 4]);
  const out = await ap.tensor([2, 2]);
  const results = {
    shape: x.shape,
    disposed: x.disposed,
    read: await x.read(),
    same: (await ap.matmul(x, x, { out })) === out,
    product: await out.read(),
    inAttention:
      (await ap.scaledDotProductAttention({ query: x, key: x, value: x, out })).output === out,
    weighted: await out.read(),
  };
  await x.write([5, 6, 7, 8]);
  const trace = await ap.traceAttention({ x, projections: 'none' });
  results.written = await trace.tensor('x');
  await trace.dispose();
  await x.dispose();
  results.after = [x.disposed, await outcome(() => x.read()), await outcome(() => ap.softmax(x))];
  results.asOption = await outcome(() => ap.traceAttention({ x }));
  await out.dispose();
  return results;
}

async function traces(ap) {
  const trace = await ap.traceAttention({ tokens, dModel: 8, numHeads: 2 });
  const other = await ap.traceAttention({
    tokens,
    dModel: 8,
    numHeads: 2,
    faults: [{ fault: 'no_scale' }],
  });
  // The number of a storage differs from trace to trace.
  const { storage, ...memory } = await trace.memory('q_view');
  const results = { steps: await trace.steps, tensors: {}, memory, stored: typeof storage };
  for (const { path } of results.steps) results.tensors[path] = await trace.tensor(path);
  results.explained = await trace.explain('scores', [0, 1, 1, 2]);
  results.compared = await trace.compare(other);
  results.first = await trace.firstDifference(other);
  results.difference = await trace.difference(other, 'weights');
  results.program = await trace.program({ language: 'numpy' });
  results.changed = await trace.set('w_q', [0, 3], 0.5);
  results.replaced = await trace.setTensor('w_k', numbers(8, 8));
  results.cut = await trace.cutHead('', 1);
  results.edits = await trace.edits;
  results.edited = [
    await trace.tensor('weights'),
    await trace.baseline('weights'),
    await trace.steps,
  ];
  results.undone = [
    await trace.undo(),
    await trace.undo(),
    await trace.undo(),
    await trace.reset(),
  ];
  results.noSequence = await outcome(() => trace.sequence());
  results.noStep = await outcome(() => trace.tensor('nothing'));
  results.noCell = await outcome(() => trace.set('w_q', [0, 99], 1));
  await trace.dispose();
  await trace.dispose();
  results.after = [trace.disposed];
  for (const use of [
    () => trace.steps,
    () => trace.tensor('scores'),
    () => trace.explain('scores', [0, 0, 0, 0]),
    () => trace.undo(),
    () => other.compare(trace),
  ]) {
    results.after.push(await outcome(use));
  }
  await other.dispose();
  const study = await ap.traceScaling({ dK: 16, queries: 4, keys: 3 });
  results.study = await study.tensor('variance');
  results.npz = await study.npz('variance');
  const given = await ap.traceWeights({ weights: numbers(2, 3, 4), value: numbers(2, 4, 2) });
  results.given = await given.tensor('context');
  await given.dispose();
  const again = await ap.traceFrom(await study.toJSON());
  results.again = await again.tensor('variance');
  await again.dispose();
  await study.dispose();
  const pass = await ap.traceTransformer({
    ...options,
    source: tokens,
    target: tokens,
    labels: tokens,
  });
  results.loss = await pass.tensor('loss');
  results.backward = await pass.backward();
  results.differentiated = await pass.loss();
  results.downhill = await pass.downhill('w_vocabulary', 0.5);
  await pass.dispose();
  return results;
}

/** A token's own numbers, and those of its trace. */
async function tokenOf(token) {
  const { id, position, last, logits, probabilities, cache, multiplyAdds } = token;
  const trace = await token.trace;
  const sequence = await trace.sequence({ topK: 2 });
  const results = {
    plain: { token: token.token, id, position, tokens: token.tokens, last, cache, multiplyAdds },
    // A worker has moved these to the page: they are copied, as the next line reads them again.
    logits: logits.slice(),
    probabilities: probabilities.slice(),
    traced: await trace.tensor('logits'),
    sequence: await sequence.tensor('logits'),
  };
  await sequence.dispose();
  return [results, trace];
}

async function models(ap) {
  const table = await ap.tensor([6, 8], numbers(6, 8).data);
  const model = await ap.transformer({ ...options, parameters: { embedding_table: table } });
  const results = { vocabulary: model.vocabulary, disposed: model.disposed, generated: [] };
  const pass = await model.trace({ source: tokens, target: tokens });
  results.pass = await pass.tensor('logits');
  await pass.dispose();
  // Only the engine that trains has them.
  results.gradients = await outcome(() =>
    model.gradients({ source: tokens, target: tokens, labels: tokens }),
  );
  results.task = await outcome(() => ap.task('ring', { count: 1, heldOut: 1 }));
  // So are files.
  results.files = await outcome(async () => {
    const bytes = await model.save({ dtype: 'f16', metadata: { note: 'ours' } });
    const loaded = await ap.transformer({ parameters: bytes });
    const again = await loaded.save({ dtype: 'f16', metadata: { note: 'ours' } });
    await loaded.dispose();
    return [bytes, again, await ap.readSafetensors(bytes), await ap.readModel(bytes)];
  });
  let kept;
  let freed;
  for await (const token of model.generate({ source: ['The', 'cat'], maxNewTokens: 3 })) {
    const [values, trace] = await tokenOf(token);
    results.generated.push(values);
    if (token.position === 1) kept = await token.retain();
    else freed = trace;
  }
  results.cached = await model.cachedTokens;
  results.kept = [kept.disposed, await kept.tensor('logits')];
  results.freed = [freed.disposed, await outcome(() => freed.tensor('logits'))];
  await kept.dispose();
  results.parameter = await model.parameter('decoder.0.self_attention.w_q');
  results.set = await model.set('embedding_table', [3, 0], 0.5);
  results.emptied = await model.cachedTokens;
  for await (const token of ap.generate({
    model,
    source: ['cat'],
    maxNewTokens: 2,
    trace: false,
  })) {
    results.generated.push(token.token, await outcome(() => token.trace));
    if (token.position === 1) break;
  }
  await model.clearCache();
  results.cleared = await model.cachedTokens;
  for await (const { logits } of ap.generate({
    ...options,
    source: ['cat'],
    maxNewTokens: 2,
    seed: 5,
  })) {
    results.generated.push(logits);
  }
  results.refused = await outcome(async () => {
    for await (const token of model.generate({ source: ['dog'] })) results.generated.push(token);
  });
  await model.dispose();
  results.after = [model.disposed, await outcome(() => model.trace({ target: tokens }))];
  await table.dispose();
  return results;
}

async function errors(ap) {
  return {
    rank: await outcome(() => ap.matmul([1], [2])),
    shape: await outcome(() => ap.matmul([[1, 2]], [[1, 2]])),
    type: await outcome(() => ap.softmax(null)),
    heads: await outcome(() => ap.traceAttention({ tokens, dModel: 8, numHeads: 3 })),
    missing: await outcome(() => ap.scaledDotProductAttention({})),
    notFinite: await outcome(() => ap.matmul([[NaN]], [[1]])),
    conflict: await outcome(() => ap.transformer({ ...options, vocabulary: ['a', 'a'] })),
  };
}

/** The results of all of them, as plain data. */
export async function everyCall(ap) {
  return {
    stateless: await stateless(ap),
    residents: await residents(ap),
    traces: await traces(ap),
    models: await models(ap),
    errors: await errors(ap),
  };
}

/** Paths of the values that are not equal to the last bit; lists and typed arrays are compared cell by cell. */
export function differences(one, other, path = '') {
  if (Object.is(one, other)) return [];
  const objects = [one, other].every((value) => typeof value === 'object' && value !== null);
  if (!objects || one.constructor !== other.constructor) return [path];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) => differences(one[name], other[name], `${path}.${name}`));
}
