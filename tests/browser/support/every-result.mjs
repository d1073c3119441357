// Whoever opens a step sees its result without scrolling: up to 16 tokens, on a phone up to 10.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lengths, limitOf, visibleShares, windows } from './visible-share.mjs';

/** Declares the tests of these pages, by their names in `pages`. */
export function everyResultIsSeen(names) {
  for (const window of windows) {
    for (const page of names) {
      test(`every result of the ${page} is seen at ${window.width} × ${window.height}`, async () => {
        const of = lengths.filter((tokens) => tokens <= limitOf(window));
        const found = await visibleShares({ at: [window], of, on: [page] });
        assert.ok(found.every(({ shares }) => shares.length > 10));
        const hidden = found.flatMap(({ tokens, shares }) =>
          shares
            .filter(({ share }) => share < 1)
            .map(({ step, share }) => `${tokens} tokens, ${step}: ${Math.floor(share * 100)} %`),
        );
        assert.deepEqual(hidden, []);
      });
    }
  }
}
