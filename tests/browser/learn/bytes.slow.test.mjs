// What the page of a lesson costs in bytes, as they are sent.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bytesOf } from '../support/lesson-times.mjs';
import { openCompressedSite } from '../support/slow-line.mjs';
import { slugs } from './support/lesson.mjs';

const ownBytes = 60_000;

let site;
before(async () => (site = await openCompressedSite()));
after(() => site.close());

for (const lang of ['en', 'zh']) {
  test(`${lang}: a lesson's page takes ${ownBytes} bytes at most beside its figures`, async () => {
    for (const { name, bytes } of await bytesOf(site.browser, site.url, lang, slugs))
      assert.ok(bytes <= ownBytes, `${name}: ${bytes} bytes`);
  });
}
