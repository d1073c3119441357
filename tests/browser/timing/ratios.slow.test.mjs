// Speed beside other engines, in this Node and in Chromium: `npm run bench` shortly, and less than its floors.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { installNodeModules } from '../../../scripts/setup.mjs';

await installNodeModules('tests/bench');
const { bestRatio, held } = await import('../../bench/held.mjs');
const { openChromium, openNode } = await import('../../bench/platforms.mjs');

const platforms = [];
before(async () => {
  for (const open of [openNode, openChromium]) platforms.push(await open());
});
after(() => Promise.all(platforms.map((platform) => platform.close())));

for (const row of held) {
  test(`${row.name}: other engines take at least ${row.ratio} times as long`, async () => {
    for (const platform of platforms) {
      const best = await bestRatio(platform, row);
      console.log(`${row.name}, ${platform.name}: ${best.toFixed(2)} ×`);
      assert.ok(best >= row.ratio, `${platform.name}: ${best}`);
    }
  });
}
