// clang-format for C++, prettier for the rest.

import { run } from '../lib/run.mjs';

/** The files of `paths` that clang-format would change. */
export async function cppFormatProblems(paths) {
  if (paths.length === 0) return [];
  const { output } = await run('clang-format', ['--dry-run', ...paths], { quiet: true });
  const files = [...output.matchAll(/^(.+?):\d+:\d+: (?:warning|error):/gm)].map(
    ([, path]) => path,
  );
  return [...new Set(files)].map((path) => `${path}: not as clang-format would write it`);
}

const prettier = 'node_modules/prettier/bin/prettier.cjs';

/** The files of `paths` that prettier would change. It remembers which were right, by their contents. */
export async function prettierProblems(paths) {
  if (paths.length === 0) return [];
  const cache = ['--cache', '--cache-strategy=content', '--cache-location=build/prettier-cache'];
  const options = ['--list-different', ...cache];
  const { code, output } = await run(process.execPath, [prettier, ...options, ...paths], {
    quiet: true,
  });
  const lines = output.split('\n').filter(Boolean);
  if (code > 1 || (code === 1 && lines.length === 0)) return [`prettier: ${output.trim()}`];
  return lines.map((path) => `${path}: not as prettier would write it`);
}
