// What a page has put into the slot `poster` stands until the figure is drawn, and where it cannot be.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAnyPage } from '../../support/any-page.mjs';

const { site, write } = await openAnyPage('step-poster-page');
const poster = (height) =>
  `<svg slot="poster" width="640" height="${height}" role="img" aria-label="Weights"><rect width="640" height="${height}" fill="#ccc"/></svg>`;
const markup = (height = 520) =>
  `<attention-step step="weights" view="matrix" sentence="one two three">${poster(height)}</attention-step><p id="below">below</p>`;
const head =
  '<style>body { width: 640px; margin: 8px } svg { display: block } attention-step { display: block }</style>';

async function visit(options, body) {
  const context = await site.browser.newContext({
    viewport: { width: 1280, height: 900 },
    ...options,
  });
  try {
    await body(await context.newPage());
  } finally {
    await context.close();
  }
}
const pageOf = (height) => site.url + write(markup(height), { head, scripts: ['step'] });
const isSeen = (page) => page.locator('svg[slot=poster]').isVisible();

test('without scripts the poster is there', () =>
  visit({ javaScriptEnabled: false }, async (page) => {
    await page.goto(pageOf());
    assert.ok(await isSeen(page));
  }));

test('if the script cannot be had, the poster stays', () =>
  visit({}, async (page) => {
    await page.route('**/step.js', (route) => route.abort());
    await page.goto(pageOf());
    await page.waitForTimeout(300);
    assert.ok(await isSeen(page));
  }));

for (const [name, spoil, said] of [
  [
    'without WebAssembly',
    (page) => page.addInitScript(() => delete globalThis.WebAssembly),
    /need a browser that supports WebAssembly/,
  ],
  [
    'without the wasm file',
    (page) => page.route('**/*.wasm', (route) => route.fulfill({ status: 404 })),
    /does not provide/,
  ],
]) {
  test(`${name} the poster stays, and why is said below it`, () =>
    visit({}, async (page) => {
      await spoil(page);
      await page.goto(pageOf());
      const failure = page.locator('attention-step [role=alert]');
      await failure.waitFor();
      assert.match(await failure.innerText(), said);
      assert.ok(await isSeen(page));
    }));
}

test('after a failure, trying again draws the figure in its place', () =>
  visit({}, async (page) => {
    let fails = true;
    await page.route('**/*.wasm', (route) =>
      fails ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await page.goto(pageOf());
    await page.locator('attention-step [role=alert]').waitFor();
    fails = false;
    await page.locator('attention-step [role=alert] button').click();
    await page.locator('attention-step figure canvas').waitFor();
    assert.equal(await isSeen(page), false);
  }));

test('nothing moves when the figure takes the place of its poster', () =>
  visit({}, async (page) => {
    await page.addInitScript(() => {
      globalThis.shift = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) globalThis.shift += value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(pageOf());
    const below = () =>
      page.locator('#below').evaluate((element) => element.getBoundingClientRect().top);
    const before = await below();
    await page.evaluate(() => document.querySelector('attention-step').ready);
    await page.locator('attention-step figure canvas').waitFor();
    await page.waitForTimeout(200);
    assert.equal(await isSeen(page), false);
    assert.equal(await below(), before);
    assert.equal(await page.evaluate(() => globalThis.shift), 0);
  }));
