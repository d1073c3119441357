// All static checks, by their kinds, over the files that git tracks or would add.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, root, run } from '../lib/run.mjs';
import { arithmeticProblems, webProgram } from './arithmetic.mjs';
import { cppFormatProblems, prettierProblems } from './formatting.mjs';
import { hostProblems } from './hosts.mjs';
import { lintProblems } from './lint.mjs';
import { includeProblems } from './includes.mjs';
import { typeProblems } from './types.mjs';

/** Paths from the root, without those that .gitignore excludes. */
export function projectFiles() {
  const list = ask('git', ['-C', root, 'ls-files', '-co', '--exclude-standard', '-z']) ?? '';
  return list.split('\0').filter((path) => path && existsSync(join(root, path)));
}

export const isCpp = (path) => /^(src|tests)\/.*\.(cpp|hpp)$/.test(path);
export const isPretty = (path) => /\.(ts|mjs|cjs|js|css|json|md|html|ya?ml)$/.test(path);

/** Whether a file holds texts of a language, and nothing else. */
const isText = (path) => /^web\/(i18n\/(en|zh)|(.+\/)?texts)\/.+\.ts$/.test(path);

/** What a program of Node's complains about. */
async function saidBy(program, ...args) {
  const { code, output } = await run(process.execPath, [program, ...args], { quiet: true });
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return code === 0 ? [] : lines.length > 0 ? lines : [`${program} ended with code ${code}`];
}

/** The names of the checks of one kind, and what each finds. */
const checks = {
  /** Where what stands, and what may know what. */
  rooms: ({ below, textsOf, each }) => [
    [
      'includes in src/ point one way, without circles',
      () => includeProblems(textsOf(below('src/', /\.(cpp|hpp)$/))),
    ],
    [
      'imports in web/ point one way, without circles, as ARCHITECTURE.md shows',
      () => saidBy('scripts/rooms.mjs', '--check'),
    ],
    [
      'no other host is named in web/',
      () => each(below('web/', /\.(ts|css|md|html|svg)$/), hostProblems),
    ],
  ],
  lint: ({ below }, program = webProgram()) => [
    ['no arithmetic on data in TypeScript', () => arithmeticProblems(program)],
    [
      'ESLint has nothing to complain about',
      () =>
        lintProblems(
          below('web/', /^web\/(?!site\/\.vitepress\/).*\.ts$/).filter((path) => !isText(path)),
          program,
        ),
    ],
  ],
  /** Texts change most often, and nothing else is read otherwise because of what they say. */
  'lint-texts': ({ files, textsOf }) => {
    const paths = files.filter(isText);
    const program = webProgram(textsOf(paths));
    return [
      ['no arithmetic on data in texts', () => arithmeticProblems(program)],
      ['ESLint has nothing to complain about in texts', () => lintProblems(paths, program)],
    ];
  },
  types: () => [['TypeScript has nothing to complain about', typeProblems]],
  format: ({ files }) => [
    ['all but C++ is formatted', () => prettierProblems(files.filter(isPretty))],
  ],
  'format-cpp': ({ files }) => [['C++ is formatted', () => cppFormatProblems(files.filter(isCpp))]],
};

/** [{ name, problems }] of the checks of a kind. */
export async function runChecks(kind) {
  const files = projectFiles();
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const given = {
    files,
    below: (folder, pattern) =>
      files.filter((path) => path.startsWith(folder) && pattern.test(path)),
    textsOf: (paths) => Object.fromEntries(paths.map((path) => [path, read(path)])),
    each: (paths, problemsOf) => paths.flatMap((path) => problemsOf(path, read(path))),
  };
  const results = [];
  for (const [name, problemsOf] of checks[kind](given)) {
    results.push({ name, problems: await problemsOf() });
  }
  return results;
}
