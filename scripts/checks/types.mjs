// The TypeScript compiler, strictly, without unused code.

import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { filesBelow } from '../lib/files.mjs';
import { root, run } from '../lib/run.mjs';

/** What the package is made of, and the site, which reads the types of the built package. */
export const projects = { web: 'tsconfig.json', site: 'web/site/tsconfig.json' };

/** Whether the build of the package has just compiled a source, as strictly. */
const isCompiled = (path) =>
  existsSync(join(root, path.replace(/^web/, 'dist/modules').replace(/\.ts$/, '.js')));

/** Sources that neither the package leads to nor the site's project names: nobody would compile them. */
function leftOut() {
  const { include } = JSON.parse(readFileSync(join(root, projects.site), 'utf8'));
  const named = include.map((path) => posix.join('web/site', path));
  return filesBelow('web', (path) => path === 'web/site')
    .filter((path) => /(?<!\.d)\.ts$/.test(path) && !isCompiled(path) && !named.includes(path))
    .map((path) => `${path} is part of no package: ${projects.site} has to include it`);
}

/** What the compiler says of a project. */
export async function problemsOf(project) {
  const tsc = 'node_modules/typescript/bin/tsc';
  const args = [tsc, '-p', project];
  const { code, output } = await run(process.execPath, args, { cwd: root, quiet: true });
  return code === 0 ? [] : output.trim().split('\n');
}

/** Of a built package: the site, and that all else is compiled, too. */
export const typeProblems = async () => [...leftOut(), ...(await problemsOf(projects.site))];
