// What the tests of PyTorch's models share.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ap, assertNear, roundings } from './engine.mjs';
import { readGoldens, roundingsOf, traceOptions } from './golden-models.mjs';

export const goldens = readGoldens().flatMap((set) => set.cases.map((golden) => ({ set, golden })));
export const nameOf = ({ set, golden }) =>
  [set.kind, set.name, golden.mask, ...golden.variants].join(' ');

export const magnitude = ({ data }) => data.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

/** Half of ε for each rounding on the longest way through the model, as tests/cpp/support/golden_model.hpp says. */
export const toleranceOf = (options, expected) =>
  roundings(roundingsOf(options), magnitude(expected)) / 2;

export function assertGolden(actual, expected, options, path) {
  assert.deepEqual(actual.shape, expected.shape, `${path}: shape`);
  assertNear(actual, [...expected.data], toleranceOf(options, expected), path);
}

export function withTransformer(options, use) {
  const trace = ap.traceTransformer(options);
  try {
    return use(trace);
  } finally {
    trace.dispose();
  }
}

/** The path of what the last layer of a case gives, or of the norm after it. */
export function outputOf({
  normFirst,
  finalNorm,
  numEncoderLayers,
  numDecoderLayers,
  architecture,
}) {
  const encoder = architecture === 'encoder-only';
  const stack = encoder ? 'encoder' : 'decoder';
  if (finalNorm) return `${stack}.norm`;
  const last = (encoder ? numEncoderLayers : numDecoderLayers) - 1;
  const sublayers = architecture === 'encoder-decoder' ? 3 : 2;
  return `${stack}.${last}.${normFirst ? 'residual' : 'norm'}_${sublayers}`;
}

/**
 * Declares a test for each option that the models might wrongly have: it looks at one model of `among`, in turn. Models are
 * many and much alike.
 */
export function testOtherOptions(among) {
  describe('what was not asked for is not within the tolerance', () => {
    const changes = {
      norm: (options) => ({ normFirst: !options.normFirst }),
      activation: ({ activation }) => ({
        activation: activation === 'relu' ? 'gelu' : 'gelu_tanh',
      }),
      epsilon: ({ layerNormEps }) => ({ layerNormEps: layerNormEps < 1e-4 ? 1e-3 : 1e-5 }),
      heads: ({ nhead }) => ({ nhead: nhead === 1 ? 2 : 1 }),
      masks: () => ({
        tgtIsCausal: false,
        srcMask: undefined,
        srcKeyPaddingMask: undefined,
        tgtKeyPaddingMask: undefined,
        memoryKeyPaddingMask: undefined,
        memoryMask: undefined,
      }),
    };
    for (const [turn, [what, change]] of Object.entries(changes).entries()) {
      test(`another ${what}`, () => {
        for (const [i, { set, golden }] of goldens.entries()) {
          if (i % among !== turn % among) continue;
          if (what === 'masks' && golden.mask === 'none') continue;
          const options = traceOptions(set, golden);
          const expected = golden.results[outputOf(options)];
          const wrong = { ...options, ...change(options) };
          const actual = withTransformer(wrong, (trace) => trace.tensor(outputOf(wrong)));
          assert.throws(
            () => assertGolden(actual, expected, options, what),
            nameOf({ set, golden }),
          );
        }
      });
    }
  });
}
