// What the site's build takes out of the styles of VitePress's theme.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runEsbuild } from '../../../scripts/build/bundle.mjs';
import { root } from '../../../scripts/lib/run.mjs';

let withoutUnused;
let split;
before(async () => {
  const outfile = join(root, 'build/js/unused-styles.mjs');
  await runEsbuild({
    entryPoints: [join(root, 'web/site/.vitepress/unused-styles.ts')],
    outfile,
    platform: 'node',
    packages: 'external',
  });
  ({ withoutUnused, split } = await import(pathToFileURL(outfile)));
});

const script = 'h("div", { class: "bar has-menu" }), h("p", { class: "level-" + n, id: "top" })';
const left = (css) => withoutUnused(css, [script]).replace(/\s+/g, '');

test('a rule stays if a script has its classes and ids, or the beginning of such a name', () => {
  for (const rule of [
    '.bar{a:b}',
    '.bar.has-menu>p{a:b}',
    '.level-2{a:b}',
    '#top{a:b}',
    'p{a:b}',
  ]) {
    assert.equal(left(rule), rule);
  }
});

test('a rule goes if one of its classes is nowhere, and a list keeps the others', () => {
  assert.equal(left('.foot{a:b}'), '');
  assert.equal(left('.bar .foot{a:b}'), '');
  assert.equal(left('.bar[data-v-1234]{a:b}'), '');
  assert.equal(left('.foot,.bar{a:b}'), '.bar{a:b}');
  assert.equal(left('@media (width>1px){.foot{a:b}}'), '');
});

test('what is excluded, and what an attribute contains, is not required', () => {
  assert.equal(left('.bar:not(.foot){a:b}'), '.bar:not(.foot){a:b}');
  assert.equal(left('.bar:not(:is(.foot,.x)){a:b}'), '.bar:not(:is(.foot,.x)){a:b}');
  assert.equal(left("[class*='foot.x']{a:b}"), "[class*='foot.x']{a:b}");
});

test('animations and properties go with the last rule that uses them', () => {
  assert.equal(left('@keyframes in{from{a:b}}.foot{animation:in 1s}'), '');
  const moving = '@keyframesin{from{a:b}}.bar{animation:in1s}';
  assert.equal(left('@keyframes in{from{a:b}}.bar{animation:in 1s}'), moving);
  assert.equal(left(':root{--a:1;--b:var(--a)}.foot{c:var(--b)}'), '');
  assert.equal(left(':root{--a:1}.bar{c:var(--a)}'), ':root{--a:1}.bar{c:var(--a)}');
});

test('what only late scripts need is in a sheet of its own, and finds the properties of the first', () => {
  const css =
    ':root{--a:1;--b:2}.bar{a:b}.doc{c:var(--a)}.bar .doc{a:b}.foot{c:var(--b)}p,.doc p{a:b}';
  const { first, late } = split(css, ['"bar", query(".doc p")'], ['"doc"']);
  assert.equal(first, ':root{--a:1}.bar{a:b}p{a:b}');
  assert.equal(late, '.doc{c:var(--a)}.bar .doc{a:b}.doc p{a:b}');
});
