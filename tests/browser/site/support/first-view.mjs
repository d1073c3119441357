// How much of the site the first view fetches.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { budgets } from '../../../../scripts/build/sizes.mjs';
import { whenReady } from '../../support/site.mjs';
import { firstViews } from './pages.mjs';

/** Declares the test of a first view in a language; `open()` gives the site. */
export function testFirstView(open, language, name) {
  const { path, budget } = firstViews(language)[name];
  // tests/how-to builds a site with all its examples.
  const most = budgets[budget] + Number(process.env.BYTES_OF_EXAMPLES ?? 0);
  test(`the first view ${name} (${language}) is within its budget, and comes from this host alone`, async () => {
    const site = open();
    const page = await site.newPage();
    const files = [];
    page.on('response', (response) => files.push(response));
    await page.goto(site.url + path, { waitUntil: 'networkidle' });
    await whenReady(page);
    await page.waitForLoadState('networkidle');
    let total = 0;
    for (const response of files) {
      const bytes = gzipSync(await response.body(), { level: 9 }).length;
      console.log(`${String(bytes).padStart(7)} ${new URL(response.url()).pathname}`);
      total += bytes;
    }
    console.log(`${String(total).padStart(7)} in all, of ${most}`);
    assert.ok(total <= most, `${total} bytes gzip, at most ${most}`);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}
