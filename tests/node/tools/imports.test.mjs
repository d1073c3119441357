// Two modules that one glue serves: scripts/build/imports.mjs.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fitted } from '../../../scripts/build/imports.mjs';
import { trainingWasmFile, wasmFile } from '../../../scripts/build/wasm.mjs';
import { root } from '../../../scripts/lib/run.mjs';

const glue = (list, more = '') => `var asmLibraryArg={${list}};file="a.wasm";${more}`;
/** Imports a function with no parameters and no result for each name, and has a custom section after them. */
const moduleOf = (...names) =>
  Buffer.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[1, 4, 1, 0x60, 0, 0],
    ...[2, 1 + 6 * names.length, names.length],
    ...names.flatMap((name) => [1, 0x61, 1, name.charCodeAt(0), 0, 0]),
    ...[0, 2, 1, 0x78],
  ]);
const importsOf = (bytes) =>
  WebAssembly.Module.imports(new WebAssembly.Module(bytes)).map(({ name }) => name);

test('imports get the names that the other glue has for the same functions', () => {
  const bytes = moduleOf('a', 'b', 'c');
  assert.deepEqual(importsOf(bytes), ['a', 'b', 'c']);
  const own = glue('"a":one,"b":two,"c":three');
  const other = glue('"b":one,"zz":two,"c":three').replace('a.wasm', 'b-2.wasm');
  const result = fitted(bytes, own, other);
  assert.deepEqual(importsOf(result), ['b', 'zz', 'c']);
  assert.deepEqual(fitted(bytes, own, own), bytes);
});

test('a glue with other functions, or another program, is refused', () => {
  const bytes = moduleOf('a');
  const own = glue('"a":one');
  for (const other of [glue('"a":two'), glue('"a":one,"b":two'), glue('"a":one', 'more()')]) {
    assert.throws(() => fitted(bytes, own, other), /differ by more than names/);
  }
  assert.throws(() => fitted(bytes, 'nothing', 'nothing'), /no list of functions/);
});

test('the module for training imports what the first one does', () => {
  const names = [wasmFile, trainingWasmFile].map((file) =>
    importsOf(readFileSync(join(root, file))).sort(),
  );
  assert.deepEqual(names[1], names[0]);
});
