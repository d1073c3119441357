// A Python process that answers requests line by line, as JSON.

import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A Python that has PyTorch, if there is one. */
export const findPython = () =>
  ['python3', '/usr/bin/python3'].find(
    (python) => spawnSync(python, ['-c', 'import torch'], { stdio: 'ignore' }).status === 0,
  );

/** `{ first, ask(request), close() }`: `first` is what the script says when it is ready. */
export async function openPython(python, script, env = {}) {
  const child = spawn(python, [script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, OMP_NUM_THREADS: '1', MKL_NUM_THREADS: '1', ...env },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  async function reply() {
    const { value, done } = await lines.next();
    if (done) throw new Error('PyTorch’s process ended');
    return JSON.parse(value);
  }
  return {
    first: await reply(),
    ask(request) {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      return reply();
    },
    close: () => child.stdin.end(),
  };
}
