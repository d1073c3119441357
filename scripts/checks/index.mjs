// All static checks, over the files that git tracks or would add.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, root } from '../lib/run.mjs';
import { arithmeticProblems } from './arithmetic.mjs';
import { cppFormatProblems, prettierProblems } from './formatting.mjs';
import { hostProblems } from './hosts.mjs';
import { includeCircles, includeProblems } from './includes.mjs';
import { roomProblems } from './rooms.mjs';
import { readSizes, styleProblems } from './styles.mjs';

/** Paths from the root, without those that .gitignore excludes. */
export function projectFiles() {
  const list = ask('git', ['-C', root, 'ls-files', '-co', '--exclude-standard', '-z']) ?? '';
  return list.split('\0').filter((path) => path && existsSync(join(root, path)));
}

export const isCpp = (path) => /^(src|tests)\/.*\.(cpp|hpp)$/.test(path);
export const isPretty = (path) => /\.(ts|mjs|cjs|js|css|json|md|html|ya?ml)$/.test(path);

export async function runChecks() {
  const files = projectFiles();
  const below = (folder, pattern) =>
    files.filter((path) => path.startsWith(folder) && pattern.test(path));
  const textsOf = (paths) =>
    Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const each = (paths, problemsOf) =>
    paths.flatMap((path) => problemsOf(path, readFileSync(join(root, path), 'utf8')));
  return [
    {
      name: 'includes in src/ point one way',
      problems: each(below('src/', /\.(cpp|hpp)$/), includeProblems),
    },
    {
      name: 'no circles of includes in src/',
      problems: includeCircles(textsOf(below('src/', /\.(cpp|hpp)$/))),
    },
    {
      name: 'imports in web/ point one way, without circles',
      problems: await roomProblems(root),
    },
    {
      name: 'no arithmetic on data in TypeScript',
      problems: arithmeticProblems(),
    },
    {
      name: 'styles have five text sizes, four breakpoints and no dead selectors',
      problems: styleProblems(textsOf(below('web/', /\.(ts|css)$/)), await readSizes()),
    },
    {
      name: 'no other host is named in web/',
      problems: each(below('web/', /\.(ts|css|md|html|svg)$/), hostProblems),
    },
    { name: 'C++ is formatted', problems: await cppFormatProblems(files.filter(isCpp)) },
    {
      name: 'everything else is formatted',
      problems: await prettierProblems(files.filter(isPretty)),
    },
  ];
}
