// Random settings: the page finds every problem itself, in its own words, and refuses nothing that the engine accepts.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seeded } from '../support/seeded.mjs';
import { importWeb } from '../support/bundled.mjs';
import { anyState } from './support/any-state.mjs';
import { engine, modules } from './support/store.mjs';

const { DEFAULTS, FAULTS, canMake, faultSituation, prepare, traced, repair, saveState, readSaved } =
  await importWeb(
    'playground/state.ts',
    'playground/settings/faults.ts',
    'playground/trace-options.ts',
    'playground/state-changes.ts',
    'playground/make-trace.ts',
    'playground/repair.ts',
    'playground/saved-state.ts',
  );
const SEED = Number(process.env.SEED ?? 1);

const states = (seed, count) => {
  const random = seeded(seed);
  return Array.from({ length: count }, () => anyState(random));
};
/** What differs from a first visit. */
const told = (state) =>
  JSON.stringify(
    Object.fromEntries(Object.entries(state).filter(([name, value]) => value !== DEFAULTS[name])),
  );
const attempt = (config) => {
  try {
    traced(engine, config, {}).trace.dispose();
    return undefined;
  } catch (error) {
    return error;
  }
};

describe('settings at random', () => {
  test('are refused by the page or taken by the engine, never the other way round', () => {
    const seen = { taken: 0, refused: new Map() };
    for (const wished of states(SEED, 200)) {
      const { state, tokens, problem } = prepare(DEFAULTS, wished);
      const error = attempt({ state, tokens });
      if (!problem) {
        assert.equal(error, undefined, `${told(state)}: ${error?.message}`);
        seen.taken += 1;
        continue;
      }
      assert.notEqual(
        error,
        undefined,
        `${told(state)} is fine, but the page says ${problem.code}`,
      );
      seen.refused.set(problem.code, (seen.refused.get(problem.code) ?? 0) + 1);
      assert.ok(problem.code in modules.en.problems.texts, problem.code);
    }
    assert.ok(seen.taken > 60, `${seen.taken} taken`);
    assert.ok(seen.refused.has('heads'), [...seen.refused].join());
  });

  test('become settings that fit, as an address has them, and those that fit stay', () => {
    for (const wished of states(SEED + 1, 400)) {
      const before = prepare(DEFAULTS, wished);
      const { patch, changed } = repair(readSaved(saveState(wished)));
      const { problem } = prepare(DEFAULTS, patch);
      assert.equal(problem, undefined, `${told(wished)}: ${problem?.code}`);
      if (!before.problem) assert.deepEqual(changed, [], told(wished));
    }
  });

  test('offer the faults that make a difference, and no others', () => {
    for (const wished of states(SEED + 2, 24)) {
      const { state, tokens, problem } = prepare(DEFAULTS, { ...wished, fault: 'none' });
      if (problem) continue;
      const config = { state, tokens };
      const right = traced(engine, config, {}).trace;
      for (const fault of FAULTS.slice(1)) {
        const faulty = { ...config, state: { ...state, fault } };
        if (!canMake(fault, faultSituation(state, tokens))) continue;
        const error = attempt(faulty);
        assert.equal(error, undefined, `${fault}: ${told(state)}: ${error?.message}`);
        if (!/scale|swapped|twice|of_queries|norm_axis/.test(fault)) continue;
        const wrong = traced(engine, faulty, {}).trace;
        assert.notEqual(right.firstDifference(wrong), undefined, `${fault}: ${told(state)}`);
        wrong.dispose();
      }
      right.dispose();
    }
  });
});
