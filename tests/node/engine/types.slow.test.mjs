// The types that the engine gives to TypeScript: where a result goes decides what comes back.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { root, run } from '../../../scripts/lib/run.mjs';

const kernels = `
import { load, type ResidentTensor, type Tensor } from ${JSON.stringify(join(root, 'web/engine/index.js'))};
const ap = await load();
const x = { shape: [2, 2], data: [1, 2, 3, 4] };
const attention = { query: x, key: x, value: x };
const layer = { query: x, wq: x, wk: x, wv: x, wo: x, numHeads: 1 };

export const copied: Tensor[] = [
  ap.softmax(x),
  ap.matmul(x, x),
  ap.linear(x, x),
  ap.linear(x, x, [1, 2]),
  ap.layerNorm(x, 2),
  ap.scaledDotProductAttention(attention).output,
  ap.multiHeadAttention(layer).output,
];

export const weights: Tensor[] = [
  ap.scaledDotProductAttention(attention).weights,
  ap.multiHeadAttention({ ...layer, needWeights: true }).weights,
];
declare const either: boolean;
// @ts-expect-error: without needWeights there are none
export const none: Tensor = ap.scaledDotProductAttention({ ...attention, needWeights: either }).weights;

using out = ap.tensor([2, 2]);
export const keptWeights: Tensor = ap.scaledDotProductAttention({ ...attention, out }).weights;
export const kept: ResidentTensor[] = [
  ap.softmax(x, 1, { out }),
  ap.matmul(x, x, { out }),
  ap.linear(x, x, undefined, { out }),
  ap.layerNorm(x, [2], undefined, undefined, undefined, { out }),
  ap.scaledDotProductAttention({ ...attention, out }).output,
  ap.multiHeadAttention({ ...layer, needWeights: false, out }).output,
];
export const operands = [ap.matmul(out, out), ap.softmax(out), ap.traceAttention({ x: out, attnMask: out })];

// @ts-expect-error: a result is not kept in what is no resident tensor
ap.softmax(x, 1, { out: x });
// @ts-expect-error: a resident tensor has no data, it is read
out.data;
// @ts-expect-error: its shape stays
out.shape.push(1);
`;

const models = `
import {
  load, type GeneratedToken, type Explanation, type Tensor, type Trace, type Transformer,
  type TransformerOptions,
} from ${JSON.stringify(join(root, 'web/engine/index.js'))};
const ap = await load();
const x = { shape: [2, 2], data: [1, 2, 3, 4] };
const options: TransformerOptions = {
  architecture: 'decoder-only', vocabulary: ['a', 'b'] as const, dModel: 8, nhead: 2, activation: 'gelu_tanh',
  parameters: { embedding_table: x, w_vocabulary: [[1, 2]] },
};
using model: Transformer = ap.transformer(options);
export const traces: Trace[] = [
  model.trace({ target: [['a']] }),
  ap.traceTransformer({ ...options, target: [['a']], labels: [['b']], tgtMask: [[true]] }),
  ap.traceScaling({ dK: 8 }),
  ap.traceWeights({ weights: [[0.5, 0.5]], value: ap.tensor([2, 2]) }),
  ap.traceAttention({ tokens: [['a']], tile: [2, 2], workers: 2 }),
];
export const changed: boolean = model.set('embedding_table', [0, 0], 1).cacheEmptied;
export const copy: Tensor = model.parameter('embedding_table');
for await (const token of ap.generate({ model, prompt: ['a'], topK: 1 })) {
  const { logits, cache, multiplyAdds }: GeneratedToken = token;
  using kept: Trace = token.retain();
  const numbers: number[] = [...logits, cache.kept, multiplyAdds.withoutCache, kept.steps.length];
  const explanation: Explanation = token.trace.explain('next.token', [0]);
  if (explanation.rule === 'cached') numbers.push(explanation.token, explanation.origin.value);
  if (explanation.rule === 'choice') numbers.push(explanation.draw, ...explanation.sums);
}
ap.generate({ ...options, prompt: ['a'], useCache: false, trace: false, temperature: 0.5 });

const attention = { wq: x, wk: x, wv: x, wo: x };
const layer = {
  nhead: 1, selfAttn: attention, linear1: { weight: x }, linear2: { weight: x, bias: [1, 2] },
  norm1: { weight: [1, 1] }, norm2: { weight: [1, 1] },
};
const decoder = { ...layer, multiheadAttn: attention, norm3: { weight: [1, 1] } };
export const outputs: Tensor[] = [
  ap.encoderLayer({ ...layer, src: x, srcMask: [[true, false]] }),
  ap.decoderLayer({ ...decoder, tgt: x, memory: ap.tensor([2, 2]), tgtIsCausal: true }),
];

// @ts-expect-error: one of three
ap.transformer({ architecture: 'encoder' });
// @ts-expect-error: a decoder layer reads a memory
ap.decoderLayer({ ...decoder, tgt: x });
// @ts-expect-error: an encoder layer has no second attention to give it one
ap.encoderLayer({ ...layer, src: x, memory: x });
// @ts-expect-error: sentences, not one
model.trace({ target: ['a'] });
// @ts-expect-error: one sentence, not several
model.generate({ prompt: [['a']] });
// @ts-expect-error: the study needs a width
ap.traceScaling({});
// @ts-expect-error: there are no values without weights
ap.traceWeights({ value: x });
// @ts-expect-error: a model is asked for its passes by its own methods
ap.generate({ model: {}, prompt: ['a'] });
`;

const workers = `
import {
  load, loadWorker, type AsyncAttentionPlayground, type AsyncGeneratedToken, type AsyncResidentTensor,
  type AsyncTokenTrace, type AsyncTrace, type AsyncTransformer, type CallOptions, type Difference, type Edit,
  type Explanation, type Step, type Tensor, type WorkerFallback,
} from ${JSON.stringify(join(root, 'web/engine/index.js'))};
const { signal } = new AbortController();
const call: CallOptions = { signal, transfer: [new ArrayBuffer(4)] };
using remote: AsyncAttentionPlayground = loadWorker({
  workerUrl: new URL('worker.js', 'https://host.example/'),
  wasmUrl: '/some.wasm',
  startTimeout: 1000,
  onProgress: ({ loaded, total }) => console.log(loaded.toFixed(), total?.toFixed()),
  onFallback: ({ reason, message }) => console.log(reason === 'policy', message),
});
const ready: Promise<void> = remote.ready;
const why: WorkerFallback | undefined = remote.fallback;
const x = { shape: [2, 2], data: [1, 2, 3, 4] };
const attention = { query: x, key: x, value: x };

export const copied: Promise<Tensor>[] = [
  remote.softmax(x), remote.softmax(x, 0), remote.softmax(x, { signal }), remote.softmax(x, 0, undefined, call),
  remote.matmul(x, x, call), remote.linear(x, x), remote.linear(x, x, [1, 2]), remote.layerNorm(x, 2),
  remote.scaledDotProductAttention(attention, call).then(({ output }) => output),
];

using out: AsyncResidentTensor = await remote.tensor([2, 2]);
const shape: readonly number[] = out.shape;
const numbers: Promise<Float32Array> = out.read();
const written: Promise<void> = out.write([1, 2, 3, 4], call);
export const kept: Promise<AsyncResidentTensor>[] = [
  remote.softmax(out, 1, { out }),
  remote.matmul(out, x, { out }, call),
  remote.linear(x, out, undefined, { out }),
  remote.layerNorm(x, [2], undefined, undefined, undefined, { out }),
  remote.scaledDotProductAttention({ ...attention, query: out, out }).then(({ output }) => output),
];

const trace: AsyncTrace = await remote.traceAttention({ x: out, attnMask: out }, { signal });
const given: Promise<AsyncTrace> = remote.traceWeights({ weights: out, value: x }, { signal });
const named: Promise<AsyncTrace> = remote.traceAttention({ x: out, signal, transfer: [] });
remote.generate({ source: ['a'], dModel: 8, signal });
const steps: Promise<readonly Step[]> = trace.steps;
const edits: Promise<readonly Edit[]> = trace.edits;
const disposed: boolean = trace.disposed;
const changed: Promise<string[]> = trace.setTensor('x', out);
const explanation: Promise<Explanation> = trace.explain('scores', [0, 0, 0]);
const differences: Promise<Difference[]> = trace.compare(trace, { signal });
await trace.dispose();

using model: AsyncTransformer = await remote.transformer({ vocabulary: ['a'], parameters: { embedding_table: out } });
const words: readonly string[] = model.vocabulary;
const cached: Promise<number> = model.cachedTokens;
const emptied: boolean = (await model.set('embedding_table', [0, 0], 1)).cacheEmptied;
for await (const token of remote.generate({ model, prompt: ['a'] }, { signal })) {
  const each: AsyncGeneratedToken = token;
  const text: string = token.token;
  const logits: Float32Array = token.logits;
  const inner: AsyncTokenTrace = await token.trace;
  const sequence: AsyncTrace = await inner.sequence({ topK: 1 });
  const retained: AsyncTokenTrace = await token.retain();
}
for await (const { last } of model.generate({ prompt: ['a'] })) if (last) break;

const ap = await load({ onProgress: ({ loaded }) => console.log(loaded) });
// @ts-expect-error: a trace of this thread is not one of the worker
trace.compare(ap.traceScaling({ dK: 1 }));
// @ts-expect-error: a model of this thread is not one of the worker
remote.generate({ model: ap.transformer({}) });
// @ts-expect-error: steps change with edits, so they are a promise
trace.steps.length;
// @ts-expect-error: results are promises
remote.softmax(x).data;
// @ts-expect-error: a width is required, as on this thread
remote.traceScaling({});
// @ts-expect-error: weights are required, as on this thread
remote.traceWeights({});
// @ts-expect-error: call options do not take the place of what is required
remote.matmul(x, { signal });
// @ts-expect-error: a signal is not a flag
remote.traceAttention({ x, signal: true });
// @ts-expect-error: an option of no call
remote.traceAttention({ x, timeout: 5 });
// @ts-expect-error: what starts the engine is no part of it
remote.load();
`;

const programs = { kernels, models, workers };

/** What the compiler says of all of them: they share what takes its time. */
let said;
before(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'attention-types-'));
  try {
    const files = Object.keys(programs).map((name) => `${name}.mts`);
    for (const [name, text] of Object.entries(programs))
      writeFileSync(join(folder, `${name}.mts`), text);
    const compilerOptions = {
      module: 'NodeNext',
      target: 'ES2022',
      lib: ['ES2022', 'DOM', 'ESNext.Disposable'],
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const arguments_ = [tsc, '-p', '.', '--pretty', 'false'];
    said = await run(process.execPath, arguments_, { cwd: folder, quiet: true });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Of the one program: the others' mistakes are their own; what is of no program is everybody's. */
const saidOf = (name) =>
  said.output
    .split('\n')
    .filter(
      (line) =>
        !Object.keys(programs).some((other) => other !== name && line.startsWith(`${other}.mts`)),
    )
    .join('\n')
    .trim();

test('results are tensors, or with `out` resident tensors', () =>
  assert.equal(saidOf('kernels'), ''));

test('models, traces, sequences and layers: what is given, what comes back, and what is refused', () =>
  assert.equal(saidOf('models'), ''));

test('a worker has the same API: promises of results, handles in place of handles, and call options', () =>
  assert.equal(saidOf('workers'), ''));
