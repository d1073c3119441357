// The types that the engine gives to TypeScript: where a result goes decides what comes back.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { mustRun, root } from '../../scripts/lib/run.mjs';

const program = `
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

test('results are tensors, or with `out` resident tensors; the worker gives promises of tensors', async () => {
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
});
