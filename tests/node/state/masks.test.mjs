// Masks of one attention layer, in any combination: how a choice is spelled, and the steps that it makes.

import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { importWeb } from '../support/bundled.mjs';
import { eachWithStore, modules } from './support/store.mjs';

const { MASKS, hasMask, withMask, repair, readHash, writeHash, DEFAULTS, settingsAsRaw } =
  await importWeb(
    'playground/settings/masks.ts',
    'playground/repair.ts',
    'playground/address.ts',
    'playground/state.ts',
    'playground/attributes.ts',
  );

const subsets = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) =>
  MASKS.members.filter((_, i) => bits & (1 << i)),
);
const orders = (list) =>
  list.length < 2
    ? [list]
    : list.flatMap((one, i) => orders(list.toSpliced(i, 1)).map((rest) => [one, ...rest]));

describe('a choice of masks', () => {
  test('has one spelling, whatever the order of its words, and gives them back', () => {
    const spellings = subsets.map(MASKS.spell);
    assert.deepEqual(spellings, [
      'none',
      'causal',
      'padding',
      'both',
      'custom',
      'causal custom',
      'padding custom',
      'causal padding custom',
    ]);
    for (const [i, chosen] of subsets.entries()) {
      assert.deepEqual(MASKS.of(spellings[i]), chosen);
      for (const order of orders(chosen).filter(({ length }) => length > 0)) {
        const cleaned = MASKS.clean(`  ${order.join(' \n')} `);
        assert.deepEqual(cleaned, { value: spellings[i], same: true });
      }
    }
    assert.equal(MASKS.clean('custom both').value, 'causal padding custom');
  });

  test('of before is understood in attributes, links and saved states, and stays as it was', () => {
    for (const mask of ['none', 'causal', 'padding', 'both', 'custom']) {
      for (const raw of [settingsAsRaw({ mask }), readHash(`v=1&mask=${mask}`), { mask }]) {
        const { patch, changed } = repair(raw);
        assert.deepEqual([patch.mask, changed], [mask, []]);
      }
    }
  });

  test('goes into an address and back', () => {
    for (const chosen of subsets) {
      const state = { ...DEFAULTS, mask: MASKS.spell(chosen) };
      const { patch, changed } = repair(readHash(writeHash(state)));
      assert.deepEqual([patch.mask ?? 'none', changed], [state.mask, []]);
    }
    assert.match(writeHash({ ...DEFAULTS, mask: 'causal custom' }), /mask=causal\+custom/);
  });

  test('leaves out what is no mask, and says so', () => {
    assert.deepEqual(repair({ mask: 'causal ? custom' }), {
      patch: { mask: 'causal custom' },
      changed: ['mask'],
    });
    for (const mask of ['', 'toString', '__proto__', 7, null, ['causal'], {}])
      assert.deepEqual(repair({ mask }), { patch: {}, changed: ['mask'] });
  });

  test('takes one more, or one less', () => {
    for (const chosen of subsets) {
      for (const one of MASKS.members) {
        const mask = MASKS.spell(chosen);
        for (const on of [true, false]) {
          const other = withMask(mask, one, on);
          assert.equal(hasMask({ mask: other }, one), on);
          for (const rest of MASKS.members.filter((name) => name !== one))
            assert.equal(hasMask({ mask: other }, rest), chosen.includes(rest));
        }
      }
    }
  });
});

describe('the steps of masks', () => {
  const shared = eachWithStore();
  let store;
  beforeEach(() => {
    ({ store } = shared);
  });
  const batch = { sentences: ['a b c d', 'e f'], tokens: [null, null] };
  /** Of two texts, the one that is shown. */
  const titleOf = (step) => {
    const steps = { causal_mask: { title: 'own' }, shifted_causal_mask: { title: 'shifted' } };
    return modules.stepText({ t: { steps } }, step).title;
  };
  const paths = () => store.steps.filter(({ role }) => role === 'mask').map(({ path }) => path);

  test('are one for each chosen mask, and the scores read all of them', () => {
    for (const headMatrices of ['combined', 'separate']) {
      for (const projections of ['xavier', 'none']) {
        for (const chosen of subsets) {
          const mask = MASKS.spell(chosen);
          store.update({ ...batch, mask, projections, headMatrices, heads: 2, dModel: 8 });
          assert.equal(store.problem, undefined);
          const expected = chosen.map((name) => `${name}_mask`);
          assert.deepEqual(paths(), expected);
          const masked = store.steps.find(({ name }) => name === 'masked_scores');
          assert.deepEqual(masked?.inputs.slice(1) ?? [], expected);
        }
      }
    }
  });

  test('of an offset hide what is beyond it, row by row', () => {
    for (const causalOffset of [-64, -3, -1, 0, 1, 2, 64]) {
      store.update({ ...batch, mask: 'causal', causalOffset });
      const { shape, data } = store.tensor('causal_mask');
      assert.deepEqual(shape.slice(-2), [4, 4]);
      for (let query = 0; query < 4; query += 1)
        for (let key = 0; key < 4; key += 1)
          assert.equal(data[query * 4 + key], key <= query + causalOffset ? 0 : -Infinity);
    }
    assert.equal(titleOf(store.step('causal_mask')), 'shifted');
    store.update({ causalOffset: 0 });
    assert.equal(titleOf(store.step('causal_mask')), 'own');
    store.update({ causalOffset: 65 });
    assert.equal(store.problem.argument, 'causalOffset');
    store.update({ causalOffset: 2, mask: 'custom' });
    assert.equal(store.problem, undefined);
    assert.deepEqual(paths(), ['custom_mask']);
  });

  test('of a custom mask beside others are edited alone', () => {
    store.update({ ...batch, mask: 'causal padding custom' });
    store.edit('custom_mask', [2, 1], -Infinity);
    const { shape, data } = store.tensor('masked_scores');
    const [, heads, queries, keys] = shape;
    data.forEach((value, at) => {
      const key = at % keys;
      const query = Math.floor(at / keys) % queries;
      const sentence = Math.floor(at / (keys * queries * heads));
      const hidden = key > query || (sentence === 1 && key > 1) || (query === 2 && key === 1);
      assert.equal(value === -Infinity, hidden, `${sentence} ${query} ${key}`);
    });
  });

  test('of dropout are made by hand where dropout acts, and decide which weights stay', () => {
    for (const headMatrices of ['combined', 'separate']) {
      for (const projections of ['xavier', 'none']) {
        const dropout = { training: true, dropoutP: 0.5, dropoutMask: true };
        store.update({ ...batch, ...dropout, headMatrices, projections, mask: 'padding' });
        assert.deepEqual(paths(), ['padding_mask', 'dropout_mask']);
        assert.equal(store.comparison.dropsOut, false);
        const { shape, data } = store.tensor('dropout_mask');
        assert.deepEqual([shape, [...new Set(data)]], [[4, 4], [1]]);
        store.edit('dropout_mask', [2, 1], 0);
        const at = (name) => store.steps.find((step) => step.name === name).path;
        const weights = store.tensor(at('weights')).data;
        store.tensor(at('dropped_weights')).data.forEach((value, i) => {
          assert.equal(value, i % 16 === 9 ? 0 : 2 * weights[i]);
        });
        for (const off of [{ training: false }, { dropoutP: 0 }, { dropoutMask: false }]) {
          store.update(off);
          assert.deepEqual(paths(), ['padding_mask']);
          store.update(dropout);
        }
      }
    }
  });

  test('hide padding too once sentences differ in length, whatever else they hide', () => {
    for (const chosen of subsets.filter((one) => !one.includes('padding'))) {
      const mask = MASKS.spell(chosen);
      store.update({ sentences: ['a b'], tokens: [null], mask });
      assert.equal(store.state.mask, mask);
      store.update(batch);
      assert.equal(store.state.mask, withMask(mask, 'padding', true));
    }
  });
});
