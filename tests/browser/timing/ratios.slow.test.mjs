// Speed beside other engines, in this Node and in Chromium: `npm run bench` shortly, and less than its floors.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { installNodeModules } from '../../../scripts/setup.mjs';

await installNodeModules('tests/bench');
const { bestRatio, held, leastOn } = await import('../../bench/held.mjs');
const { openChromium, openNode } = await import('../../bench/platforms.mjs');

const platforms = [];
before(async () => {
  for (const open of [openNode, openChromium]) platforms.push(await open());
});
after(() => Promise.all(platforms.map((platform) => platform.close())));

for (const row of held) {
  test(`${row.name}: other engines take as long at least as is held`, async () => {
    for (const platform of platforms) {
      const best = await bestRatio(platform, row);
      const least = leastOn(platform, row);
      console.log(`${row.name}, ${platform.name}: ${best.toFixed(2)} ×, at least ${least} ×`);
      assert.ok(best >= least, `${platform.name}: ${best}, at least ${least}`);
    }
  });
}
