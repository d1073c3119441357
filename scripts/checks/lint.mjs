// ESLint over web/, by eslint.config.mjs.

import { relative } from 'node:path';
import { ESLint } from 'eslint';
import { root } from '../lib/run.mjs';

export async function lintProblems(paths) {
  // Nothing is cached by file: what is wrong with a promise in one depends on the types in others.
  const results = await new ESLint({ cwd: root }).lintFiles(paths);
  return results.flatMap(({ filePath, messages }) =>
    messages.map(
      ({ line, message, ruleId }) => `${relative(root, filePath)}:${line}: ${message} (${ruleId})`,
    ),
  );
}

/** The same for one text, as if it were that file, which has to exist: the compiler knows no other. */
export async function lintTextProblems(path, text) {
  const [result] = await new ESLint({ cwd: root }).lintText(text, { filePath: path });
  return result.messages.map(({ ruleId }) => ruleId);
}
