// Formulas and code composed from templates, with steps made by hand.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { composeLast, reading } from './support.mjs';

const formulaOf = (symbols, formula, step = {}) => reading(symbols, { ...step, formula }).formula;
const codeOf = (symbols, code, step = {}) => reading(symbols, { ...step, code }).code;

describe('symbols in formulas', () => {
  test('a product is written as people write it', () => {
    assert.equal(formulaOf(['X', 'W_Q'], '{0} {1}'), 'Y = X W_Q');
    assert.equal(formulaOf(['Q', 'K'], String.raw`{0}\, {1}^{\top}`), String.raw`Y = Q\, K^{\top}`);
  });

  test('a superscript of the template stands above the symbol’s subscript', () => {
    const formula = formulaOf([String.raw`K_{\text{heads}}`], String.raw`{0}^{\top}`);
    assert.equal(formula, String.raw`Y = K_{\text{heads}}^{\top}`);
    assert.equal(formulaOf(['H'], '0.04\\, {0}^3'), 'Y = 0.04\\, H^{3}');
    assert.equal(formulaOf(['X + F'], '{0}^2'), 'Y = (X + F)^{2}');
    assert.equal(formulaOf(['X^a'], '{0}^2'), 'Y = {X^a}^{2}');
  });

  test('braces stand where a script follows, and where a script or an argument begins', () => {
    assert.equal(formulaOf(['X_a'], '{0}_t'), 'Y = {X_a}_t');
    assert.equal(formulaOf(['X'], '{0}_t'), 'Y = X_t');
    assert.equal(formulaOf(['\\tilde{S}'], '{0}_t'), String.raw`Y = \tilde{S}_t`);
    assert.equal(formulaOf(['\\tilde S'], '{0}_t'), String.raw`Y = {\tilde S}_t`);
    assert.equal(formulaOf(['X_a'], 'e^{0}'), 'Y = e^{X_a}');
    assert.equal(formulaOf(['X', 'Y_1'], String.raw`\dfrac{0}{1}`), String.raw`Y = \dfrac{X}{Y_1}`);
    assert.equal(
      formulaOf(['X'], String.raw`\dfrac{{0!}}{2 - p}`),
      String.raw`Y = \dfrac{X}{2 - p}`,
    );
  });

  test('a control word ends before a letter', () => {
    assert.equal(formulaOf(['\\gamma', 'X'], '{0}{1}'), String.raw`Y = \gamma X`);
    assert.equal(formulaOf(['\\gamma'], '{0}x'), String.raw`Y = \gamma x`);
  });

  test('compound symbols stand in brackets, unless the template says otherwise', () => {
    assert.equal(formulaOf(['X + F', 'W'], '{0} {1}'), 'Y = (X + F) W');
    assert.equal(formulaOf(['X + F'], String.raw`\max({0!})`), String.raw`Y = \max(X + F)`);
    assert.equal(
      formulaOf(['X + F'], String.raw`\max({0!}) {0}`),
      String.raw`Y = \max(X + F) (X + F)`,
    );
  });

  test('what is in braces or square brackets, or behind a control word, is not compound', () => {
    for (const symbol of ['[Z_1 \\dots Z_h]', 'X_{a + b}', '\\hat y', '\\tilde{S}', '\\log p']) {
      assert.equal(formulaOf([symbol], '2 {0}'), `Y = 2 ${symbol}`);
    }
    for (const symbol of ['\\sqrt{D}\\, X', 'X -F', '\\mathrm{Var} S']) {
      assert.equal(formulaOf([symbol], '2 {0}'), `Y = 2 (${symbol})`);
    }
  });

  test('braces that are no place stay', () => {
    const formula = String.raw`\mathrm{scale} \cdot \text{head} + d_{ij} + \{0, 1\} + \sqrt{D}`;
    assert.equal(formulaOf(['X'], formula, { attributes: { scale: 2 } }), `Y = ${formula}`);
    assert.equal(formulaOf(['X'], String.raw`\mathbb{R}^{D}}`), String.raw`Y = \mathbb{R}^{D}}`);
  });
});

describe('a formula', () => {
  test('says its own symbol itself where it wants to', () => {
    assert.equal(formulaOf(['X'], '{out}_t = {0}_t'), 'Y_t = X_t');
    assert.equal(formulaOf(['X'], '{out}^2 < {0}'), 'Y^{2} < X');
  });

  test('is the symbol alone where that says all', () => {
    const product = String.raw`Q\, K^{\top}`;
    const step = { symbol: product, formula: String.raw`{0}\, {1}^{\top}` };
    const { formula, symbol, notation } = reading(['Q', 'K'], step);
    assert.equal(formula, symbol);
    assert.deepEqual(notation.formula, { template: '{out}', places: { out: notation.symbol } });
    assert.equal(formulaOf([], ''), 'Y');
  });

  test('keeps its places: the expanded template, and what stands in them', () => {
    const { notation } = reading(['X', 'W + V'], { formula: '{0} {1}{?2: + {2}}' });
    assert.deepEqual(notation.formula, {
      template: '{out} = {0} {1}',
      places: {
        out: { template: 'Y', places: {} },
        0: { template: 'X', places: {} },
        1: { template: '({0})', places: { 0: { template: 'W + V', places: {} } } },
      },
    });
    assert.throws(() => (notation.formula.places.out = ''), TypeError);
  });
});

describe('optional and repeated parts', () => {
  const linear = '{0} {1}{?2: + {2}}';
  test('what depends on an input is there with it', () => {
    assert.equal(formulaOf(['X', 'W', 'b'], linear), 'Y = X W + b');
    assert.equal(formulaOf(['X', 'W'], linear), 'Y = X W');
    assert.equal(codeOf(['X', 'W', 'b'], '{0} @ {1}{?2: + {2}}'), 'y = x @ w + b');
  });

  test('what depends on an attribute is there where it is not 0', () => {
    const formula = String.raw`\begin{cases} 0 & s \le t{?past: + {past}} \\ -\infty & \text{else} \end{cases}`;
    const past = (attributes) => formulaOf([], formula, { attributes });
    assert.match(past({ past: 3 }), /s \\le t \+ 3 \\\\/);
    assert.match(past({ past: 0 }), /s \\le t \\\\/);
    assert.match(past({}), /s \\le t \\\\/);
  });

  test('a condition within a condition or a group', () => {
    assert.equal(formulaOf(['a', 'b'], '{?0:{0}{?1: + {1}}{?2: + {2}}}'), 'Y = a + b');
    const symbol = String.raw`S_{\tau{?head:,{head}}}`;
    assert.equal(composeLast({ symbol, scope: { head: 0 } }).symbol, String.raw`S_{\tau,1}`);
    assert.equal(composeLast({ symbol }).symbol, String.raw`S_{\tau}`);
  });

  test('all inputs, or those from one on, with something between', () => {
    assert.equal(formulaOf(['a', 'b', 'c'], '{*: + }'), 'Y = a + b + c');
    assert.equal(formulaOf(['a', 'b', 'c'], '{0} < {1*:, }'), 'Y = a < b, c');
    assert.equal(formulaOf(['a'], '[{*:;\\; }]'), 'Y = [a]');
    assert.equal(
      codeOf(['a', 'b'], 'torch.cat(({*:, }), dim={axis})', { attributes: { axis: 2 } }),
      'y = torch.cat((a, b), dim=2)',
    );
  });

  test('five and more are written with dots in a formula, in full in code', () => {
    const many = ['a', 'b', 'c', 'd', 'e', 'f'];
    assert.equal(formulaOf(many.slice(0, 4), '{*: + }'), 'Y = a + b + c + d');
    assert.equal(formulaOf(many, '{*: + }'), String.raw`Y = a + \dots + e + f`);
    assert.equal(formulaOf(many, '{0} < {1*:, }'), String.raw`Y = a < b, \dots, e, f`);
    assert.equal(codeOf(many, '{*: + }'), 'y = a + b + c + d + e + f');
  });

  test('terms and members of a list need no brackets, factors do', () => {
    assert.equal(formulaOf(['a + b', 'c'], '{*: + }'), 'Y = a + b + c');
    assert.equal(
      formulaOf(['a + b', 'c'], String.raw`{*: \odot }`),
      String.raw`Y = (a + b) \odot c`,
    );
  });
});

describe('superscripts', () => {
  test('of a step stand above the subscript of its symbol, at the end of one without', () => {
    const primed = (symbol) => composeLast({ symbol, superscript: "'" }).symbol;
    assert.equal(primed(String.raw`Q_{\text{view}}`), String.raw`Q_{\text{view}}^{\prime}`);
    assert.equal(primed(String.raw`[Z_1 \dots Z_h]`), String.raw`[Z_1 \dots Z_h]^{\prime}`);
    assert.equal(primed('X + F'), String.raw`(X + F)^{\prime}`);
    assert.equal(primed('X^a'), String.raw`{X^a}^{\prime}`);
  });

  test('the worker’s number counts from 1', () => {
    const worker = { superscript: 'worker', scope: { worker: 1 } };
    assert.equal(composeLast({ symbol: 'O', ...worker }).symbol, 'O^{(2)}');
    assert.equal(composeLast({ symbol: 'W_Q', ...worker }).symbol, 'W_Q^{(2)}');
  });

  test('join those of the template', () => {
    const k = { symbol: 'K', superscript: "'" };
    const scores = { symbol: 'S', inputs: [0], formula: String.raw`{0}^{\top}` };
    assert.equal(composeLast(k, scores).formula, String.raw`S = K^{\prime\,\top}`);
  });
});

describe('older tensors of the same symbol', () => {
  const before = { symbol: 'm_{row}', variable: 'm', scope: { tile: [1] } };
  const step = {
    ...before,
    inputs: [0, 1],
    formula: String.raw`\max({0!},\; {1!})`,
    code: 'max({0}, {1})',
  };

  test('are marked in the formula and in code', () => {
    const { formula, code } = composeLast(before, { symbol: 'S', variable: 's' }, step);
    assert.equal(formula, String.raw`m_{2} = \max(m_{2}^{\text{old}},\; S)`);
    assert.equal(code, 'm = max(m_old, s)');
  });

  test('are those before another input of the symbol', () => {
    const correction = { symbol: '\\alpha', inputs: [0, 1], formula: 'e^{{0!} - {1!}}' };
    assert.equal(
      composeLast(before, before, correction).formula,
      String.raw`\alpha = e^{m_{2}^{\text{old}} - m_{2}}`,
    );
  });

  test('are not one step that is read twice, nor one of another scope', () => {
    const sum = { symbol: 'Y', formula: '{0} + {1}' };
    assert.equal(composeLast(before, { ...sum, inputs: [0, 0] }).formula, 'Y = m_{2} + m_{2}');
    const other = { ...before, scope: { tile: [0] } };
    assert.equal(
      composeLast(other, before, { ...sum, inputs: [0, 1] }).formula,
      'Y = m_{1} + m_{2}',
    );
  });
});

describe('values', () => {
  test('sizes by the names of their axes', () => {
    const shaped = (axes) =>
      reading([], {
        axes,
        formula: String.raw`{out} \in \mathbb{R}^{{shape}}`,
        code: 'torch.empty({shape})',
      });
    const weight = shaped(['d_model', 'heads_d_k']);
    assert.equal(weight.formula, String.raw`Y \in \mathbb{R}^{D \times h d_k}`);
    assert.equal(weight.code, 'y = torch.empty(d_model, n_heads * d_k)');
    const bias = shaped(['feed_forward']);
    assert.equal(bias.formula, String.raw`Y \in \mathbb{R}^{d_{ff}}`);
    assert.equal(bias.code, 'y = torch.empty(dim_feedforward)');
    assert.equal(
      formulaOf(['X'], String.raw`i \cdot {d} + j`, { axes: ['token', 'd_v'] }),
      String.raw`Y = i \cdot d_v + j`,
    );
  });

  test('a window, of as many axes as there are', () => {
    const window = (axes, axis) => {
      const step = {
        axes,
        attributes: { axis, start: 2, length: 3 },
        formula: '{0}[{window}]',
        code: '{0}[{window}]',
      };
      const { formula, code } = reading(['X'], step);
      return [formula, code];
    };
    assert.deepEqual(window(['token', 'd_k'], 1), [String.raw`Y = X[:,\; 2 : 5]`, 'y = x[:, 2:5]']);
    assert.deepEqual(window(['token', 'd_k'], -1), [
      String.raw`Y = X[:,\; 2 : 5]`,
      'y = x[:, 2:5]',
    ]);
    assert.deepEqual(window(['d_k'], 0), ['Y = X[2 : 5]', 'y = x[2:5]']);
    assert.deepEqual(window(['d_k', 'token'], 0), [String.raw`Y = X[2 : 5,\; :]`, 'y = x[2:5, :]']);
    assert.deepEqual(window(['batch', 'head', 'token', 'd_k'], 2), [
      String.raw`Y = X[\dots,\; 2 : 5,\; :]`,
      'y = x[..., 2:5, :]',
    ]);
  });

  test('cells, with the axes that change places', () => {
    const step = {
      axes: ['batch', 'head', 'query', 'd_k'],
      attributes: { axis: 1, other_axis: 2 },
    };
    assert.equal(
      formulaOf(['X'], '{out}[{cell}] = {0}[{source}]', step),
      'Y[b,i,t,j] = X[b,t,i,j]',
    );
    const square = { axes: ['query', 'token', 'd_k', 'd_v', 'vocabulary'] };
    assert.equal(formulaOf([], '{out}[{cell}]', square), 'Y[t,j,k,l,v]');
  });

  test('numbers of the scope, from 1', () => {
    const scope = { head: 2, tile: [0, 1], worker: 1, sublayer: 2 };
    const formula = 'a_{head} b_{{row},{column}} c_{worker} d{?sublayer:_{sublayer}}';
    assert.equal(formulaOf([], formula, { scope }), 'Y = a_{3} b_{1, 2} c_{2} d_{2}');
    assert.equal(codeOf([], 'q_{head}', { scope, variable: 'k_{head}' }), 'k_3 = q_3');
    assert.equal(formulaOf([], formula), 'Y = a_{i} b_{i,j} c_{r} d');
  });

  test('attributes: one number, several, very small ones', () => {
    const attributes = { normalized_shape: [8, 64], eps: 1e-12, k: 5, p: 0.25 };
    const formula = String.raw`{normalized_shape} + {eps} + {k} + {p}`;
    assert.equal(
      formulaOf([], formula, { attributes }),
      String.raw`Y = 8, 64 + 1 \cdot 10^{-12} + 5 + 0.25`,
    );
    assert.equal(
      codeOf([], 'f(({normalized_shape},), {eps})', { attributes }),
      'y = f((8, 64,), 1e-12)',
    );
  });
});

describe('lines of code', () => {
  test('assign to the variable, unless they say themselves what', () => {
    assert.equal(codeOf(['X'], '{0}.T'), 'y = x.T');
    assert.equal(codeOf(['X'], '{out}[:] = {0}'), 'y[:] = x');
  });

  test('may be a remark alone, or missing', () => {
    assert.equal(codeOf([], '# given'), '# given');
    assert.equal(codeOf([], ''), '');
  });
});
