// What the page of a lesson costs in bytes, as they are sent: of each in one language, as both load the same files but for their
// texts. `npm run lessons` reports both.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bytesOf } from '../support/lesson-times.mjs';
import { openCompressedSite } from '../support/slow-line.mjs';
import { slugs } from './support/lesson.mjs';

const ownBytes = 60_000;

let site;
before(async () => (site = await openCompressedSite()));
after(() => site.close());

for (const [lang, names] of Object.entries({
  en: slugs.filter((_, i) => i % 2 === 0),
  zh: slugs.filter((_, i) => i % 2 === 1),
})) {
  test(`${lang}: a lesson's page takes ${ownBytes} bytes at most beside its figures`, async () => {
    for (const { name, bytes } of await bytesOf(site.browser, site.url, lang, names))
      assert.ok(bytes <= ownBytes, `${name}: ${bytes} bytes`);
  });
}
