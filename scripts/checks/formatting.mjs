// clang-format for C++, prettier for the rest.

import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import prettier from 'prettier';
import { root, run } from '../lib/run.mjs';

/** The files of `paths` that clang-format would change. */
export async function cppFormatProblems(paths) {
  if (paths.length === 0) return [];
  const { output } = await run('clang-format', ['--dry-run', ...paths], { quiet: true });
  const files = [...output.matchAll(/^(.+?):\d+:\d+: (?:warning|error):/gm)].map(
    ([, path]) => path,
  );
  return [...new Set(files)].map((path) => `${path}: not as clang-format would write it`);
}

export async function prettierProblems(paths) {
  const problems = [];
  for (const path of paths) {
    const filepath = join(root, path);
    const { ignored } = await prettier.getFileInfo(filepath, {
      ignorePath: join(root, '.prettierignore'),
    });
    if (ignored) continue;
    const options = await prettier.resolveConfig(filepath);
    const good = await prettier.check(readFileSync(filepath, 'utf8'), { ...options, filepath });
    if (!good) problems.push(`${path}: not as prettier would write it`);
  }
  return problems;
}
