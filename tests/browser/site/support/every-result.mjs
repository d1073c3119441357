// Whoever opens a step sees its result without scrolling: up to 16 tokens, on a phone up to 10.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSite } from '../../support/site.mjs';
import { limitOf, visibleShares, windows } from '../../support/visible-share.mjs';

/**
 * Numbers of tokens by the width of the window: the most, as fewer take less room, and where there is least room by turns that of
 * first visits or one in between. Of the two other windows each page has one. (`npm run visible-share` measures all.)
 */
const turns = [
  { 1440: [16], 1280: [7, 16], 360: [10] },
  { 1280: [10, 16], 768: [16], 360: [7, 10] },
];

/** By the model and the mode, so that each model and each mode has both. */
const turnOf = (name) => {
  const isLed = /guided|backward/.test(name);
  return name.startsWith('transformer') === isLed ? turns[0] : turns[1];
};

/** Declares the tests of these pages, by their names in `pages`. */
export function everyResultIsSeen(names) {
  let site;
  before(async () => {
    site = await openSite();
  });
  after(() => site.close());

  for (const page of names) {
    for (const window of windows.filter(({ width }) => width in turnOf(page))) {
      test(`every result of the ${page} is seen at ${window.width} × ${window.height}`, async () => {
        const of = turnOf(page)[window.width];
        assert.equal(Math.max(...of), limitOf(window));
        const found = await visibleShares(site, { at: [window], of, on: [page] });
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
