// npm test -- FILE … [NAME], or NAME: the tests of some files, or of one name wherever it stands, after what they need is built.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, root } from '../lib/run.mjs';
import { filesBelow } from '../lib/files.mjs';
import { build } from '../lib/wireit.mjs';
import { catchName, cppTests } from './cpp.mjs';
import { nodeTests } from './node.mjs';
import { add, close, none } from './report.mjs';

const isFile = (word) => /\.test\.mjs$|_test\.cpp$/.test(word);
const isCpp = (file) => file.endsWith('.cpp');
/** The engine, stores and figures need the package's scripts; what else is tested may ask for its types, or for the site. */
const needsAll = (file) =>
  !/^tests\/(node\/(engine|state|lessons|python)|figures)\//.test(file) ||
  file.endsWith('.slow.test.mjs');
const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The test files in which this name, or a part of it, stands. */
function filesWith(name) {
  return filesBelow('tests', (path) => /node_modules$/.test(path))
    .filter((file) => isFile(file))
    .filter((file) => readFileSync(join(root, file), 'utf8').includes(name));
}

/** What is to run: files of node:test and of Catch2, all of them or by a name. */
function wanted(words) {
  const files = words.filter(isFile);
  const [name] = words.filter((word) => !isFile(word));
  const missing = files.find((file) => !existsSync(join(root, file)));
  if (missing) throw new Failure(`There is no ${missing}.`);
  if (files.length === 0) files.push(...filesWith(name));
  if (files.length === 0) {
    throw new Failure(
      `No test has “${name}” in its name. A file is named by its path, as tests/….`,
    );
  }
  return { files, name };
}

/** Catch2's pattern: by a name, or by the file, which is a tag of its tests. */
export const cppPattern = (file, name) =>
  name ? `*${catchName(name)}*` : `[#${file.match(/([^/]+)\.cpp$/)[1]}]`;

export async function runSome(words) {
  const { files, name } = wanted(words);
  const pattern = name && escaped(name);
  const reports = [];
  const others = files.filter((file) => !isCpp(file));
  if (others.length > 0) {
    await build(others.some(needsAll) ? 'build:all' : 'build:bundle');
    reports.push(await nodeTests(others, { pattern }));
  }
  const patterns = new Set(files.filter(isCpp).map((file) => cppPattern(file, name)));
  for (const one of patterns) reports.push(await cppTests('native', one));
  close(reports, reports.reduce(add, none));
}
