// What the command writes is read back by whoever it is for: the engine, NumPy, Python, a parser of pages.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parse } from 'parse5';
import { pythonPath as python } from '../../../scripts/setup.mjs';
import { ap, assertSame } from '../engine/support/engine.mjs';
import { importWeb } from '../support/bundled.mjs';
import { printed, run } from './support/command.mjs';

const { readHash } = await importWeb('playground/address.ts');
const folder = mkdtempSync(join(tmpdir(), 'attention-command-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const file = (name) => join(folder, name);

const args = ['The cat sat', '--heads', '2', '--mask', 'causal'];
const text = await printed([...args, '--json']);
const trace = ap.traceFrom(text);
after(() => trace.dispose());

function runPython(source, ...words) {
  const { status, stdout, stderr } = spawnSync(python, ['-c', source, ...words], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  return stdout;
}

test('a trace as JSON is the trace again', () => {
  assert.deepEqual(trace.tensor('weights').shape, [1, 2, 3, 3]);
  assert.equal(JSON.stringify(trace), text.trim());
});

test('a step as JSON has its numbers', async () => {
  const step = JSON.parse(await printed([...args, '--step', 'scores', '--json']));
  assert.equal(step.path, 'scores');
  assertSame({ ...step, data: Float32Array.from(step.data) }, trace.tensor('scores'));
});

test('NumPy reads the numbers, and files are named on standard error', async () => {
  const [all, one] = [file('all.npz'), file('one.npz')];
  const { stderr, stdout } = await run([...args, '--npz', all]);
  assert.equal(stdout, '');
  assert.ok(stderr.includes(all));
  await run([...args, '--npz', one, '--step', 'weights']);
  const source = `import json, sys, numpy as np
read = lambda path: {name: value.tolist() for name, value in np.load(path).items() if name in ('weights', 'scores')}
print(json.dumps([read(path) for path in sys.argv[1:]]))`;
  const [whole, single] = JSON.parse(runPython(source, all, one).replaceAll('-Infinity', '-1e999'));
  assert.deepEqual(Object.keys(single), ['weights']);
  assert.deepEqual(single.weights.flat(3), Array.from(trace.tensor('weights').data));
  assert.deepEqual(whole.scores.flat(3), Array.from(trace.tensor('scores').data));
});

test('the program runs, and agrees with itself', async () => {
  const program = await printed([...args, '--program', 'numpy']);
  assert.match(runPython(program), /\S/);
  const notebook = JSON.parse(await printed([...args, '--program', 'torch', '--notebook']));
  assert.equal(notebook.nbformat, 4);
  assert.match(
    notebook.cells.map(({ source }) => [source].flat().join('')).join('\n'),
    /import torch/,
  );
});

test('figures have the numbers, and several files are written at once', async () => {
  const [svg, png, tex] = ['svg', 'png', 'tex'].map((ending) => file(`weights.${ending}`));
  const { code, stderr } = await run([...args, '--svg', svg, '--png', png, '--tex', tex]);
  assert.equal(code, 0, stderr);
  const number = trace.tensor('weights').data[3].toFixed(2);
  assert.ok(readFileSync(svg, 'utf8').includes(`>${number}<`), number);
  assert.ok(readFileSync(tex, 'utf8').includes(number));
  const bytes = readFileSync(png);
  assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
  const [, width] = /<svg[^>]* width="(\d+)/.exec(readFileSync(svg, 'utf8'));
  assert.equal(bytes.readUInt32BE(16), 3 * width);
  const markdown = await printed([...args, '--markdown']);
  assert.ok(markdown.includes(`| ${number} |`));
  assert.ok((await printed([...args, '--svg', '-'])) === readFileSync(svg, 'utf8'));
});

test('a page has the state in it, and an address leads to it', async () => {
  const page = file('attention.html');
  const { code, stderr } = await run([...args, '--html', page]);
  assert.equal(code, 0, stderr);
  const html = readFileSync(page, 'utf8');
  assert.equal(parse(html).childNodes[0].nodeName, '#documentType');
  assert.ok(html.includes('"sentences":["The cat sat"]'));
  const link = await printed([...args, '--link', 'https://example.org/play/?a=1']);
  const { href, hash } = new URL(link);
  assert.ok(href.startsWith('https://example.org/play/?a=1#'));
  const { sentences, heads, mask } = readHash(hash);
  assert.deepEqual([sentences, heads, mask], [['The cat sat'], 2, 'causal']);
});
