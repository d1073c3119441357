// Layers, Transformers and language models of the npm API against PyTorch's numbers.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ap, assertNear, assertSame, roundings } from './support/engine.mjs';
import {
  assertGolden,
  goldens,
  magnitude,
  nameOf,
  outputOf,
  testOtherOptions,
  toleranceOf,
  withTransformer,
} from './support/golden-checks.mjs';
import {
  layerParameters,
  masksOf,
  roundingsOf,
  switchesOf,
  traceOptions,
} from './support/golden-models.mjs';

test('every kind is there, and no tolerance says nothing', () => {
  const counts = {};
  for (const { set } of goldens) counts[set.kind] = (counts[set.kind] ?? 0) + 1;
  assert.deepEqual(counts, {
    encoder_layer: 64,
    decoder_layer: 72,
    transformer: 24,
    encoder: 8,
    decoder_only: 12,
    encoder_decoder: 2,
  });
  for (const { set, golden } of goldens) {
    const [, expected] = Object.entries(golden.results)[0];
    const tolerance = toleranceOf(traceOptions(set, golden), expected);
    assert.ok(tolerance > 0 && tolerance < 1e-4 * magnitude(expected), `${tolerance}`);
  }
});

describe('a trace is PyTorch’s', () => {
  for (const { set, golden } of goldens) {
    test(nameOf({ set, golden }), () => {
      const options = traceOptions(set, golden);
      const { prediction, ...results } = golden.results;
      withTransformer(options, (trace) => {
        for (const [path, expected] of Object.entries(results)) {
          assertGolden(trace.tensor(path), expected, options, path);
        }
      });
      if (!prediction) return;
      withTransformer({ ...options, labels: undefined }, (trace) => {
        assertSame(trace.tensor('prediction'), prediction, 'prediction');
      });
    });
  }
});

describe('a backward pass is PyTorch’s', () => {
  for (const { set, golden } of goldens) {
    test(nameOf({ set, golden }), () => {
      const options = traceOptions(set, golden);
      const gradients = Object.entries(golden.gradients);
      const [[of, seed]] = gradients;
      // Sums that cancel are as exact as their parts.
      const largest = Math.max(...gradients.map(([, gradient]) => magnitude(gradient)));
      const tolerance = roundings(2 * roundingsOf(options), largest) / 2;
      withTransformer(options, (trace) => {
        trace.backward({ of, seed });
        for (const [path, expected] of gradients) {
          const actual = trace.tensor(`gradient.${path}`);
          assert.deepEqual(actual.shape, expected.shape, `${path}: shape`);
          assertNear(actual, [...expected.data], tolerance, path);
        }
      });
    });
  }
});

describe('a layer by the fused kernels is PyTorch’s', () => {
  for (const { set, golden } of goldens) {
    if (!set.kind.endsWith('_layer')) continue;
    test(nameOf({ set, golden }), () => {
      const { causal, ...masks } = masksOf(set, golden);
      const { source, target, memory } = set.inputs;
      const shared = { ...switchesOf(set, golden), ...masks };
      const output = source
        ? ap.encoderLayer({
            ...shared,
            ...layerParameters(set, 'encoder.0'),
            src: source,
            isCausal: causal,
          })
        : ap.decoderLayer({
            ...shared,
            ...layerParameters(set, 'decoder.0'),
            tgt: target,
            memory,
            tgtIsCausal: causal,
          });
      const options = traceOptions(set, golden);
      const path = outputOf(options);
      assertGolden(output, golden.results[path], options, path);
    });
  }
});

testOtherOptions(5);
