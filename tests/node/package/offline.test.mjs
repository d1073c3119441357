// What is kept for a time without a network, and what a system that installs the site as an app is told. In a browser:
// tests/browser/site/offline.slow.test.mjs.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { siteFolder, sitePages } from '../../../scripts/build/site.mjs';
import { importWeb } from '../support/bundled.mjs';

const base = process.env.SITE_BASE ?? '/';
const read = (path) => readFileSync(join(siteFolder, path));
const script = read('sw.js').toString();
const kept = [...script.matchAll(/"url":"([^"]+)"/g)].map(([, url]) => url);

describe('the service worker keeps', () => {
  test('every page but those in frames', () => {
    const wanted = sitePages().filter((path) => !/(^|\/)frame\.html$/.test(path));
    assert.deepEqual(kept.filter((url) => url.endsWith('.html')).sort(), wanted);
  });

  test('files that are there, by addresses below its own, whatever the path of the site', () => {
    for (const url of kept) {
      assert.doesNotMatch(url, /^(\/|\w+:)/);
      assert.ok(statSync(join(siteFolder, url)).isFile(), url);
    }
    assert.ok(kept.length > sitePages().length);
    assert.equal(new Set(kept).size, kept.length);
  });

  test('nothing that only other sites and disks need, and no more than 20 MB', () => {
    const others =
      /^(cards|icons)\/|attention\.html$|\.single\.|webmanifest$|-relaxed\.|hashmap|screenshot/;
    assert.deepEqual(
      kept.filter((url) => others.test(url)),
      [],
    );
    const bytes = kept.reduce((sum, url) => sum + statSync(join(siteFolder, url)).size, 0);
    assert.ok(bytes <= 20e6, String(bytes));
  });

  test('a revision of each file whose name does not change with its content', () => {
    const without = [...script.matchAll(/"revision":null,"url":"([^"]+)"/g)].map(([, url]) => url);
    assert.ok(without.length > 0);
    for (const url of without) assert.match(url, /^assets\/.*[.-][\w-]{8}(\.lean)?\.\w+$/);
  });
});

describe('an installed app', () => {
  for (const [folder, lang] of [
    ['', 'en'],
    ['zh/', 'zh-CN'],
  ]) {
    test(`has a manifest in its language, with icons of the sizes that it says (${lang})`, () => {
      const app = JSON.parse(read(`${folder}app.webmanifest`));
      assert.equal(app.lang, lang);
      assert.equal(app.start_url, base + folder);
      assert.equal(app.scope, base);
      assert.equal(app.display, 'standalone');
      for (const key of ['name', 'short_name', 'description']) assert.ok(app[key], key);
      const pictures = app.icons.filter(({ type }) => type === 'image/png');
      assert.deepEqual(
        pictures.map(({ sizes, purpose }) => `${sizes} ${purpose}`),
        ['192x192 any', '512x512 any', '512x512 maskable'],
      );
      for (const { src, sizes } of pictures) {
        const png = read(src.slice(base.length));
        assert.equal(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, sizes, src);
      }
      assert.match(read(app.icons[0].src.slice(base.length)).toString(), /^<svg/);
    });
  }

  test('every page but those in frames links the manifest of its language', () => {
    for (const page of sitePages().filter((path) => !/worksheets\//.test(path))) {
      const found = /<link rel="manifest" href="([^"]+)">/.exec(read(page).toString())?.[1];
      const folder = page.startsWith('zh/') ? 'zh/' : '';
      const wanted = /frame\.html$/.test(page) ? undefined : `${base}${folder}app.webmanifest`;
      assert.equal(found, wanted, page);
    }
  });

  test('under a path has that path in all its addresses', async () => {
    const { appHead, writeManifests } = await importWeb('site/.vitepress/offline/pwa.ts');
    const folder = mkdtempSync(join(tmpdir(), 'attention-app-'));
    try {
      writeManifests(folder, '/attention/');
      const app = JSON.parse(readFileSync(join(folder, 'zh/app.webmanifest'), 'utf8'));
      assert.equal(app.start_url, '/attention/zh/');
      assert.equal(app.scope, '/attention/');
      for (const { src } of app.icons) assert.match(src, /^\/attention\/ico/);
      const [[, { href }]] = appHead('zh/play.md', '/attention/');
      assert.equal(href, '/attention/zh/app.webmanifest');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
