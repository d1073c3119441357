// Notebooks: what the schema of nbformat 4.5 demands, and the same lines as the script.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withTrace } from '../support/engine.mjs';
import { models, withTransformer } from '../support/models.mjs';
import { runPrograms } from './python.mjs';

const keysOf = (value) => Object.keys(value).sort();
const common = ['cell_type', 'id', 'metadata', 'source'];

/** The rules of nbformat.v4.5.schema.json for what these notebooks have. */
function assertValid(notebook) {
  assert.deepEqual(keysOf(notebook), ['cells', 'metadata', 'nbformat', 'nbformat_minor']);
  assert.equal(notebook.nbformat, 4);
  assert.ok(Number.isInteger(notebook.nbformat_minor) && notebook.nbformat_minor >= 5);
  const { kernelspec, language_info: language } = notebook.metadata;
  assert.equal(typeof kernelspec.name, 'string');
  assert.equal(typeof kernelspec.display_name, 'string');
  assert.equal(typeof language.name, 'string');
  const ids = notebook.cells.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length, 'ids are unique');
  for (const cell of notebook.cells) assertValidCell(cell);
}

function assertValidCell(cell) {
  assert.match(cell.id, /^[a-zA-Z0-9-_]{1,64}$/);
  assert.equal(Object.prototype.toString.call(cell.metadata), '[object Object]');
  assert.ok(Array.isArray(cell.source));
  for (const line of cell.source) assert.equal(typeof line, 'string');
  // Only the last line has no end.
  for (const line of cell.source.slice(0, -1)) assert.match(line, /^[^\n]*\n$/);
  if (cell.cell_type === 'markdown') return assert.deepEqual(keysOf(cell), common);
  assert.equal(cell.cell_type, 'code');
  assert.deepEqual(keysOf(cell), [...common, 'execution_count', 'outputs'].sort());
  assert.equal(cell.execution_count, null);
  assert.deepEqual(cell.outputs, []);
}

const codeOf = ({ cells }) =>
  cells
    .filter(({ cell_type: type }) => type === 'code')
    .map(({ source }) => source.join(''))
    .join('\n');
const isLine = (line) => line !== '' && !line.startsWith('#');

describe('a notebook', () => {
  test('is valid, and has the lines of the script', () => {
    withTransformer(models['encoder–decoder with labels, unequal lengths, dropout'], (trace) => {
      for (const language of ['numpy', 'torch']) {
        const notebook = JSON.parse(trace.program({ language, format: 'ipynb' }).source);
        assertValid(notebook);
        const script = trace.program({ language }).source;
        const lines = (text) => text.split('\n').filter(isLine);
        assert.deepEqual(lines(codeOf(notebook)), lines(script));
      }
    });
  });

  test('begins with an introduction, has a title for each part, and ends with the check', () => {
    withTransformer(models['encoder–decoder'], (trace) => {
      const { cells } = JSON.parse(trace.program({ language: 'torch', format: 'ipynb' }).source);
      assert.match(cells[0].source.join(''), /^# .*PyTorch/);
      const titles = cells.filter((cell) => cell.cell_type === 'markdown').slice(1);
      const texts = titles.map(({ source }) => source.join(''));
      assert.deepEqual(texts.slice(0, 2), ['## Modules', '## Recorded numbers']);
      assert.ok(texts.includes('## Encoder, layer 1, self-attention'), texts.join());
      assert.ok(texts.includes('## Decoder, layer 1, cross-attention'), texts.join());
      assert.equal(texts.at(-1), '## Check');
    });
  });

  test('runs', () => {
    withTrace({ tokens: [['a', 'b']], dModel: 8, numHeads: 2 }, (trace) => {
      const notebook = JSON.parse(trace.program({ language: 'numpy', format: 'ipynb' }).source);
      const [{ error, printed }] = runPrograms([{ source: codeOf(notebook), names: [] }]);
      assert.equal(error, null);
      assert.match(printed, /^output: off by at most/);
    });
  });
});
