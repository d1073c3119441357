// One browser: the pages of the built site open and draw without a problem, and the kernels give the same bits as in Node, and
// so as in the other browsers.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { siteFolder, sitePages } from '../../../scripts/build/site.mjs';
import { root } from '../../../scripts/lib/run.mjs';
import { serve } from '../../../scripts/lib/serve.mjs';
import { loadEngine } from '../support/expected.mjs';
import { installedPackage } from '../support/project.mjs';
import { bitsOf } from './bits.mjs';
import { drivers } from './drivers.mjs';
import { openFromDisk } from './from-disk.mjs';

const pages = sitePages().filter((name) => !name.endsWith('404.html'));

/**
 * The pages that a browser opens. Words of another language make no page work in one browser and not in another: of each page
 * Firefox opens one language, WebKit the other. What Chromium opens is opened in tests/browser, too.
 */
function pagesOf(browser) {
  const english = pages.filter((page) => !page.startsWith('zh/'));
  if (browser === 'Chromium') return ['explore/tiles.html', 'guide/embed.html', 'zh/index.html'];
  const first = browser === 'Firefox' ? 0 : 1;
  return english.map((page, i) => (i % 2 === first ? page : `zh/${page}`));
}

/** The playgrounds, panels and lessons that a page's HTML names; what stands in a lesson is the lesson's. */
const elementsOf = (html) =>
  [...html.matchAll(/<([a-z]+-[a-z-]+)[\s>]/g)]
    .map(([, name]) => name)
    .filter((name) => !/^lesson-(?!map)/.test(name))
    .sort();

/** A lesson is opened on its last beat, which has a figure. */
const addressOf = (page, names) => (names.includes('attention-lesson') ? `${page}#away` : page);

/** Runs in the page: waits for these elements, but for figures that a lesson does not show now, and tells their sizes. */
const drawn = (names) => `
  const lesson = document.querySelector('attention-lesson');
  if (lesson) {
    await customElements.whenDefined('attention-lesson');
    await lesson.updateComplete;
  }
  const elements = ${JSON.stringify(names)}
    .map((name) => document.querySelector(name))
    .filter((element) => !element.hidden);
  for (const element of elements) {
    await customElements.whenDefined(element.localName);
    await element.ready;
    await element.updateComplete;
  }
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return elements.map((element) => {
    const { width, height } = element.getBoundingClientRect();
    return { name: element.localName, width, height };
  });`;

const computed = `
  const { load } = await import('/package/dist/index.js');
  const { bitsOf } = await import('/bits.mjs');
  return bitsOf(await load());`;

/** A copy of the site whose pages note their problems, with the package and a page for its bits. */
async function copySite() {
  const folder = mkdtempSync(join(tmpdir(), 'attention-site-'));
  cpSync(siteFolder, folder, { recursive: true });
  const witness = readFileSync(join(root, 'tests/hosts/browsers/witness.js'), 'utf8');
  for (const page of pages) {
    const path = join(folder, page);
    const html = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      html.replace('<head>', () => `<head><script>${witness}</script>`),
    );
  }
  const installed = join(await installedPackage(), 'node_modules/attention-playground');
  cpSync(installed, join(folder, 'package'), { recursive: true });
  cpSync(join(root, 'tests/hosts/browsers/bits.mjs'), join(folder, 'bits.mjs'));
  writeFileSync(join(folder, 'bits.html'), '<!doctype html><title>Bits</title>');
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export function testBrowser(name) {
  describe(name, () => {
    let site, server, browser;
    before(async () => {
      assert.ok(pagesOf(name).every((page) => pages.includes(page)));
      site = await copySite();
      server = await serve(site.folder);
      browser = await drivers[name]();
    });
    after(async () => {
      await browser?.close();
      await server?.close();
      site?.remove();
    });

    for (const page of pagesOf(name)) {
      test(`${page} opens, draws and keeps silent`, async () => {
        const names = elementsOf(readFileSync(join(siteFolder, page), 'utf8'));
        await browser.open(`${server.url}/${addressOf(page, names)}`);
        for (const { name, width, height } of await browser.evaluate(drawn(names))) {
          assert.ok(width >= 200 && height >= 100, `<${name}> is ${width} × ${height} px`);
        }
        assert.deepEqual(await browser.evaluate('return problemsSoFar();'), []);
      });
    }

    test('a page in one file opens from the disk and keeps what a person changes', async () => {
      await openFromDisk(browser, site.folder);
    });

    test('the bits of all steps are those of Node', async () => {
      await browser.open(`${server.url}/bits.html`);
      const bits = await browser.evaluate(computed);
      const expected = await bitsOf(await loadEngine());
      assert.ok(Object.keys(bits).length >= 8);
      assert.deepEqual(bits, expected);
    });
  });
}
