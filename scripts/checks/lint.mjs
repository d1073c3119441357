// ESLint over web/, by eslint.config.mjs.

import { dirname, join, relative } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { rulesWith } from '../../eslint.config.mjs';
import { root } from '../lib/run.mjs';

/** Parsed files, which several programs share: of the libraries for the most part. */
const parsed = new Map();

function remembered(file, parse) {
  if (!parsed.has(file)) parsed.set(file, parse());
  return parsed.get(file);
}

/** A program of all files of web/; or of some texts by path, with what they import. */
export function webProgram(given = {}) {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config;
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const host = ts.createCompilerHost({ ...options, incremental: false }, true);
  const texts = new Map(Object.entries(given).map(([path, text]) => [join(root, path), text]));
  const { fileExists, readFile, getSourceFile, directoryExists } = host;
  const folders = new Set([...texts.keys()].map(dirname));
  host.fileExists = (file) => texts.has(file) || fileExists(file);
  host.readFile = (file) => texts.get(file) ?? readFile(file);
  host.directoryExists = (folder) => folders.has(folder) || directoryExists(folder);
  host.getSourceFile = (file, version) =>
    texts.has(file)
      ? ts.createSourceFile(file, texts.get(file), version, true)
      : remembered(file, () => getSourceFile(file, version));
  const files = texts.size > 0 ? [...texts.keys()] : fileNames;
  return ts.createProgram(files, { ...options, incremental: false }, host);
}

/** ESLint, for files of a program, which is asked for types. */
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

/** What is wrong with one file of a program. */
export async function messagesOf(path, program) {
  const { text } = program.getSourceFile(join(root, path));
  const [{ messages }] = await eslintOf(program).lintText(text, { filePath: path });
  return messages;
}
