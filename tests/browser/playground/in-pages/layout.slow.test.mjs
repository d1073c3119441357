// Where other pages put the element: in any container, written from the right, below their headers, in their type.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../../../../scripts/lib/run.mjs';
import { eventually } from '../../support/hands.mjs';
import { goTo } from '../../support/numbers.mjs';
import { widthOf } from '../../support/looks.mjs';
import { whenReady } from '../../support/site.mjs';
import { boxOf, files, openPages, panels, replaceBody, settled } from './support.mjs';

const { withPage } = await openPages(import.meta.filename);

const tags = Object.keys(files);
const element = (tag, attributes = '') => `<${tag} loading="eager" ${attributes}></${tag}>`;

/**
 * What is drawn on a canvas, its labels included, stands where its cells are if the canvas does: how far each grid is
 * from its place in its figure, in pixels, and which way the texts of each canvas run.
 */
const drawn = (page, tag) =>
  page.evaluate((tag) => {
    const deep = (root, selector) => [
      ...root.querySelectorAll(selector),
      ...[...root.querySelectorAll('*')].flatMap((one) =>
        one.shadowRoot ? deep(one.shadowRoot, selector) : [],
      ),
    ];
    const all = deep(document.querySelector(tag).shadowRoot, 'canvas').filter(
      ({ offsetWidth }) => offsetWidth > 0,
    );
    const shifts = all.flatMap((canvas) => {
      const { host } = canvas.getRootNode();
      const { left, top } = canvas.getBoundingClientRect();
      return (host.figure?.grids ?? []).flatMap(({ name, box }) => {
        const port = host.renderRoot.querySelector(`.port:has(> [data-grid="${name}"])`);
        const place = port.getBoundingClientRect();
        return [place.left - left - box.x, place.top - top - box.y];
      });
    });
    return { shifts, directions: all.map((canvas) => getComputedStyle(canvas).direction) };
  }, tag);

const fromTheRight = 'lang="en" dir="rtl"';

describe('in a page that is written from the right', () => {
  for (const tag of tags) {
    test(`<${tag}> has each number under its label`, () =>
      withPage(
        element(tag),
        async (page) => {
          if (tag === 'attention-playground') await goTo(page, 'scores');
          const { shifts, directions } = await drawn(page, tag);
          assert.ok(directions.length > 0);
          assert.deepEqual(new Set(directions), new Set(['ltr']));
          assert.ok(shifts.length > 0 || tag === 'scaling-study', 'there are grids');
          for (const shift of shifts) assert.ok(Math.abs(shift) < 1, `${shift} px from its place`);
        },
        { html: fromTheRight },
      ));
  }

  test('everything stands as in a page that is written from the left', async () => {
    const seen = [];
    for (const html of ['lang="en"', fromTheRight]) {
      await withPage(
        element('attention-playground'),
        async (page) => {
          await goTo(page, 'scores');
          const boxes = page.locator(
            'ap-ribbon button, ap-input input, ap-proof td, ap-stage [role=gridcell], ap-stage .label',
          );
          const read = () =>
            boxes.evaluateAll((all) =>
              all.map((one) => {
                const { x, y, width, height } = one.getBoundingClientRect();
                return [x, y, width, height].join();
              }),
            );
          seen.push(await settled(read));
        },
        { html },
      );
    }
    assert.ok(seen[0].length > 50);
    assert.deepEqual(seen[1], seen[0]);
  });
});

describe('in any container it is as wide as there is room, or at least usable', () => {
  const places = {
    'a flex row': [(it) => `<div style="display:flex">${it}</div>`, 900],
    'a flex row beside a text': [
      (it) => `<div style="display:flex"><p style="flex:0 0 200px">Text</p>${it}</div>`,
      640,
    ],
    'a flex column, centred': [
      (it) => `<div style="display:flex;flex-direction:column;align-items:center">${it}</div>`,
      900,
    ],
    'an inline block': [(it) => `<div style="display:inline-block">${it}</div>`, 900],
    'a table cell': [(it) => `<table><tr><td>${it}</td></tr></table>`, 900],
    'a table cell beside others': [
      (it) => `<table><tr><td>Some words of text</td><td>${it}</td></tr></table>`,
      640,
    ],
    'a dialog': [(it) => `<dialog open>${it}</dialog>`, 640],
    'a float': [(it) => `<div style="float:left">${it}</div>`, 900],
    'a grid': [
      (it) => `<div style="display:grid;grid-template-columns:auto auto"><p>Text</p>${it}</div>`,
      640,
    ],
    'an absolute box': [(it) => `<div style="position:absolute">${it}</div>`, 900],
  };
  // All have the same styles of their host.
  for (const [tag, widths] of [
    ['attention-playground', [1000, 360]],
    ['scaling-study', [360]],
  ]) {
    for (const width of widths) {
      test(`<${tag}>, ${width} px`, () =>
        withPage(
          '',
          async (page) => {
            for (const [place, [around, least]] of Object.entries(places)) {
              await replaceBody(page, `<style>body{margin:8px}</style>${around(element(tag))}`);
              await whenReady(page);
              const { width: got } = await boxOf(page, tag);
              const beside = place.includes('beside') || place === 'a grid';
              const enough = width === 1000 ? least : beside ? 150 : 280;
              assert.ok(got >= enough, `${place}: ${got} px wide`);
              const wide = await widthOf(page);
              const fits = width === 1000 ? wide <= 1000 : wide <= 420 || beside;
              assert.ok(fits, `${place}: the page is ${wide} px wide`);
            }
          },
          { width },
        ));
    }
  }

  test('and no wider than a narrow column', () =>
    withPage(`<div style="width:280px">${element('attention-playground')}</div>`, async (page) => {
      assert.equal((await boxOf(page, 'attention-playground')).width, 280);
      assert.ok((await widthOf(page)) <= 1280);
    }));
});

describe('below a header of the page', () => {
  const header =
    '<header style="position:fixed;inset:0 0 auto;height:60px;z-index:1;background:#fc0">Header</header>';
  const body = `${header}<div style="height:80px"></div>${element('attention-playground')}<div style="height:2000px"></div>`;
  const topmost = (page, y) => page.evaluate((y) => document.elementFromPoint(300, y).localName, y);

  test('its bars stay below in order of depth: nothing of it covers the header', () =>
    withPage(body, async (page) => {
      await page.evaluate(() => scrollTo(0, 300));
      await page.waitForTimeout(100);
      for (const y of [5, 30, 55]) assert.equal(await topmost(page, y), 'header');
    }));

  test('--ap-sticky-top keeps them below in space', () =>
    withPage(`<style>attention-playground{--ap-sticky-top:60px}</style>${body}`, async (page) => {
      await page.evaluate(() => scrollTo(0, 300));
      await page.waitForTimeout(100);
      const top = await page.locator('ap-input').evaluate((one) => one.getBoundingClientRect().top);
      assert.ok(top >= 60, `the sentence is at ${top}`);
    }));
});

test('the page’s type does not reach into the element', async () => {
  const looks = async (page, tag) =>
    page.evaluate((tag) => {
      const { shadowRoot } = document.querySelector(tag);
      const seen = [];
      const walk = (root) => {
        for (const one of root.querySelectorAll('*')) {
          const s = getComputedStyle(one);
          const names = [
            'textTransform',
            'textIndent',
            'wordSpacing',
            'letterSpacing',
            'whiteSpace',
            'lineHeight',
            'fontSize',
            'fontStyle',
            'fontVariant',
            'fontWeight',
            'fontStretch',
            'fontFamily',
            'textAlign',
            'textShadow',
            'quotes',
            'cursor',
            'direction',
            'writingMode',
            'wordBreak',
            'overflowWrap',
            'hyphens',
            'tabSize',
            'listStyle',
            'borderCollapse',
            'borderSpacing',
            'captionSide',
            'fontFeatureSettings',
            'fontKerning',
            'textAlignLast',
          ];
          seen.push(
            [one.localName, one.getAttribute('class'), ...names.map((name) => s[name])].join(' | '),
          );
          if (one.shadowRoot) walk(one.shadowRoot);
        }
      };
      walk(shadowRoot);
      return seen;
    }, tag);
  const loud = `<style>body { text-transform: uppercase; text-indent: 3em; word-spacing: 9px; letter-spacing: 4px;
    white-space: pre; line-height: 3; font: italic small-caps bold condensed 30px/3 serif; text-align: right; text-align-last: center;
    text-shadow: 1px 1px red; quotes: '<' '>'; cursor: wait; writing-mode: vertical-rl; word-break: break-all; overflow-wrap: anywhere;
    hyphens: auto; tab-size: 2; list-style: square inside; border-collapse: collapse; border-spacing: 9px; caption-side: bottom;
    font-feature-settings: "smcp"; font-kerning: none; }</style>`;
  for (const tag of tags) {
    const seen = [];
    for (const style of ['', loud]) {
      await withPage(style + element(tag, 'style="width:900px"'), async (page) => {
        seen.push(await settled(() => looks(page, tag)));
      });
    }
    assert.ok(seen[0].length > 20);
    assert.deepEqual(seen[1], seen[0], tag);
  }
});

const dark = '<style>.dark { background: #111 } .dark > * { color-scheme: dark }</style>';

test('a dark page without color-scheme chooses it, and the colours follow when it changes', () =>
  withPage(
    dark + element('attention-playground') + panels.map((tag) => element(tag)).join(''),
    async (page) => {
      const seen = () =>
        page.evaluate(
          (tags) =>
            tags.map((tag) => {
              const one = document.querySelector(tag);
              const frame = one.shadowRoot.querySelector('.frame');
              const background = getComputedStyle(
                tag === 'attention-playground' ? one : frame,
              ).getPropertyValue('background-color');
              return [
                one.store?.scheme ?? one.scheme,
                getComputedStyle(frame).color,
                tag === 'attention-playground' ? background : '',
              ].join(' ');
            }),
          tags,
        );
      const tags = await page.evaluate(() =>
        [...document.querySelectorAll('body > :not(style)')].map((one) => one.localName),
      );
      const light = await seen();
      for (const one of light) assert.match(one, /^light/);
      await page.evaluate(() => document.body.classList.add('dark'));
      const names = async () => (await seen()).map((one) => one.split(' ')[0]);
      await eventually(
        names,
        light.map(() => 'dark'),
      );
      assert.notEqual((await seen())[0], light[0]);
    },
  ));

test('each part and each custom property that the guide names changes what is seen', async () => {
  const { modules } = JSON.parse(readFileSync(join(root, 'dist/custom-elements.json'), 'utf8'));
  const { cssParts } = modules
    .flatMap(({ declarations }) => declarations)
    .find(({ tagName }) => tagName === 'attention-playground');
  const named = cssParts.map(({ name }) => name);
  // Those of a workbench; the tables of the guide are made of the manifest.
  const parts = ['input', 'controls', 'ribbon', 'map', 'stage', 'proof', 'walk'];
  assert.deepEqual(
    parts.filter((part) => !named.includes(part)),
    [],
  );
  const styles = parts.map(
    (part) => `attention-playground::part(${part}){outline:3px solid rgb(1,2,3)}`,
  );
  const own = `<style>${styles.join('')} tiled-attention::part(panel){outline:3px solid rgb(1,2,3)}
        attention-playground { --ap-ink: rgb(1,0,0); --ap-surface: rgb(2,0,0); --ap-line: rgb(3,0,0); --ap-ground: rgb(4,0,0); }
      </style>`;
  await withPage(
    own +
      element('attention-playground', 'mode="workbench" model="encoder-decoder"') +
      element('tiled-attention'),
    async (page) => {
      const outlines = await page.evaluate((parts) => {
        const { shadowRoot } = document.querySelector('attention-playground');
        const panel = document
          .querySelector('tiled-attention')
          .shadowRoot.querySelector('[part=panel]');
        return [...parts.map((part) => shadowRoot.querySelector(`[part=${part}]`)), panel].map(
          (one) => getComputedStyle(one).outlineColor,
        );
      }, parts);
      assert.deepEqual(new Set(outlines), new Set(['rgb(1, 2, 3)']));
      const colours = await page.evaluate(() => {
        const { shadowRoot } = document.querySelector('attention-playground');
        const input = shadowRoot.querySelector('ap-input').shadowRoot.querySelector('input');
        const { color, borderTopColor } = getComputedStyle(input);
        const button = shadowRoot.querySelector('ap-ribbon').shadowRoot.querySelector('button');
        const { backgroundColor } = getComputedStyle(button);
        return [
          color,
          backgroundColor,
          borderTopColor,
          getComputedStyle(shadowRoot.host).backgroundColor,
        ];
      });
      assert.deepEqual(colours, ['rgb(1, 0, 0)', 'rgb(2, 0, 0)', 'rgb(3, 0, 0)', 'rgb(4, 0, 0)']);
    },
  );
});
