// ESLint over texts that are in no file, by the rules of eslint.config.mjs.

import { dirname, join } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { rulesWith } from '../../../../eslint.config.mjs';
import { root } from '../../../../scripts/lib/run.mjs';

/** Parsed files, which several programs share: of the libraries for the most part. */
const parsed = new Map();

function remembered(file, parse) {
  if (!parsed.has(file)) parsed.set(file, parse());
  return parsed.get(file);
}

/** A program of some texts by their path, with what they import. */
export function webProgram(given) {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config;
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
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
  return ts.createProgram([...texts.keys()], { ...options, incremental: false }, host);
}

/** What is wrong with one file of a program, which is asked for types. */
export async function messagesOf(path, program) {
  const { text } = program.getSourceFile(join(root, path));
  const overrideConfig = rulesWith({ programs: [program] });
  const eslint = new ESLint({ cwd: root, overrideConfigFile: true, overrideConfig });
  const [{ messages }] = await eslint.lintText(text, { filePath: path });
  return messages;
}
