// MathML that the page joins from pieces: the same as temml makes of the whole formula.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compileAll, displayTag, expansionsOf } from '../../../../scripts/build/formulas.mjs';
import { readNotation } from '../../../../scripts/build/generated.mjs';
import { Failure } from '../../../../scripts/lib/run.mjs';
import { composeLast, compose, mathmlOf, plainMathml, temmlOf } from './support.mjs';

const notation = await readNotation();

/** The tables of some templates, as the page has them. */
function tablesOf(declarations, texts = []) {
  const { formulas, symbols } = compileAll(declarations, texts, notation);
  return {
    displayTag,
    formulas: Object.fromEntries(formulas),
    symbols: Object.fromEntries(symbols),
  };
}

const declared = (symbol, formula, arity = [0, Infinity]) => ({ symbol, formula, arity });

function assertSame(steps, tables) {
  for (const { symbol, formula, notation: own } of steps) {
    assert.equal(plainMathml(mathmlOf(own.symbol, tables) ?? ''), temmlOf(symbol, false), symbol);
    assert.equal(plainMathml(mathmlOf(own.formula, tables) ?? ''), temmlOf(formula, true), formula);
  }
}

describe('expansions', () => {
  test('by number of inputs: up to the form with dots', () => {
    assert.deepEqual(expansionsOf('{*: + }', [1, Infinity], notation), [
      '{0!}',
      '{0!} + {1!}',
      '{0!} + {1!} + {2!}',
      '{0!} + {1!} + {2!} + {3!}',
      String.raw`{0!} + \dots + {beforeLast!} + {last!}`,
    ]);
    assert.deepEqual(expansionsOf('{0} {1}{?2: + {2}}', [2, 3], notation), [
      '{0} {1}',
      '{0} {1} + {2}',
    ]);
  });

  test('by conditions: each subset of a few, of many none and each alone', () => {
    const some = (...names) => names.map((name) => `{?${name}:${name.toUpperCase()}}`).join('');
    assert.deepEqual(expansionsOf(some('a', 'b'), [0, 0], notation), ['', 'A', 'B', 'AB']);
    assert.deepEqual(expansionsOf(some('a', 'b', 'c', 'd'), [0, 0], notation), [
      '',
      'A',
      'B',
      'C',
      'D',
    ]);
  });
});

describe('joined pieces are what temml makes of the whole', () => {
  const symbols = [
    ...[
      'X',
      'W_Q',
      String.raw`K_{\text{heads}}`,
      String.raw`[Z_1 \dots Z_h]`,
      String.raw`\tilde{S}`,
    ],
    ...[
      'X + F',
      String.raw`\mathrm{Var}\, S`,
      String.raw`\log p`,
      String.raw`\mathrm{id}`,
      String.raw`\mathcal{L}`,
    ],
    ...[
      String.raw`S_{\tau{?head:,{head}}}`,
      'W_{Q,{head}}',
      'S_{{row},{column}}',
      'X{?sublayer:_{sublayer}}',
    ],
  ];
  const formulas = [
    ...['{0}{?1: {1}}{?2: + {2}}', '{*: + }', '[{*:;\\; }]', '{0}[{window}]', '{0}[{0!}]'],
    ...[String.raw`{0}\, {0}^{\top}`, '{0}_t', String.raw`{out} \in \mathbb{R}^{{shape}}`],
    String.raw`\dfrac{e^{{0!} - m}}{\sum_j e^{{0!} - m}}, \quad m = \max_j {0}_j`,
    String.raw`\begin{cases} 0 & s \le t{?past: + {past}} \\ -\infty & \text{else} \end{cases}`,
    '{out}[{cell}] = {0}[{source}]',
    String.raw`{out}_{t,2i} = \sin\dfrac{t}{10000^{2i/D}}`,
    String.raw`{0} \cdot \tfrac12\left(1 + \mathrm{erf}\tfrac{{0!}}{\sqrt2}\right)`,
    String.raw`\textstyle\sum_s {0} \ln {0} + {k} + {p}`,
    String.raw`({0!} + 0.044715\, {0}^3)`,
    String.raw`e^{\frac{{0!}}{n}}`,
  ];
  const tables = tablesOf([
    ...symbols.map((symbol) => declared(symbol, '{0}')),
    ...formulas.map((formula) => declared('Y', formula)),
  ]);
  const step = {
    symbol: 'Y',
    axes: ['batch', 'head', 'query', 'd_k'],
    shape: [1, 2, 3, 4],
    scope: { head: 1, tile: [0, 1], sublayer: 2, worker: 1 },
    attributes: { axis: 1, other_axis: 2, start: 0, length: 16, past: 2, k: 5, p: 0.25 },
  };

  for (const formula of formulas) {
    test(formula, () => {
      for (const symbol of symbols) {
        for (const inputs of [[0], [0, 1], [0, 1, 2], [0, 1, 2, 3, 4, 5]]) {
          const leaves = inputs.map((_, i) => ({
            ...step,
            symbol: symbols[(symbols.indexOf(symbol) + i) % symbols.length],
          }));
          assertSame(compose(...leaves, { ...step, formula, inputs }), tables);
        }
      }
    });
  }

  test('with superscripts', () => {
    for (const symbol of symbols) {
      const base = { ...step, symbol };
      for (const superscript of ["'", 'worker']) {
        assertSame(
          compose(
            { ...base, superscript },
            { ...step, inputs: [0], formula: String.raw`{0}\, {0}^{\top}` },
          ),
          tables,
        );
      }
      assertSame(
        compose(base, { ...base, inputs: [0], formula: String.raw`{0}\, {0}^{\top}` }),
        tables,
      );
    }
  });
});

describe('the tables', () => {
  test('have the TeX of texts, each once', () => {
    const { symbols } = tablesOf([declared('d_k', '')], ['d_k', String.raw`\sqrt{d_k}`]);
    assert.match(symbols['d_k'][0], /^<msub>.*<\/msub>$/);
    assert.match(symbols[String.raw`\sqrt{d_k}`][0], /^<msqrt>.*<\/msqrt>$/);
  });

  test('know nothing of other templates', () => {
    const { notation: own } = composeLast({ symbol: 'Y', formula: '{0} - {1}' });
    const tables = tablesOf([declared('Y', '')]);
    assert.equal(mathmlOf(own.formula, tables), undefined);
    const unknown = { template: '{out}', places: { out: { template: 'Q', places: {} } } };
    assert.equal(mathmlOf(unknown, tables), undefined);
  });

  test('TeX that cannot be read fails the build, and so does a place within words', () => {
    assert.throws(() => tablesOf([declared('', String.raw`\frac{a`)]), Failure);
    assert.throws(() => tablesOf([declared('', String.raw`\textit{{head}}`)]), Failure);
  });
});
