// What is shown of every kind of step, in traces in which every kind occurs.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { format } from 'prettier';
import { compileAll, displayTag } from '../../../../scripts/build/formulas.mjs';
import { readNotation } from '../../../../scripts/build/generated.mjs';
import { ap } from '../support/engine.mjs';
import { forEachCase } from './cases.mjs';
import { shownTexts } from './shown.mjs';
import { mathmlOf, plainMathml, temmlOf } from './support.mjs';

const file = new URL('shown.json', import.meta.url);

/** Every trace: { name, steps }. */
const traces = [];
before(async () => {
  await forEachCase(ap, (name, { steps }) => traces.push({ name, steps }));
});

test('symbols, formulas and code of every kind of step are those of shown.json', async () => {
  const shown = await shownTexts(ap);
  // UPDATE=1 writes what is shown now: read the difference before you keep it.
  if (process.env.UPDATE)
    writeFileSync(file, await format(JSON.stringify(shown), { parser: 'json' }));
  const expected = JSON.parse(readFileSync(file, 'utf8'));
  for (const kind of new Set([...Object.keys(expected), ...Object.keys(shown)])) {
    assert.deepEqual(shown[kind], expected[kind], kind);
  }
});

test('the page joins the MathML that temml makes of the composed TeX', async () => {
  const { formulas, symbols } = compileAll(ap.declarations(), [], await readNotation());
  const tables = {
    displayTag,
    formulas: Object.fromEntries(formulas),
    symbols: Object.fromEntries(symbols),
  };
  const seen = new Set();
  const check = (place, tex, notation, display) => {
    if (seen.has(`${display} ${tex}`)) return;
    seen.add(`${display} ${tex}`);
    const joined = mathmlOf(notation, tables);
    assert.ok(joined, `${place}: no pieces for ${JSON.stringify(notation)}`);
    assert.equal(plainMathml(joined), temmlOf(tex, display), `${place}: ${tex}`);
  };
  for (const { name, steps } of traces) {
    for (const { path, symbol, formula, notation } of steps) {
      check(`${name}, ${path}`, symbol, notation.symbol, false);
      check(`${name}, ${path}`, formula, notation.formula, true);
    }
  }
});

test('a symbol means one step of a trace, but for where it stands', () => {
  for (const { name, steps } of traces) {
    const paths = new Map();
    for (const { path, symbol, scope } of steps) {
      const { sentence, stack, layer, head, tile, worker } = scope;
      const key = JSON.stringify({ symbol, sentence, stack, layer, head, tile, worker });
      assert.equal(
        paths.get(key),
        undefined,
        `${name}: ${symbol} of ${path} and ${paths.get(key)}`,
      );
      paths.set(key, path);
    }
  }
});

const python = '/usr/bin/python3';
const parseAll = `
import ast, json, sys
for name, line in json.load(sys.stdin):
    try: ast.parse(line)
    except SyntaxError as error: print(f'{name}: {line}: {error.msg}')
`;

test('every line of PyTorch and NumPy is Python', { skip: !existsSync(python) }, () => {
  const lines = traces.flatMap(({ name, steps }) =>
    steps.flatMap(({ path, code, numpy }) =>
      [code, numpy].map((line) => [`${name}, ${path}`, line]),
    ),
  );
  const { stdout, stderr, status } = spawnSync(python, ['-c', parseAll], {
    input: JSON.stringify(lines.filter(([, line]) => !line.startsWith('#'))),
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  assert.equal(stdout, '');
});
