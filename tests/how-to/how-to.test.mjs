// What an engineer reads first: the pages of docs/how-to can be followed in the tree as it is, every file and name in them
// exists, and none is long.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../../scripts/lib/run.mjs';
import {
  editsOf,
  filesOver,
  make,
  pageNames,
  pagePath,
  parsePage,
  readPage,
} from './support/pages.mjs';

const index = 'docs/how-to/README.md';
/** Bytes that a file may have, without what a script writes into it. */
const limits = { 'CONTRIBUTING.md': 7000, 'ARCHITECTURE.md': 9000 };
const PAGE_LIMIT = 4000;

const read = (path) => readFileSync(join(root, path), 'utf8');
/** Without what a script writes into it. */
const written = (path) => read(path).replace(/<!-- rooms: [^]*?<!-- end of rooms -->/, '');
/** Without blocks of code, but for commands. */
const proseOf = (path) => written(path).replace(/^( *)(`{3,})(?!sh\n)[^\n]*\n[^]*?^\1\2$/gm, '');
const { scripts } = JSON.parse(read('package.json'));

/** Code in a text, `like this`, on one line. */
const codeIn = (text) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code);
/** `web/i18n`, `tests/node/state/texts.test.mjs`, `package.json`: of this tree, not of what a build or a user makes. */
const isPath = (code) =>
  /^(?:\.github|cmake|docs|models|scripts|src|tests|web)(?:\/[\w.-]+)+\/?$/.test(code) ||
  /^[\w.-]+\.(?:md|json|txt)$/.test(code);
const notOurs = new Set(['custom-elements.json']);
const commandOf = (code) => /^(?:[A-Z]+=\S+ )?npm (?:run )?([\w:-]+)/.exec(code)?.[1];

/** What a text names that is not there: files and folders, scripts of package.json, tests, and pages that it links to. */
function missingIn(path, text, has = (file) => existsSync(join(root, file))) {
  const codes = codeIn(text);
  const files = codes.filter((code) => isPath(code) && !notOurs.has(code));
  const tests = [...text.matchAll(/npm test -- ([^`\n]+)/g)].flatMap(([, words]) =>
    words.split(' ').filter((word) => /^tests\/.+\.(?:mjs|cpp)$/.test(word)),
  );
  const commands = [...codes, ...text.split('\n').map((line) => line.trim())].flatMap(
    (code) => commandOf(code) ?? [],
  );
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) =>
    join(dirname(path), link),
  );
  return [
    ...[...files, ...tests, ...links].filter((file) => !has(file.replace(/\/$/, ''))),
    ...commands.filter((name) => name !== 'install' && !(name in scripts)),
  ];
}

/** Names in code, `has_fault` or `Run::edit`, that are in none of the files that a text names. */
function unknownNames(text, files, readFile) {
  const names = codeIn(text)
    .filter((code) => /^[A-Za-z_]\w*(?:(?:::|\.|#)[A-Za-z_]\w*)*(?:\(\))?$/.test(code))
    .filter((code) => !isPath(code) && !/\.(?:ts|mjs|cpp|hpp|js)$/.test(code));
  const all = files.map((file) => readFile(file) ?? '').join('\n');
  const words = (name) => name.replace('()', '').split(/::|\.|#/);
  return names.filter((name) => words(name).some((word) => !new RegExp(`\\b${word}\\b`).test(all)));
}

const isFile = (path) => existsSync(join(root, path)) && statSync(join(root, path)).isFile();

describe('how to change it', () => {
  for (const name of pageNames()) {
    test(`${name}: each edit has its place, each file and name is there`, () => {
      const files = filesOver(root);
      const { prose, edits } = readPage(name);
      assert.ok(edits.length > 0, 'a page shows the lines of an example');
      make(editsOf(name), files);
      const path = pagePath(name);
      const text = read(path);
      const has = (file) => files.written.has(file) || existsSync(join(root, file));
      assert.deepEqual(missingIn(path, prose, has), []);
      const named = [...codeIn(prose).filter((code) => isFile(code)), ...edits.map((e) => e.file)];
      assert.deepEqual(unknownNames(prose, named, files.read), []);
      assert.ok(Buffer.byteLength(text) <= PAGE_LIMIT, `${Buffer.byteLength(text)} bytes`);
    });
  }

  test('the index lists every page once, in their order', () => {
    const listed = [...read(index).matchAll(/\((\d\d-[\w-]+)\.md\)/g)].map(([, name]) => name);
    assert.deepEqual(listed, pageNames());
    assert.deepEqual(missingIn(index, proseOf(index)), []);
  });

  test('numbers of pages run from 01 on without a gap', () => {
    pageNames().forEach((name, i) => assert.equal(Number(name.slice(0, 2)), i + 1, name));
  });
});

describe('what is read first', () => {
  for (const [path, limit] of Object.entries(limits)) {
    test(`${path} is at most ${limit} bytes, and what it names is there`, () => {
      const bytes = Buffer.byteLength(written(path));
      assert.ok(bytes <= limit, `${bytes} bytes`);
      const text = proseOf(path);
      assert.deepEqual(missingIn(path, text), []);
      const outside = text.replace(/^\|.*$/gm, '');
      const named = codeIn(outside).filter((code) => isFile(code));
      assert.deepEqual(unknownNames(outside, named, read), []);
    });
  }

  test('every room has a row in ARCHITECTURE, and every row is a room', () => {
    const tables = [...read('ARCHITECTURE.md').matchAll(/^\| `([\w/]+)` [^]*?\n\n/gm)];
    const tops = tables.map(([, folder]) => folder);
    assert.deepEqual(tops, ['src/attention_playground', 'web']);
    for (const [table, folder] of tables) {
      const rows = table.trim().split('\n').slice(2);
      const named = rows.flatMap((row) => codeIn(row.split(' | ')[0]));
      const folders = readdirSync(join(root, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name);
      assert.deepEqual(named.filter((name) => !name.includes('/')).sort(), folders.sort());
    }
  });

  test('CITATION has the version of the package', () => {
    const [, cited] = read('CITATION.cff').match(/^version: (.+)$/m);
    assert.equal(cited, JSON.parse(read('package.json')).version);
  });

  test('CONTRIBUTING leads to every recipe', () => {
    const text = read('CONTRIBUTING.md');
    for (const name of pageNames()) assert.ok(text.includes(`${pagePath(name)})`), name);
  });
});

describe('the edits of a page', () => {
  const page = [
    '```ts new a/b.ts',
    'one',
    '',
    '```',
    '1. Step',
    '',
    '   ```ts add a/b.ts before "one"',
    '     zero',
    '   ```',
    '',
    '   ````md add a/b.ts after "on"',
    '   ```js',
    '   ````',
    '',
    '```ts replace a/b.ts "zero\\none"',
    'two',
    '```',
    '',
    '```sh',
    'npm test',
    '```',
  ].join('\n');
  const tree = () => {
    const files = new Map();
    return { read: (file) => files.get(file), write: (file, text) => files.set(file, text) };
  };

  test('are made in their order, with the indentation of their block', () => {
    const files = tree();
    const { edits } = parsePage(page);
    make(edits.slice(0, 3), files);
    assert.equal(files.read('a/b.ts'), '  zero\none\n```js\n\n');
    assert.deepEqual(make(edits.slice(3), files), ['a/b.ts']);
    assert.equal(files.read('a/b.ts'), '  two\n```js\n\n');
  });

  test('are refused where their text is missing or there twice, and where a new file is there already', () => {
    for (const text of [undefined, 'two', 'one one']) {
      const files = tree();
      if (text !== undefined) files.write('a/b.ts', text);
      assert.throws(() => make(parsePage(page).edits.slice(1, 2), files), /times|there is no/);
    }
    const files = tree();
    files.write('a/b.ts', '');
    assert.throws(() => make(parsePage(page).edits, files), /there already/);
  });

  test('a block that says no place, or a wrong one, is refused', () => {
    assert.throws(() => parsePage('```ts\n```'), /without a place/);
    assert.throws(() => parsePage('```ts add a.ts "x"\n```'), /does not say/);
    assert.throws(() => parsePage('```ts new a.ts'), /does not end/);
  });

  test('those of the pages that it starts after come first', () => {
    const [first] = editsOf('04-api-call-tests');
    assert.equal(first.file, 'src/bindings/calls.hpp');
    assert.deepEqual(parsePage('Start after [one](01-a.md)\nand [two](02-b.md).\n').after, [
      '01-a',
      '02-b',
    ]);
  });
});
