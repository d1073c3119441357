// The words of VitePress's own parts: each is in the page's language.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../../scripts/lib/run.mjs';
import { importWeb } from '../support/bundled.mjs';
import { builtPages, folder } from './support/pages.mjs';

const { translatedParts } = await importWeb('site/.vitepress/translated-parts.ts');
const theme = join(root, 'node_modules/vitepress/dist/client/theme-default');
/** Shown with settings that this site does not have: `sidebar`, with the pages before and after; or hidden by theme/site.css. */
const notShown = [
  'VPSidebar.vue',
  'VPDocFooter.vue',
  'VPNavBarTranslations.vue',
  'VPNavScreenTranslations.vue',
];
const replaced = (file) =>
  notShown.includes(file) || translatedParts.some(({ find }) => find.test(`./${file}`));

/** The words that a template has whatever the language: names of its elements, and what is only read aloud. */
function fixedWords(source) {
  const template = source.slice(source.indexOf('<template>'), source.lastIndexOf('</template>'));
  const names = [...template.matchAll(/[\s](?:aria-label|label|title|placeholder)="([^"]+)"/g)];
  const hidden = [...template.matchAll(/class="visually-hidden"[^>]*>\s*([^<{]+?)\s*</g)];
  return [...names, ...hidden].map(([, words]) => words);
}

/** The parts that the site has: what its layout imports, and these, and so on. */
function shownParts() {
  const seen = new Set();
  const visit = (path) => {
    if (seen.has(path) || replaced(path.split('/').at(-1))) return;
    seen.add(path);
    const imports = readFileSync(path, 'utf8').matchAll(/from '(\.[^']*\.vue)'/g);
    for (const [, relative] of imports) visit(join(dirname(path), relative));
  };
  visit(join(theme, 'Layout.vue'));
  return [...seen];
}

test('no part of VitePress that the site has is named in English on every page', () => {
  const parts = shownParts();
  assert.ok(parts.length > 10, `${parts.length} parts`);
  const found = parts.flatMap((file) =>
    fixedWords(readFileSync(file, 'utf8')).map((words) => `${file}: ${words}`),
  );
  assert.deepEqual(found, []);
});

test('what is named on a Chinese page is named in Chinese, and no name has the marks of an id', () => {
  const pages = builtPages();
  const namesIn = (path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/aria-label="([^"]+)"/g)].map(
      ([, name]) => name,
    );
  const chinese = pages.filter((path) => path.startsWith(`${folder}/zh/`));
  assert.ok(chinese.length > 10, `${chinese.length} pages`);
  for (const path of chinese) {
    const foreign = namesIn(path).filter((name) => !/\p{Script=Han}/u.test(name));
    assert.deepEqual(foreign, [], path);
  }
  for (const path of pages) {
    assert.deepEqual(
      namesIn(path).filter((name) => /\{#|&quot;/.test(name)),
      [],
      path,
    );
  }
});
