// Mistakes that a trace makes on purpose: where right and wrong part, where they are the same, and what is shown. The wrong
// numbers are computed again here, from the trace's own steps, as the mistake is defined.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { ap, at, indicesOf, seeded } from './support/engine.mjs';
import { checkEveryCell } from './support/explanation-check.mjs';

const random = seeded(17);

const padded = [
  ['the', 'cat', 'sat', 'down'],
  ['a', 'dog'],
];
const open = [];
const traced = (fault, options = {}) => {
  const faults = fault === undefined ? undefined : [].concat(fault).map(named);
  const given = { tokens: padded, dModel: 12, numHeads: 3, seed: 5, isCausal: true };
  const trace = ap.traceAttention({ ...given, ...options, faults });
  open.push(trace);
  return trace;
};
const named = (fault) => (typeof fault === 'string' ? { fault } : fault);
after(() => open.forEach((trace) => trace.dispose()));

const stepOf = (trace, path) => trace.steps.find((step) => step.path === path);
const faultySteps = (trace) =>
  trace.steps.filter((step) => step.fault !== undefined).map(({ path }) => path);

/** Each cell of a step, as it follows from the cells that `expected` reads. */
function assertCells(trace, path, expected) {
  const tensor = trace.tensor(path);
  for (const index of indicesOf(tensor.shape)) {
    const number = expected(...index);
    const found = at(tensor, index);
    const near =
      Object.is(found, number) || Math.abs(found - number) <= 1e-5 * (1 + Math.abs(number));
    assert.ok(near, `${path}[${index}]: ${found}, expected ${number}`);
  }
}

const sumOver = (count, term) =>
  Array.from({ length: count }, (_, i) => term(i)).reduce((sum, each) => sum + each, 0);

/** Right and wrong: where they part, which steps say so, and that their lines are not those of the right one. */
function assertParts(fault, { path, steps, options }) {
  const right = traced(undefined, options);
  const wrong = traced(fault, options);
  const found = right.firstDifference(wrong);
  assert.equal(found?.path, path);
  assert.ok(found.maxDifference > found.tolerance);
  assert.equal(wrong.firstDifference(right)?.path, path);
  assert.deepEqual(faultySteps(wrong), steps);
  assert.deepEqual(faultySteps(right), []);
  for (const each of steps) {
    const { code, shape } = stepOf(wrong, each);
    assert.notEqual(code, stepOf(right, each)?.code, `${each} is written as the right one`);
    assert.notEqual(code, '');
    const own = stepOf(right, each);
    if (own) assert.deepEqual(shape, own.shape, 'a mistake that no shape tells');
  }
  checkEveryCell(wrong);
  return { right, wrong };
}

const assertSame = (fault, options) =>
  assert.equal(traced(undefined, options).firstDifference(traced(fault, options)), undefined);

const one = { tokens: [['alone']], isCausal: false };

describe('faults', () => {
  test('softmax over the queries: columns sum to 1, not rows', () => {
    const { wrong } = assertParts('softmax_axis', { path: 'weights', steps: ['weights'] });
    assert.match(stepOf(wrong, 'weights').code, /softmax\(dim=-2\)/);
    const scores = wrong.tensor('masked_scores');
    assertCells(wrong, 'weights', (b, h, t, s) => {
      const column = [0, 1, 2, 3].map((row) => Math.exp(at(scores, [b, h, row, s])));
      const sum = column.reduce((total, each) => total + each, 0);
      return sum === 0 ? 0 : column[t] / sum;
    });
    // Columns in which nothing is seen: of two padded keys in each of three heads.
    assert.equal(stepOf(wrong, 'weights').fullyMaskedRows, 6);
    assertSame('softmax_axis', one);
  });

  test('no scale, and scales by the wrong size', () => {
    const factors = { no_scale: 1, scale_by_sqrt_d: 12 ** -0.5, scale_by_sqrt_h: 3 ** -0.5 };
    for (const [fault, factor] of Object.entries(factors)) {
      const steps = ['scaled_scores'];
      const { wrong } = assertParts(fault, { path: 'scaled_scores', steps });
      const scores = wrong.tensor('scores');
      assertCells(wrong, 'scaled_scores', (...index) => at(scores, index) * factor);
      const { constants } = wrong.explain('scaled_scores', [0, 0, 0, 0]);
      assert.deepEqual(
        constants.map(({ value }) => value),
        [Math.fround(factor)],
      );
    }
    assert.match(stepOf(traced('no_scale'), 'scaled_scores').code, /^scaled = scores  #/);
    assert.match(stepOf(traced('scale_by_sqrt_d'), 'scaled_scores').code, /sqrt\(d_model\)/);
    assert.match(stepOf(traced('scale_by_sqrt_h'), 'scaled_scores').code, /sqrt\(n_heads\)/);
    // Heads of width 1, one head as wide as the model, as many heads as each is wide.
    assertSame('no_scale', { dModel: 3, numHeads: 3 });
    assertSame('scale_by_sqrt_d', { numHeads: 1 });
    assertSame('scale_by_sqrt_d', { projections: 'none', numHeads: 1 });
    assertSame('scale_by_sqrt_h', { dModel: 9 });
  });

  test('masks after softmax: hidden weights are 0, and rows sum to less than 1', () => {
    const steps = ['masked_weights'];
    const { wrong, right } = assertParts('mask_after_softmax', { path: 'weights', steps });
    assert.ok(!stepOf(wrong, 'masked_scores'));
    assert.deepEqual(stepOf(wrong, 'weights').inputs, ['scaled_scores']);
    assert.deepEqual(stepOf(wrong, 'context').inputs[0], 'masked_weights');
    const [weights, hidden] = [wrong.tensor('weights'), right.tensor('weights')];
    assertCells(wrong, 'masked_weights', (b, h, t, s) =>
      s <= t && s < padded[b].length ? at(weights, [b, h, t, s]) : 0,
    );
    assert.ok(
      hidden.data.every(
        (weight, i) => (weight === 0) === (wrong.tensor('masked_weights').data[i] === 0),
      ),
    );
    assert.match(stepOf(wrong, 'masked_weights').code, /\* \(causal \+ padding == 0\)/);
    const { operands, inner } = wrong.explain('masked_weights', [0, 1, 0, 2]);
    assert.deepEqual([operands.length, inner], [3, 0]);
    // Nothing is hidden from a word alone.
    const alone = { ...one, attnMask: [[0]] };
    const late = traced('mask_after_softmax', alone).tensor('context');
    assert.deepEqual(late, traced(undefined, alone).tensor('context'));
  });

  test('padding along the queries: padded keys stay open', () => {
    const path = 'masked_scores';
    const options = { isCausal: false };
    const steps = ['transposed_padding_mask'];
    const { wrong } = assertParts('padding_on_queries', { path, steps, options });
    assert.deepEqual(stepOf(wrong, 'padding_mask').shape, [2, 1, 1, 4]);
    assert.deepEqual(stepOf(wrong, 'transposed_padding_mask').shape, [2, 1, 4, 1]);
    const scores = wrong.tensor('scaled_scores');
    assertCells(wrong, 'masked_scores', (b, h, t, s) =>
      t < padded[b].length ? at(scores, [b, h, t, s]) : -Infinity,
    );
    assertSame('padding_on_queries', {
      ...options,
      keyPaddingMask: padded.map(() => [true, true, true, true]),
    });
    // A given mask too; and where there are no more keys than queries it can only fit by chance.
    const given = {
      ...options,
      keyPaddingMask: [
        [true, true, false, true],
        [true, true, true, true],
      ],
    };
    assert.equal(
      traced(undefined, given).firstDifference(traced('padding_on_queries', given)).path,
      path,
    );
  });

  test('masks inverted: what is to be seen is hidden', () => {
    const steps = ['inverted_causal_mask', 'inverted_padding_mask'];
    const { wrong } = assertParts('mask_inverted', { path: 'masked_scores', steps });
    const scores = wrong.tensor('scaled_scores');
    assertCells(wrong, 'masked_scores', (b, h, t, s) =>
      s > t && s >= padded[b].length ? at(scores, [b, h, t, s]) : -Infinity,
    );
    const booleans = [
      [true, false, true, false],
      [false, true, false, true],
      [true, true, false, false],
      [false, false, true, true],
    ];
    const inverted = booleans.map((row) => row.map((seen) => !seen));
    const open = { isCausal: false, maskPadding: false };
    assert.deepEqual(
      traced('mask_inverted', { ...open, attnMask: booleans }).tensor('context'),
      traced(undefined, { ...open, attnMask: inverted }).tensor('context'),
    );
  });

  test('masks of −10⁹ differ only where all is hidden', () => {
    const steps = ['finite_causal_mask', 'finite_padding_mask'];
    const { wrong, right } = assertParts('finite_mask', { path: 'masked_scores', steps });
    assert.deepEqual(wrong.tensor('weights'), right.tensor('weights'));
    const hidden = {
      isCausal: false,
      attnMask: [0, 1, 2, 3].map((row) => [0, 1, 2, 3].map(() => row > 0)),
    };
    const rows = traced('finite_mask', { ...hidden, maskPadding: false });
    assertCells(traced(undefined, { ...hidden, maskPadding: false }), 'context', (b, h, t, j) =>
      t === 0 ? 0 : at(rows.tensor('context'), [b, h, t, j]),
    );
    assertCells(rows, 'weights', (b, h, t, s) =>
      t === 0 ? 0.25 : at(rows.tensor('weights'), [b, h, t, s]),
    );
    // Masks that shift scores keep what they shift by.
    const shifts = {
      isCausal: false,
      attnMask: [0, 1, 2, 3].map((t) => [0, 1, 2, 3].map((s) => s - t)),
    };
    const open = { ...shifts, maskPadding: false };
    assertSame('finite_mask', open);
  });

  test('view without transpose, into the heads and out of them', () => {
    const steps = ['q_transposed', 'k_transposed', 'v_transposed', 'concat'];
    const { wrong } = assertParts('view_without_transpose', { path: 'q_transposed', steps });
    const q = wrong.tensor('q').data;
    // (b, i, t, j) of (2, 3, 4, 4) lie where the 12 numbers of 4 tokens do, one after the other.
    assertCells(wrong, 'q_transposed', (b, i, t, j) => q[((b * 3 + i) * 4 + t) * 4 + j]);
    assert.deepEqual(wrong.tensor('concat').data, wrong.tensor('context').data);
    assert.equal(wrong.memory('q_transposed').storage, wrong.memory('q').storage);
    assert.match(stepOf(wrong, 'q_transposed').code, /q\.view\(B, n_heads, T, d_k\)/);
    const out = { fault: 'view_without_transpose', at: 'concat' };
    assertParts(out, { path: 'concat', steps: ['concat'] });
    assertParts({ ...out, at: 'v_transposed' }, { path: 'v_transposed', steps: ['v_transposed'] });
    // It may be placed at any of the steps that it replaces by one.
    const right = traced();
    for (const place of [
      'q_view',
      'k_view',
      'v_view',
      'context_transposed',
      'context_contiguous',
    ]) {
      assert.ok(stepOf(right, place), place);
      const step = place.startsWith('context') ? 'concat' : place.replace('view', 'transposed');
      const placed = { fault: 'view_without_transpose', at: place };
      assertParts(placed, { path: step, steps: [step] });
    }
    assertSame('view_without_transpose', { numHeads: 1 });
    assertSame('view_without_transpose', { ...one });
  });

  test('keys and values swapped: scores of values, and a sum of keys', () => {
    const steps = ['scores', 'context'];
    const { wrong } = assertParts('key_value_swapped', { path: 'scores', steps });
    const [q, k, v] = ['q', 'k', 'v'].map((name) => wrong.tensor(`${name}_transposed`));
    const weights = wrong.tensor('weights');
    assertCells(wrong, 'scores', (b, h, t, s) =>
      sumOver(4, (j) => at(q, [b, h, t, j]) * at(v, [b, h, s, j])),
    );
    assertCells(wrong, 'context', (b, h, t, j) =>
      sumOver(4, (s) => at(weights, [b, h, t, s]) * at(k, [b, h, s, j])),
    );
    assert.match(stepOf(wrong, 'scores').code, /q @ v\.transpose/);
    assert.equal(stepOf(wrong, 'context').code, 'context = weights @ k');
    // Without projections keys and values are the same.
    assertSame('key_value_swapped', { numHeads: 1, projections: 'none' });
  });

  test('positions twice, of either kind', () => {
    for (const positions of ['sinusoidal', 'learned']) {
      const options = { positions };
      const { wrong } = assertParts('positions_twice', { path: 'x', steps: ['x'], options });
      const [words, place] = stepOf(wrong, 'x').inputs.map((path) => wrong.tensor(path));
      assertCells(wrong, 'x', (b, t, j) => at(words, [b, t, j]) + 2 * at(place, [t, j]));
    }
    assert.equal(
      stepOf(traced('positions_twice', { positions: 'sinusoidal' }), 'x').code,
      'x = emb + pos + pos',
    );
    const options = { memoryTokens: [['b'], ['a', 'b']], positions: 'learned', isCausal: false };
    assert.deepEqual(faultySteps(traced({ fault: 'positions_twice', at: 'memory' }, options)), [
      'memory.x',
    ]);
  });

  test('values of the queries’ sentence, with keys of the other one', () => {
    const memoryTokens = [
      ['b', 'c'],
      ['d', 'e', 'f', 'g'],
    ];
    const options = { memoryTokens, isCausal: false };
    const { wrong } = assertParts('values_of_queries', { path: 'v', steps: ['v'], options });
    assert.deepEqual(stepOf(wrong, 'v').inputs, ['embedding', 'w_v']);
    assert.deepEqual(stepOf(wrong, 'k').inputs, ['memory.embedding', 'w_k']);
    const [x, w] = ['embedding', 'w_v'].map((path) => wrong.tensor(path));
    assertCells(wrong, 'v', (b, t, j) => sumOver(12, (i) => at(x, [b, t, i]) * at(w, [i, j])));
    const own = faultySteps(traced('values_of_queries', { ...options, workers: 3 }));
    assert.deepEqual(
      own,
      [0, 1, 2].map((worker) => `workers.${worker}.v`),
    );
    // Given operands too.
    const operands = {
      tokens: undefined,
      query: random.tensor(4, 12),
      key: random.tensor(4, 12),
      value: random.tensor(4, 12),
    };
    assertParts('values_of_queries', { path: 'v', steps: ['v'], options: operands });
  });

  test('no causal mask: what follows is seen, and padding stays hidden', () => {
    const steps = ['open_causal_mask'];
    const { wrong } = assertParts('no_causal_mask', { path: 'masked_scores', steps });
    const scores = wrong.tensor('scaled_scores');
    assertCells(wrong, 'open_causal_mask', () => 0);
    assertCells(wrong, 'masked_scores', (b, h, t, s) =>
      s < padded[b].length ? at(scores, [b, h, t, s]) : -Infinity,
    );
    assert.deepEqual(
      wrong.tensor('context'),
      traced(undefined, { isCausal: false }).tensor('context'),
    );
    assert.match(stepOf(wrong, 'open_causal_mask').code, /torch\.zeros\(T, S\)/);
    assertSame('no_causal_mask', { ...one, isCausal: true });
  });

  test('tiles that are not rescaled: sum and output keep the factor of an earlier maximum', () => {
    const options = { tile: [4, 2], isCausal: false };
    const sums = ['tiles.0.1.running_sum', 'tiles.0.1.running_output'];
    const fault = 'tile_without_rescale';
    const { wrong } = assertParts(fault, { path: sums[0], steps: sums, options });
    assert.ok(!stepOf(wrong, 'tiles.0.1.tile_correction'));
    const of = (name) => ['tiles.0.0.', 'tiles.0.1.'].map((tile) => wrong.tensor(tile + name));
    for (const [path, name] of [
      [sums[0], 'tile_sum'],
      [sums[1], 'tile_context'],
    ]) {
      const [first, second] = of(name);
      assertCells(wrong, path, (...index) => at(first, index) + at(second, index));
    }
    assert.match(stepOf(wrong, sums[0]).code, /l_tile {2}# not alpha \* l_tile/);
    // The right result comes of it by chance, where the first tile has the largest score.
    const [before, after] = of('tile_maximum');
    const context = traced(undefined, options).tensor('context');
    let same = 0;
    assertCells(wrong, 'context', (b, h, t, j) => {
      const found = at(wrong.tensor('context'), [b, h, t, j]);
      if (at(before, [b, h, t, 0]) !== at(after, [b, h, t, 0])) return found;
      same += 1;
      return at(context, [b, h, t, j]);
    });
    assert.ok(same > 0);
  });

  describe('each can be placed at a step that it makes wrong, or replaces', () => {
    const ofFault = {
      ...Object.fromEntries(
        [
          ...['softmax_axis', 'no_scale', 'scale_by_sqrt_d', 'scale_by_sqrt_h'],
          ...['mask_after_softmax', 'padding_on_queries', 'mask_inverted', 'finite_mask'],
          ...['view_without_transpose', 'dropout_in_evaluation', 'key_value_swapped'],
          ...['no_causal_mask'],
        ].map((fault) => [fault, {}]),
      ),
      positions_twice: { positions: 'sinusoidal' },
      values_of_queries: { memoryTokens: padded },
      tile_without_rescale: { tile: [3, 1] },
    };
    for (const headMatrices of ['combined', 'separate']) {
      for (const [fault, own] of Object.entries(ofFault)) {
        if (headMatrices === 'separate' && fault === 'view_without_transpose') continue;
        test(`${fault}, ${headMatrices} matrices`, () => {
          const options = { headMatrices, dropoutP: 0.3, ...own };
          const wrong = traced(fault, options);
          const known = new Set(wrong.steps.map(({ path }) => path));
          const replaced = traced(undefined, options).steps.filter(({ path }) => !known.has(path));
          for (const at of [...replaced.map(({ path }) => path), ...faultySteps(wrong)]) {
            const placed = faultySteps(traced({ fault, at }, options));
            assert.ok(placed.length > 0, at);
            assert.ok(
              placed.every((path) => faultySteps(wrong).includes(path)),
              at,
            );
          }
        });
      }
    }
  });

  test('dropout in evaluation', () => {
    const options = { dropoutP: 0.4 };
    const steps = ['dropped_weights'];
    const { wrong } = assertParts('dropout_in_evaluation', { path: 'context', steps, options });
    const trained = traced(undefined, { ...options, training: true });
    assert.deepEqual(wrong.tensor('context'), trained.tensor('context'));
    assert.doesNotMatch(stepOf(wrong, 'dropped_weights').code, /training=True\)/);
  });

  test('several at once, each in its place', () => {
    const trace = traced([{ fault: 'softmax_axis', at: 'heads.2' }, 'no_scale'], {
      headMatrices: 'separate',
    });
    assert.deepEqual(faultySteps(trace), [
      ...[0, 1, 2].map((head) => `heads.${head}.scaled_scores`).slice(0, 2),
      'heads.2.scaled_scores',
      'heads.2.weights',
    ]);
    checkEveryCell(trace);
    const both = traced(['finite_mask', 'mask_inverted', 'mask_after_softmax']);
    checkEveryCell(both);
    assertCells(both, 'masked_weights', (b, h, t, s) =>
      s > t && s >= padded[b].length ? at(both.tensor('weights'), [b, h, t, s]) : 0,
    );
  });
});

describe('faults of Transformers', () => {
  const model = {
    source: padded,
    target: padded.map((tokens) => ['<sos>', ...tokens.slice(0, 2)]),
    dModel: 12,
    nhead: 3,
    dropout: 0.2,
  };
  const passed = (faults) => {
    const trace = ap.traceTransformer({ ...model, faults });
    open.push(trace);
    return trace;
  };

  test('every attention, or those below a path', () => {
    const all = faultySteps(passed([{ fault: 'softmax_axis' }]));
    assert.equal(all.length, 6);
    const place = 'decoder.1.cross_attention';
    assert.deepEqual(faultySteps(passed([{ fault: 'softmax_axis', at: place }])), [
      `${place}.weights`,
    ]);
    assert.equal(faultySteps(passed([{ fault: 'no_scale', at: 'encoder' }])).length, 2);
    assert.equal(
      passed().firstDifference(passed([{ fault: 'no_scale', at: place }])).path,
      `${place}.scaled_scores`,
    );
  });

  test('masks that layers share are wrong in one layer only', () => {
    const trace = passed([{ fault: 'mask_inverted', at: 'decoder.0.self_attention' }]);
    const own = 'decoder.0.self_attention.inverted_causal_mask';
    assert.deepEqual(faultySteps(trace).slice(0, 1), [own]);
    assert.ok(stepOf(trace, 'decoder.0.self_attention.masked_scores').inputs.includes(own));
    assert.ok(
      stepOf(trace, 'decoder.1.self_attention.masked_scores').inputs.includes(
        'decoder.causal_mask',
      ),
    );
    // By the mask itself: for all who read it.
    const read = faultySteps(passed([{ fault: 'finite_mask', at: 'decoder.causal_mask' }]));
    assert.deepEqual(
      read,
      [0, 1].map((layer) => `decoder.${layer}.self_attention.finite_causal_mask`),
    );
  });

  test('layer norm over the tokens: each row depends on all others, at the end of each sublayer', () => {
    const place = 'encoder.1';
    const wrong = passed([{ fault: 'norm_axis', at: place }]);
    assert.deepEqual(faultySteps(wrong), [`${place}.norm_1`, `${place}.norm_2`]);
    const right = passed();
    assert.equal(right.firstDifference(wrong).path, `${place}.norm_1`);
    checkEveryCell(wrong);
    const x = wrong.tensor(`${place}.residual_1`);
    assertCells(wrong, `${place}.norm_1`, (b, t, j) => {
      const column = [0, 1, 2, 3].map((row) => at(x, [b, row, j]));
      const mean = sumOver(4, (row) => column[row]) / 4;
      const variance = sumOver(4, (row) => (column[row] - mean) ** 2) / 4;
      return (column[t] - mean) / Math.sqrt(variance + 1e-5);
    });
    const steps = ['tokens_swapped', 'tokens_normed', 'tokens_back', 'tokens_scaled'];
    const lines = steps.map((step) => stepOf(wrong, `${place}.norm_1_${step}`).code);
    assert.deepEqual(lines, [
      'x = x.transpose(1, 2)',
      'x = F.layer_norm(x, (4,), eps=0.00001)',
      'x = x.transpose(1, 2)',
      'x = x * gamma',
    ]);
    assert.deepEqual(stepOf(wrong, `${place}.norm_1`).shape, [2, 4, 12]);
    // γ and β act as they do in the right norm.
    wrong.set(`${place}.norm_1_weight`, [2], 3);
    wrong.set(`${place}.norm_1_bias`, [2], 5);
    checkEveryCell(wrong);
    for (const normFirst of [true, false]) {
      const options = { ...model, normFirst, faults: [{ fault: 'norm_axis' }] };
      const trace = ap.traceTransformer(options);
      const norms = trace.steps.filter(({ path }) => /\bnorm(_\d)?$/.test(path));
      assert.deepEqual(
        faultySteps(trace),
        norms.map(({ path }) => path),
      );
      trace.dispose();
    }
  });

  test('a decoder without its causal mask reads the answer', () => {
    const logits = (faults, last) => {
      const target = [['<sos>', 'the', last]];
      const { source } = model;
      const vocabulary = ['<sos>', 'the', 'cat', 'sat', 'down', 'a', 'dog'];
      const options = { ...model, vocabulary, source: source.slice(0, 1), target, faults };
      const trace = ap.traceTransformer(options);
      open.push(trace);
      return trace.tensor('logits').data.slice(vocabulary.length, 2 * vocabulary.length);
    };
    // What the second position says, before and after the third token is another one.
    assert.deepEqual(logits([], 'cat'), logits([], 'dog'));
    const cheats = [{ fault: 'no_causal_mask' }];
    assert.notDeepEqual(logits(cheats, 'cat'), logits(cheats, 'dog'));
    const own = 'decoder.1.self_attention.open_causal_mask';
    assert.deepEqual(faultySteps(passed([{ fault: 'no_causal_mask', at: 'decoder.1' }])), [own]);
  });

  test('values of the decoder’s own sentence, positions twice on both sides', () => {
    const target = padded.map((tokens) => ['<sos>', ...tokens].slice(0, 4));
    const faults = [{ fault: 'values_of_queries' }, { fault: 'positions_twice' }];
    const trace = ap.traceTransformer({ ...model, target, faults });
    open.push(trace);
    assert.deepEqual(faultySteps(trace), [
      'source.x',
      'target.x',
      ...[0, 1].map((layer) => `decoder.${layer}.cross_attention.v`),
    ]);
    checkEveryCell(trace);
  });

  test('dropout of the weights alone', () => {
    const dropped = faultySteps(passed([{ fault: 'dropout_in_evaluation' }]));
    assert.equal(dropped.length, 6);
    assert.ok(dropped.every((path) => path.endsWith('.dropped_weights')));
    assert.ok(!passed().steps.some(({ op }) => op === 'dropout'));
  });
});

describe('what no fault can be made of', () => {
  const refused = (faults, options, argument, code, expected) =>
    assert.throws(
      () => traced(faults, options),
      (error) => {
        assert.deepEqual([error.code, error.argument], [code, argument]);
        assert.match(error.expected, expected);
        return true;
      },
    );

  test('says why', () => {
    const cases = [
      ['softmax_axis', { tile: [2, 2], isCausal: false }, /tiles/],
      ['no_scale', { scale: 2 }, /no scale of their own/],
      [['no_scale', 'scale_by_sqrt_d'], {}, /no other fault of the scale/],
      ['mask_after_softmax', { ...one }, /a mask/],
      [
        'mask_after_softmax',
        { attnMask: { shape: [4, 4], data: new Float32Array(16).fill(0.5) } },
        /0 and −∞/,
      ],
      [
        'mask_inverted',
        { attnMask: { shape: [4, 4], data: new Float32Array(16).fill(0.5) } },
        /0 and −∞/,
      ],
      ['padding_on_queries', { tokens: [['a', 'b']] }, /a padding mask/],
      [
        'padding_on_queries',
        { memoryTokens: [['a'], ['b', 'c', 'd']], isCausal: false },
        /as many queries as keys/,
      ],
      ['mask_inverted', { ...one }, /a mask/],
      ['finite_mask', { ...one }, /a mask/],
      ['view_without_transpose', { headMatrices: 'separate' }, /share one matrix/],
      ['dropout_in_evaluation', {}, /above 0/],
      ['dropout_in_evaluation', { dropoutP: 0.5, training: true }, /training: false/],
      ['key_value_swapped', { dV: 5 }, /as wide as keys/],
      ['key_value_swapped', { tile: [2, 2] }, /no tiles/],
      ['positions_twice', {}, /sinusoidal or learned/],
      ['positions_twice', { positions: 'rotary' }, /sinusoidal or learned/],
      ['values_of_queries', {}, /another sentence/],
      [
        'values_of_queries',
        { memoryTokens: [['a'], ['b', 'c', 'd']], isCausal: false },
        /as many queries as keys/,
      ],
      [
        'values_of_queries',
        { memoryTokens: padded, numHeads: 1, projections: 'none', isCausal: false },
        /projected/,
      ],
      ['norm_axis', {}, /layer norms/],
      ['no_causal_mask', { isCausal: false }, /a causal mask/],
      ['no_causal_mask', { tile: [2, 2] }, /no tiles/],
      ['tile_without_rescale', {}, /several tiles/],
      ['tile_without_rescale', { tile: [1, 4] }, /several tiles/],
      [{ fault: 'no_scale', at: 'encoder.0' }, {}, /beginning of a step's path/],
      [{ fault: 'no_scale', at: 'scaled' }, {}, /beginning of a step's path/],
      [{ fault: 'no_scale', at: 'weights' }, {}, /no other fault of the scale/],
    ];
    for (const [faults, options, expected] of cases) {
      refused(faults, options, 'faults', 'conflict', expected);
    }
  });

  test('what is no fault', () => {
    refused([{ fault: 'typo' }], {}, 'faults[0].fault', 'range', /softmax_axis, no_scale/);
    refused([{ fault: 'no_scale', at: 7 }], {}, 'faults[0].at', 'type', /path/);
    refused([{}], {}, 'faults[0].fault', 'missing', /softmax_axis/);
    refused(
      [{ fault: 'no_scale', on: 'scores' }],
      {},
      'faults[0].on',
      'option',
      /one of fault, at/,
    );
    assert.throws(
      () => ap.traceAttention({ tokens: padded, faults: 'no_scale' }),
      /faults: "no_scale"/,
    );
    assert.throws(() => ap.traceAttention({ tokens: padded, faults: [null] }), /faults\[0\]: null/);
  });

  test('traces without faults are as before one was refused', () => {
    assertSame([], {});
  });
});
