// PyTorch in a process of its own, where Python has it: a native engine, so it is shown but not counted.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPython, openPython } from './python.mjs';

const script = fileURLToPath(new URL('pytorch.py', import.meta.url));

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
  const { first, ask, close } = await openPython(python, script);

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
    version: first,
    native: true,
    prepare,
    close() {
      close();
      rmSync(folder, { recursive: true });
    },
  };
}
