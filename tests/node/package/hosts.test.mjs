// The page loads nothing from another host: nothing that is built names one.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { siteFolder } from '../../../scripts/build/site.mjs';
import { filesBelow } from '../../../scripts/lib/files.mjs';
import { root } from '../../../scripts/lib/run.mjs';

/** The addresses that a text names, but in links that a reader may follow and in comments. */
const addressesIn = (text) =>
  text
    .replace(/<a\b[^>]*>|\/\*[^]*?\*\//g, '')
    .match(/(?<![\w.])(?:https?:)?\/\/(?:[\w-]+\.)+[a-z]{2,}[^\s"'`)<>\\]*/gi) ?? [];

/**
 * Nothing is loaded from these: names that look like addresses, what Vue and Workbox say of themselves, and VitePress's icons of social
 * links, of which the site has none. The tests of the site look at what a browser really asks for.
 */
const known =
  /^http:\/\/www\.w3\.org\/(2000\/svg|1999\/xlink|1998\/Math\/MathML)$|^http:\/\/a\.com$|^https:\/\/vuejs\.org\/error-reference\/|^https:\/\/bit\.ly\/wb-precache$|^https:\/\/api\.iconify\.design\/simple-icons\//;

/** The page of Docusaurus shows a setting that needs an address: that of nobody. */
const isExample = (path, address) =>
  path.includes('docusaurus') && address.startsWith('https://example.org');

test('an address is found in scripts, styles and pages', () => {
  const loads = [
    "fetch('https://example.com/a.json')",
    'a{background:url(//example.com/a.png)}',
    '<img src="https://example.com/a.png">',
  ];
  for (const text of loads) assert.equal(addressesIn(text).length, 1, text);
  assert.deepEqual(addressesIn('<a href="https://example.com/paper">A paper</a>'), []);
});

test('no page, script or style names another host', () => {
  const files = [...filesBelow(siteFolder.slice(root.length + 1)), ...filesBelow('dist')];
  for (const path of files.filter((name) => /\.(html|js|css|svg)$/.test(name))) {
    const found = addressesIn(readFileSync(join(root, path), 'utf8'));
    assert.deepEqual(
      found.filter((address) => !known.test(address) && !isExample(path, address)),
      [],
      path,
    );
  }
});
