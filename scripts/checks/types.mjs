// The TypeScript compiler over web/ and the site, strictly, without unused code.

import { root, run } from '../lib/run.mjs';

const projects = ['tsconfig.json', 'web/site/tsconfig.json'];

export async function typeProblems() {
  const problems = [];
  for (const project of projects) {
    const tsc = 'node_modules/typescript/bin/tsc';
    const { code, output } = await run(process.execPath, [tsc, '-p', project], {
      cwd: root,
      quiet: true,
    });
    if (code !== 0) problems.push(...output.trim().split('\n'));
  }
  return problems;
}
