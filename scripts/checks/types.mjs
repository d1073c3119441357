// The TypeScript compiler over web/ and the site, strictly, without unused code.

import { root, run } from '../lib/run.mjs';

/** What the package is made of, and the site, which reads the types of the built package. */
export const projects = { web: 'tsconfig.json', site: 'web/site/tsconfig.json' };

export async function typeProblems(of = Object.values(projects)) {
  const problems = [];
  for (const project of of) {
    const tsc = 'node_modules/typescript/bin/tsc';
    const { code, output } = await run(process.execPath, [tsc, '-p', project], {
      cwd: root,
      quiet: true,
    });
    if (code !== 0) problems.push(...output.trim().split('\n'));
  }
  return problems;
}
