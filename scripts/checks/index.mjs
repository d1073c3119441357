// What ESLint finds, over the files that git tracks or would add.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, root } from '../lib/run.mjs';
import { lintProblems, webProgram } from './lint.mjs';

/** Paths of TypeScript in web/, without those that .gitignore excludes. */
function sources() {
  const list = ask('git', ['-C', root, 'ls-files', '-co', '--exclude-standard', '-z', 'web']) ?? '';
  return list.split('\0').filter((path) => path.endsWith('.ts') && existsSync(join(root, path)));
}

/** Whether a file holds texts of a language, and nothing else. */
const isText = (path) => /^web\/(i18n\/(en|zh)|(.+\/)?texts)\/.+\.ts$/.test(path);

/** The names of the checks of one kind, and what each finds. */
const checks = {
  lint: (paths) => [
    [
      'ESLint has nothing to complain about',
      () =>
        lintProblems(
          paths.filter((path) => !path.startsWith('web/site/.vitepress/') && !isText(path)),
          webProgram(),
        ),
    ],
  ],
  /** Texts change most often, and nothing else is read otherwise because of what they say. */
  'lint-texts': (all) => {
    const paths = all.filter(isText);
    const texts = paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]);
    const program = webProgram(Object.fromEntries(texts));
    return [['ESLint has nothing to complain about in texts', () => lintProblems(paths, program)]];
  },
};

/** [{ name, problems }] of the checks of a kind. */
export async function runChecks(kind) {
  const results = [];
  for (const [name, problemsOf] of checks[kind](sources())) {
    results.push({ name, problems: await problemsOf() });
  }
  return results;
}
