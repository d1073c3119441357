// Every rule is drawn wholly, from explanations made by hand: its digits, its words in both languages, and a link for
// each operand.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  base,
  cached,
  cell,
  choice,
  curve,
  normalise,
  quotient,
  sample,
  softmax,
  steps,
  store,
  sumOf,
  xs,
} from './support/proof-examples.mjs';
import { importWeb } from '../support/bundled.mjs';
import { links, proofOf, row, storeWith, web } from './support/proof.mjs';

const { steps: tileSteps } = await importWeb('panels/tiles/texts/en-steps.ts');

const expect = (text, ...parts) => {
  for (const part of parts) assert.ok(text.includes(part), `"${part}" in: ${text}`);
};

describe('normalise', () => {
  const { html, text } = proofOf(store, normalise);

  test('each number of the row, its distance from the mean and the square', () => {
    expect(text, '1 -1 1', '-1 -3 9', '3 1 1', '5 3 9');
  });

  test('mean, variance and ε, then the line with all of them', () => {
    expect(text, '8 / 4 = 2', '20 / 4 = 5', 'ε 0.00001');
    expect(text, '(x − mean) / √(variance + ε) · γ + β');
    expect(text, '= (3 − 2) / √(5 + 0.00001) × 0.500000 + (-0.250000) = -0.026400');
  });

  test('the row, γ and β are links to their cells, and are highlighted', () => {
    const cells = ['x[0,1,0]', 'x[0,1,1]', 'x[0,1,2]', 'x[0,1,3]'];
    assert.deepEqual(links(html), [...cells, 'x[0,1,2]', 'norm_weight[2]', 'norm_bias[2]']);
    const found = web.operandsOf(normalise);
    assert.deepEqual([...found.keys()], ['x', 'norm_weight', 'norm_bias']);
    assert.deepEqual(found.get('norm_bias'), [{ path: 'norm_bias', index: [2], input: 2 }]);
  });

  test('without γ and β neither is named', () => {
    const { weight, bias, ...plain } = normalise;
    assert.ok(weight && bias);
    assert.doesNotMatch(proofOf(store, plain).text, /[γβ]/);
  });
});

describe('functions', () => {
  const x = cell('x', [0, 1, 1], -1);

  test('relu', () => expect(proofOf(store, curve('relu', [x], 0, 0)).text, 'max(0, -1) = 0'));

  test('gelu and its approximation show erf and tanh', () => {
    const gelu = proofOf(store, curve('gelu', [x], -0.682689, -0.158655)).text;
    expect(gelu, '(-1) × ½ × (1 + (-0.682689)) = -0.158655', 'erf(x / √2) -0.682689');
    const tanh = proofOf(store, curve('gelu_tanh', [x], -0.682384, -0.158808)).text;
    expect(tanh, '(-1) × ½ × (1 + (-0.682384))', 'tanh(√(2/π) · (x + 0.044715 · x³)) -0.682384');
  });

  test('exp of a difference, and of −∞', () => {
    const operands = [cell('tile_maximum', [1, 0], 1), cell('tile_scores', [1, 2], 3)];
    const { html, text } = proofOf(store, curve('exp_difference', operands, -2, 0.135335));
    expect(text, 'exp(1 − 3) = exp(-2) = 0.135335');
    assert.deepEqual(links(html).slice(0, 2), ['tile_maximum[1,0]', 'tile_scores[1,2]']);
    const none = [cell('tile_maximum', [1, 0], -Infinity), operands[1]];
    expect(proofOf(store, curve('exp_difference', none, NaN, 0)).text, 'exp(−∞ − 3) = 0');
    assert.doesNotMatch(proofOf(store, curve('exp_difference', none, NaN, 0)).text, /NaN/);
  });
});

describe('sums', () => {
  test('a plain one: every number and the running sum', () => {
    const operands = row('weights', [0, 0, 2], [0.5, 0.25, 0.25]);
    const { text } = proofOf(store, sumOf('plain', operands, [0.5, 0.25, 0.25], 1));
    expect(text, 'I 0.500000 0.500000', 'like 0.250000 0.750000', 'you 0.250000 1');
    expect(text, 'Sum of 3 terms: 1');
  });

  test('mean and variance: the term of every number', () => {
    const mean = proofOf(store, sumOf('mean', xs, [0.25, -0.25, 0.75, 1.25], 2)).text;
    expect(mean, 'x / n', '-1 -0.250000 0', '5 1.250000 2', 'n 4');
    const variance = proofOf(store, sumOf('variance', xs, [0.25, 2.25, 0.25, 2.25], 5, 2)).text;
    expect(variance, '(x − mean)² / n', '-1 2.250000 2.500000', 'mean 2');
  });

  test('entropy and the trace of the Jacobian', () => {
    const operands = row('weights', [0, 0, 2], [0.5, 0.5, 0]);
    const entropy = proofOf(store, sumOf('entropy', operands, [0.346574, 0.346574, 0], 0.693147));
    expect(entropy.text, '−x · ln x', '0.346574 0.693148', 'A weight of 0 adds 0.');
    const trace = proofOf(store, sumOf('softmax_gradient', operands, [0.25, 0.25, 0], 0.5)).text;
    expect(trace, 'x · (1 − x)', '0.250000 0.500000', 'Jacobian');
  });

  test('cross-entropy names place and label of every term', () => {
    const operands = [cell('logits', [0, 0, 2], -1), cell('logits', [0, 2, 4], -3)];
    const explained = {
      ...sumOf('cross_entropy', operands, [0.5, 1.5], 2),
      step: 'loss',
      index: [],
    };
    const { text } = proofOf(store, explained);
    expect(text, 'I → like -1 0.500000 0.500000');
    expect(text, 'you → tea -3 1.500000 2');
  });

  test('labels of several sentences have their numbers before them', () => {
    const two = storeWith({ logits: { ...steps.logits, shape: [2, 3, 5] } });
    two.labels = (step, axis, batch) =>
      ({ token: [['I'], ['Tea']][batch], batch: ['1', '2'] })[step.axes[axis]];
    const operands = [cell('logits', [0, 0, 2], -1), cell('logits', [1, 0, 4], -3)];
    const { text } = proofOf(two, sumOf('cross_entropy', operands, [0.5, 1.5], 2));
    expect(text, '1 → I → 2 -1', '2 → Tea → 4 -3');
  });

  test('with nothing to add there is a sentence and no table', () => {
    const { html } = proofOf(store, sumOf('cross_entropy', [], [], 0));
    assert.doesNotMatch(html, /<table/);
  });
});

describe('the largest', () => {
  test('a tile’s scores and the maximum so far', () => {
    const operands = [...row('tile_scores', [1], [1, 4, 2]), cell('tile_maximum', [1, 0], 3)];
    const explained = { ...base, rule: 'maximum', operands, position: 1, result: 4 };
    const t = { ...store.t, steps: { ...store.t.steps, ...tileSteps } };
    const { html, text } = proofOf({ ...store, t }, explained);
    expect(text, 'like 4 largest', 'max = 4', 'Running maximum 3');
    assert.equal(links(html).length, 4);
    assert.equal(html.match(/class=own/g).length, 1);
  });
});

describe('choices', () => {
  test('argmax marks the winner, the first of equals', () => {
    const { html, text } = proofOf(store, choice('argmax', {}));
    expect(text, 'The largest of 5 is 2, at number 1: I.', 'I 1 2 largest', 'like 2 2');
    assert.equal(html.match(/class=own/g).length, 1);
    assert.equal(links(html).length, 5);
  });

  test('top-k lists by rank, and says what becomes of this cell', () => {
    const kept = proofOf(
      store,
      choice('top_k', { position: 2, rank: 2, count: 2, kept: true }),
    ).text;
    expect(kept, 'Rank 2 of 5: among the 2 largest', 'I 1 2 kept like 2 2 kept tea 3 1 −∞');
    const left = proofOf(
      store,
      choice('top_k', { position: 0, rank: 4, count: 2, kept: false }),
    ).text;
    expect(left, 'Rank 4 of 5: not among the 2 largest');
  });

  test('a draw falls where the running sum first exceeds it', () => {
    const { html, text } = proofOf(store, sample);
    expect(text, '0.75 × 1 = 0.750000', 'belongs to number 4: tea', 'tea 0.500000 1 > 0.750000');
    assert.equal(html.match(/class=own/g).length, 1);
  });
});

describe('every number is printed, none is computed', () => {
  test('distances, squares and their sums are those of the explanation', () => {
    const given = { ...normalise, differences: [7.5, 0, 0, 0], squares: [0, 8.5, 0, 0] };
    const { text } = proofOf(store, { ...given, sum: 9.5, sumOfSquares: 10.5 });
    expect(text, '7.500000', '8.500000', '9.500000 / 4 = 2', '10.500000 / 4 = 5');
  });

  test('running sums are those of the explanation', () => {
    const sum = sumOf('plain', row('weights', [0, 0, 2], [0.5, 0.25, 0.25]), [0.5, 0.25, 0.25], 1);
    expect(proofOf(store, { ...sum, sums: [0.5, 7.5, 8.5] }).text, '7.500000', '8.500000');
  });

  test('ranks and the number that a draw is compared with are those of the explanation', () => {
    const order = [3, 0, 1, 2, 4];
    const { text } = proofOf(store, choice('top_k', { order, position: 0, rank: 2, count: 2 }));
    expect(text, 'Rank 2 of 5');
    assert.ok(text.indexOf(' -1 ') < text.indexOf(' 0.500000 '), text);
    expect(proofOf(store, { ...sample, target: 3.5 }).text, '> 3.500000');
  });

  test('whether the stored number agrees is the explanation’s difference against its bound', () => {
    assert.equal(web.agrees({ ...base, value: 1, result: 2, difference: 0.5, bound: 0.5 }), true);
    assert.equal(web.agrees({ ...base, value: 1, result: 1, difference: 0.75, bound: 0.5 }), false);
  });
});

describe('softmax and quotients', () => {
  test('the logarithm of softmax is a difference', () => {
    const { text } = proofOf(store, softmax);
    expect(text, '3 − 3 − ln 1.688337 = -0.523744', 'sum of the exponentials 1.688337');
  });

  test('softmax itself is a quotient as before', () => {
    const { text } = proofOf(store, { ...softmax, logarithm: false, result: 0.592299 });
    expect(text, 'exp(3 − 3) / 1.688337 = 1 / 1.688337 = 0.592299');
  });

  test('a row of −∞ has no logarithm', () => {
    const { text } = proofOf(store, { ...softmax, fullyMasked: true, result: -Infinity });
    expect(text, 'its logarithm −∞');
  });

  test('dividing by 0 gives 0, and it is said', () => {
    expect(proofOf(store, quotient).text, '3 ÷ 0 = 0', 'The divisor is 0');
    const fine = { ...quotient, operands: [xs[2], cell('tile_maximum', [1, 0], 2)], result: 1.5 };
    const { text } = proofOf(store, fine);
    expect(text, '3 ÷ 2 = 1.500000');
    assert.doesNotMatch(text, /divisor/);
  });
});

describe('a causal mask', () => {
  const rule = { ...base, step: 'tile_scores', rule: 'causal', visible: true };
  test('says which keys a query sees, beyond the first and the last too', () => {
    expect(proofOf(store, { ...rule, limit: 1 }).text, 'keys 0 to 1');
    expect(proofOf(store, { ...rule, limit: 2 }).text, 'keys 0 to 2');
    expect(proofOf(store, { ...rule, limit: 64 }).text, 'every key');
    expect(proofOf(store, { ...rule, limit: -1 }).text, 'no key');
  });
});

describe('a kept key', () => {
  const { html, text } = proofOf(store, cached);

  test('which token it belongs to, and how it came about there', () => {
    expect(text, 'Computed at token 1, “like”', '0.500000 0.500000 0.500000', '= 0.500000');
    expect(text, 'Sum of 2 products: 1');
  });

  test('the operands of the other trace are text and no links, and light nothing', () => {
    assert.deepEqual(links(html), []);
    assert.doesNotMatch(html, /<button/);
    assert.equal(html.match(/class="elsewhere/g).length, 4);
    assert.equal(web.operandsOf(cached).size, 0);
  });

  test('a token without a text is a number', () => {
    expect(proofOf(store, { ...cached, token: 9 }).text, 'Computed at token 9 and kept');
  });

  test('a step that only the other trace has is named by its kind', () => {
    const source = cell('decoder.0.q', [0, 1], 2);
    const origin = { ...base, step: 'decoder.0.k', index: [0, 1], rule: 'copy', source };
    expect(proofOf(store, { ...cached, origin }).text, 'Keys [0, 1]', 'Queries [0, 1]');
  });
});

for (const lang of ['en', 'zh']) {
  test(`no rule leaves a gap in its words (${lang})`, () => {
    const all = [
      normalise,
      softmax,
      quotient,
      cached,
      sample,
      choice('argmax', {}),
      choice('top_k', { count: 2, kept: true }),
      choice('top_k', { count: 1 }),
      curve('relu', [xs[0]], 0, 1),
      curve('exp_difference', [cell('x', [0, 1, 1], -Infinity), xs[0]], NaN, 0),
      { ...base, rule: 'maximum', operands: xs, position: 3, result: 5 },
      ...['plain', 'mean', 'variance', 'entropy', 'softmax_gradient', 'cross_entropy'].map((of) =>
        sumOf(of, xs, [1, 1, 1, 1], 4),
      ),
    ];
    for (const explained of all) {
      const { html } = proofOf(storeWith(steps, lang), explained);
      const note = `${explained.rule} ${explained.of ?? explained.way ?? ''}`;
      assert.doesNotMatch(html, /undefined|NaN|\{\w+\}|\[object/, note);
      if (lang === 'zh') assert.match(html, /\p{Script=Han}/u, note);
    }
  });
}
