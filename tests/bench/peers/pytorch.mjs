// PyTorch in a process of its own, where Python has it: a native engine, so it is shown but not counted.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('pytorch.py', import.meta.url));

const findPython = () =>
  ['python3', '/usr/bin/python3'].find(
    (python) => spawnSync(python, ['-c', 'import torch'], { stdio: 'ignore' }).status === 0,
  );

/** Operands by name with their shapes, as the script's programs take them. */
function shapesOf({ kind, dims }) {
  const { rows, inner, columns, heads, queries, tokens, width, model } = dims;
  if (kind === 'matmul') return { a: [rows, inner], b: [inner, columns] };
  if (kind === 'attention') {
    const shape = [heads, tokens, width];
    return { query: [heads, queries, width], key: shape, value: shape };
  }
  if (kind === 'layer') {
    const square = [model, model];
    return { x: [tokens, model], wq: square, wk: square, wv: square, wo: square };
  }
  return { x: [rows, columns], weight: [columns], bias: [columns] };
}

export async function openPytorch() {
  const python = findPython();
  if (!python) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const child = spawn(python, [script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, OMP_NUM_THREADS: '1', MKL_NUM_THREADS: '1' },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  async function reply() {
    const { value, done } = await lines.next();
    if (done) throw new Error('PyTorch’s process ended');
    return JSON.parse(value);
  }
  function ask(request) {
    child.stdin.write(`${JSON.stringify(request)}\n`);
    return reply();
  }

  async function prepare(work, inputs) {
    const operands = {};
    for (const [name, shape] of Object.entries(shapesOf(work))) {
      if (!inputs[name]) continue;
      const path = join(folder, name);
      writeFileSync(path, inputs[name]);
      operands[name] = [path, shape];
    }
    await ask({ prepare: work, operands });
    return [
      {
        way: 'eager',
        copies: 'resident',
        time: (count) => ask({ time: count }),
        async results() {
          const path = join(folder, 'results');
          const counts = await ask({ results: path });
          const bytes = readFileSync(path);
          const all = new Float32Array(Uint8Array.from(bytes).buffer);
          let at = 0;
          return counts.map((count) => all.subarray(at, (at += count)));
        },
        dispose() {},
      },
    ];
  }

  return {
    name: 'PyTorch',
    version: await reply(),
    native: true,
    prepare,
    close() {
      child.stdin.end();
      rmSync(folder, { recursive: true });
    },
  };
}
