// Faults: what the page offers the engine can make, and what it does not offer makes no difference.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engine, modules } from './support/store.mjs';

const { FAULTS, DEFAULTS, canMake, faultSituation, traceOptions, transformerOptions, tokensOf } =
  modules;

/** A pinned random sequence, for choosing among values. */
function* choices(seed) {
  let state = seed;
  for (;;) {
    state = (state * 1103515245 + 12345) % 2147483648;
    yield state / 2147483648;
  }
}

const random = choices(7);
const one = (list) => list[Math.floor(random.next().value * list.length)];
const ragged = ['a b c', 'a b'];
const situation = () => {
  const sentences = one([['a b c'], ragged, ['a b', 'c d']]);
  const dK = one([null, null, 1, 2, 4]);
  return {
    ...DEFAULTS,
    sentences,
    tokens: sentences.map(() => null),
    memory: one(['x y z', 'x y', 'w x y z'].map((text) => sentences.map(() => text))),
    // Rotations need pairs.
    positions: one(['sinusoidal', 'learned', 'none', dK === 1 ? 'none' : 'rotary']),
    bias: one([true, false]),
    memoryTokens: sentences.map(() => null),
    model: one(['attention', 'attention', 'encoder-decoder', 'encoder-only', 'decoder-only']),
    kind: one(['self', 'cross']),
    mask: one(['none', 'causal', 'padding', 'both', 'custom', 'causal padding custom']),
    causalOffset: one([0, 0, -1, 1, 9]),
    projections: one(['xavier', 'identity', 'none']),
    headMatrices: one(['combined', 'separate']),
    scale: one([null, null, 0.5]),
    scaleScores: one([true, true, false]),
    softcap: one([null, 2]),
    heads: one([1, 2]),
    dModel: 4,
    dK,
    dV: one([null, 3]),
    outputProjection: one([true, false]),
    outputWidth: one([null, 5]),
    attentionWidth: one([null, 8]),
    normOrder: one(['post', 'pre', 'none']),
    dropoutP: one([0, 0.5]),
    training: one([true, false]),
    layers: one([1, 1, 2]),
    pointer: one([false, false, true]),
  };
};
const trace = (state) => {
  const tokens = tokensOf(state);
  return state.model === 'attention'
    ? engine.traceAttention(traceOptions(state, tokens))
    : engine.traceTransformer(transformerOptions(state, tokens));
};

test('the engine can make all that is offered, and what is not offered makes no difference', () => {
  const offered = new Set();
  for (let round = 0; round < 150; round += 1) {
    const state = situation();
    const right = trace(state);
    for (const fault of FAULTS.slice(1)) {
      const wanted = canMake(fault, faultSituation(state, tokensOf(state)));
      if (wanted) offered.add(fault);
      let wrong;
      try {
        wrong = trace({ ...state, fault });
      } catch (error) {
        const at = JSON.stringify({ ...state, fault, code: error.code });
        assert.ok(!wanted && error.code === 'conflict', at);
        continue;
      }
      const difference = right.firstDifference(wrong)?.path;
      const at = JSON.stringify({ ...state, fault, difference });
      // One head scaled by √1 is not scaled: that fault is offered by its other name.
      if (!wanted && fault !== 'scale_by_sqrt_h') assert.equal(difference, undefined, at);
      wrong.dispose();
    }
    right.dispose();
  }
  // Settings cut nothing into tiles.
  offered.add('tile_without_rescale');
  assert.deepEqual([...offered].sort(), FAULTS.slice(1).sort());
});
