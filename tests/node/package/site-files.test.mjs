// Hosts tell browsers to keep the site's `assets` for ever: so what a page loads lies there, and its name changes with it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { siteFolder } from '../../../scripts/build/site.mjs';
import { root } from '../../../scripts/lib/run.mjs';
import { builtPages, folder } from './support/pages.mjs';

/** VitePress's own, always empty here, as no icon of it is shown. */
const empty = 'vp-icons.css';

const pages = builtPages();

/** A page without the titles of its blocks of code, which are files of a reader's own. */
const withoutTabs = (page) =>
  readFileSync(join(root, page), 'utf8').replace(/ data-title="[^"]*"/g, '');

test('every script and every sheet that a page names is in assets, by a name with a hash', () => {
  const names = pages.flatMap((page) =>
    [...withoutTabs(page).matchAll(/"([^"\s]+\.(?:js|css))"/g)].map(([, name]) => name),
  );
  const others = names.filter(
    (name) => !/\/assets\/([\w.-]+\/)*[\w.-]+[.-][\w-]{8}(\.lean)?\.\w+$/.test(name),
  );
  assert.ok(names.length > pages.length);
  assert.deepEqual([...new Set(others)], [`${process.env.SITE_BASE ?? '/'}${empty}`]);
  assert.equal(readFileSync(join(siteFolder, empty), 'utf8'), '');
});

test('a link to the other language leads to the same page, every other one stays in its own', () => {
  const base = process.env.SITE_BASE ?? '/';
  const nameOf = (path) => path.replace(/(^|\/)index\.html$|\.html$/, '$1').replace(/^zh\/?/, '');
  let seen = 0;
  for (const page of pages.filter((path) => !path.endsWith('404.html'))) {
    const path = page.slice(folder.length + 1);
    const text = readFileSync(join(root, page), 'utf8').replace(/<head>.*?<\/head>/s, '');
    for (const [link, href] of text.matchAll(/<a\b[^>]*\bhref="([^"#]+)"[^>]*>/g)) {
      if (!href.startsWith(base) || /\/assets\/|\bdownload=/.test(link)) continue;
      seen++;
      const to = href.slice(base.length);
      if (to.startsWith('zh/') === path.startsWith('zh/')) continue;
      assert.equal(nameOf(to), nameOf(path), `${page}: ${link}`);
    }
  }
  assert.ok(seen > 5 * pages.length, String(seen));
});
