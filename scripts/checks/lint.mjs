// ESLint over web/, by eslint.config.mjs.

import { join, relative } from 'node:path';
import { ESLint } from 'eslint';
import { rulesWith } from '../../eslint.config.mjs';
import { root } from '../lib/run.mjs';

/** ESLint, for files of a program of TypeScript, which other checks may have asked for types already. */
const eslintOf = (program) =>
  new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: rulesWith({ programs: [program] }),
  });

export async function lintProblems(paths, program) {
  // Nothing is cached by file: what is wrong with a promise in one depends on the types in others.
  const results = await eslintOf(program).lintFiles(paths);
  return results.flatMap(({ filePath, messages }) =>
    messages.map(
      ({ line, message, ruleId }) => `${relative(root, filePath)}:${line}: ${message} (${ruleId})`,
    ),
  );
}

/** The rules that one file of a program breaks. */
export async function rulesBroken(path, program) {
  const text = program.getSourceFile(join(root, path)).text;
  const [result] = await eslintOf(program).lintText(text, { filePath: path });
  return result.messages.map(({ ruleId }) => ruleId);
}
