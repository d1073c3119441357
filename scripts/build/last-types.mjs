// What the compiler has made last time, and whether it may go on from there: it would not miss a file that somebody has
// removed, and would leave what it made of a source that is no more.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** Where tsconfig.package.json has the compiler write what it knows of a build, in the folder of declarations. */
const recordName = 'package.tsbuildinfo';

/** The sources of the last build, as paths below `sources` without their ending. */
function lastSources(sources, record) {
  if (!existsSync(record)) return [];
  const { fileNames } = JSON.parse(readFileSync(record, 'utf8'));
  return fileNames
    .map((name) => relative(sources, resolve(dirname(record), name)))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts') && !path.startsWith('..'))
    .map((path) => path.slice(0, -'.ts'.length));
}

/** Whether every source of the last build still is there, with its module and its declarations; the three are folders. */
export function isWhole({ sources, modules, declarations }) {
  const last = lastSources(sources, join(declarations, recordName));
  const isThere = (path) =>
    existsSync(join(sources, `${path}.ts`)) &&
    existsSync(join(modules, `${path}.js`)) &&
    existsSync(join(declarations, `${path}.d.ts`));
  return last.length > 0 && last.every(isThere);
}
