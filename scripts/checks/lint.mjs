// ESLint over web/, by eslint.config.mjs.

import { relative } from 'node:path';
import { ESLint } from 'eslint';
import { root } from '../lib/run.mjs';

export async function lintProblems(paths) {
  const eslint = new ESLint({
    cwd: root,
    cache: true,
    cacheStrategy: 'content',
    cacheLocation: 'build/eslint-cache',
  });
  const results = await eslint.lintFiles(paths);
  return results.flatMap(({ filePath, messages }) =>
    messages.map(
      ({ line, message, ruleId }) => `${relative(root, filePath)}:${line}: ${message} (${ruleId})`,
    ),
  );
}

/** The same for one text, as if it were that file. */
export async function lintTextProblems(path, text) {
  const [result] = await new ESLint({ cwd: root }).lintText(text, { filePath: path });
  return result.messages.map(({ ruleId }) => ruleId);
}
