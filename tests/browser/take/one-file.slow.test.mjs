// attention.html, which the guide has a reader download: it opens from a disk, and asks for nothing.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { siteFolder } from '../../../scripts/build/site.mjs';
import { root } from '../../../scripts/lib/run.mjs';
import { openBrowser } from '../support/chromium.mjs';
import { onDisk, shown, withFile } from './support/standalone.mjs';

let browser;
before(async () => (browser = await openBrowser()));
after(() => browser.close());

for (const [lang, file, guide] of [
  ['en', 'attention.html', 'guide/embed.md'],
  ['zh-CN', 'zh/attention.html', 'zh/guide/embed.md'],
]) {
  test(`${file} shows what the guide says, from a disk`, async () => {
    const text = readFileSync(join(siteFolder, file), 'utf8');
    const [tag] = text.match(/<attention-playground sentence=.*?<\/attention-playground>/);
    assert.ok(readFileSync(join(root, 'web/site', guide), 'utf8').includes(`\n${tag}\n`), tag);
    await withFile(browser, onDisk(text), async (page) => {
      assert.equal(await page.evaluate(() => document.documentElement.lang), lang);
      const { state, steps } = await shown(page);
      assert.equal(state.lang, lang === 'en' ? 'en' : 'zh');
      assert.ok(steps.length > 8);
    });
  });
}
