// The types that the engine gives to TypeScript: where a result goes decides what comes back.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { mustRun, root } from '../../../scripts/lib/run.mjs';

const kernels = `
import { load, loadWorker, type ResidentTensor, type Tensor } from ${JSON.stringify(join(root, 'web/engine/index.js'))};
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

using out = ap.tensor([2, 2]);
export const kept: ResidentTensor[] = [
  ap.softmax(x, 1, { out }),
  ap.matmul(x, x, { out }),
  ap.linear(x, x, undefined, { out }),
  ap.layerNorm(x, [2], undefined, undefined, undefined, { out }),
  ap.scaledDotProductAttention({ ...attention, out }).output,
  ap.multiHeadAttention({ ...layer, needWeights: false, out }).output,
];
export const operands = [ap.matmul(out, out), ap.softmax(out), ap.traceAttention({ x: out, attnMask: out })];

const worker = loadWorker();
export const remote: Promise<Tensor>[] = [
  worker.softmax(x),
  worker.matmul(x, x),
  worker.linear(x, x),
  worker.layerNorm(x, 2),
  worker.scaledDotProductAttention(attention).then(({ output }) => output),
];

// @ts-expect-error: a result is not kept in what is no resident tensor
ap.softmax(x, 1, { out: x });
// @ts-expect-error: a resident tensor has no data, it is read
out.data;
// @ts-expect-error: its shape stays
out.shape.push(1);
`;

const models = `
import {
  load, loadWorker, type GeneratedToken, type Explanation, type Tensor, type Trace, type Transformer,
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
export const remote: Promise<Tensor> = loadWorker().encoderLayer({ ...layer, src: x });

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
// @ts-expect-error: a model is asked for its passes by its own methods
ap.generate({ model: {}, prompt: ['a'] });
// @ts-expect-error: models stay on the thread that reads them
loadWorker().transformer(options);
`;

/** Throws what the compiler says of a program. */
async function compile(program) {
  const folder = mkdtempSync(join(tmpdir(), 'attention-types-'));
  try {
    writeFileSync(join(folder, 'use.mts'), program);
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
    const settings = JSON.stringify({ compilerOptions, files: ['use.mts'] });
    writeFileSync(join(folder, 'tsconfig.json'), settings);
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    await mustRun(process.execPath, [tsc, '-p', '.'], { cwd: folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('results are tensors, or with `out` resident tensors; the worker gives promises of tensors', () =>
  compile(kernels));

test('models, traces, sequences and layers: what is given, what comes back, and what is refused', () =>
  compile(models));
