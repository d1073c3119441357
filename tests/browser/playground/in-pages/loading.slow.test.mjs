// Before the first numbers: the room that is kept free, the poster, and which elements start.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whenReady } from '../../support/site.mjs';
import { files, openPages } from './support.mjs';

const { withPage } = await openPages(import.meta.filename);

const tags = Object.keys(files);

/** Sums what moves on the page, as browsers do for the measure "cumulative layout shift". */
const shifts = `<script>
  globalThis.shift = 0;
  globalThis.shifted = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      shift += entry.value;
      shifted.push([entry.value.toFixed(3), ...entry.sources.map(({ node, previousRect: a, currentRect: b }) =>
        (node?.localName ?? node?.nodeName) + '.' + node?.className + ' ' + [a.y, a.height, b.y, b.height].map(Math.round))].join(' | '));
    }
  }).observe({ type: 'layout-shift', buffered: true });
</script>`;

/** As the guide says, for the time before the scripts are there. */
const reserved = `<style>
  :is(${tags}):not(:defined) { display: block; min-height: min(100lvh, 1000px); }
  attention-playground:not(:defined) { min-height: min(100lvh, 640px); }
</style>`;

/** The texts come late, as over a slow line. */
const slow = (page) =>
  page.route(/\/(en|zh)-\w+\.js/, async (route) => {
    await new Promise((later) => setTimeout(later, 300));
    await route.continue();
  });

for (const [i, tag] of tags.entries()) {
  // How much room is kept is the same for all.
  for (const width of i === 0 ? [1280, 360] : [i % 2 === 0 ? 1280 : 360]) {
    test(`twenty of <${tag}>, ${width} px: only those near the view start, and nothing shifts`, () =>
      withPage(
        Array.from({ length: 20 }, (_, i) => `<p>Text ${i}</p><${tag}></${tag}>`).join(''),
        async (page) => {
          await page.locator(`${tag} :is([role=grid], .head-view)`).first().waitFor();
          await page.waitForTimeout(1500);
          const started = await page.evaluate(
            (tag) =>
              [...document.querySelectorAll(tag)].filter((one) => one.trace ?? one.engine).length,
            tag,
          );
          assert.ok(started >= 1 && started <= 4, `${started} have started`);
          assert.equal(await page.evaluate(() => scrollY), 0, 'the page stays where its reader is');
          const { shift, shifted } = await page.evaluate(() => ({ shift, shifted }));
          assert.ok(shift < 0.05, `${shift}:\n${shifted.join('\n')}`);
        },
        {
          head: reserved + shifts,
          ready: false,
          prepare: slow,
          width,
          height: width < 600 ? 740 : 800,
        },
      ));
  }
}

test('the poster is shown until the first numbers, and where they cannot come the reason is', async () => {
  const poster = '<p slot="poster" style="margin:0">A picture of attention</p>';
  let let_go;
  const held = new Promise((done) => (let_go = done));
  await withPage(
    tags.map((tag) => `<${tag} loading="eager">${poster}</${tag}>`).join(''),
    async (page) => {
      const shown = (tag) => page.locator(`${tag} [slot=poster]`).isVisible();
      await page.waitForTimeout(300);
      for (const tag of tags) {
        assert.equal(await shown(tag), true, `${tag} hides its poster while it loads`);
        const loading = page.locator(tag).getByText(/Loading/);
        assert.equal(await loading.isVisible(), false, `${tag} shows both`);
        const before = await page.locator(tag).boundingBox();
        assert.ok(before.height >= 300);
      }
      let_go();
      await whenReady(page);
      for (const tag of tags) {
        assert.equal(await shown(tag), false, `${tag} keeps its poster`);
        const figure = page.locator(`${tag} :is([role=grid], .head-view)`).first();
        assert.equal(await figure.isVisible(), true);
      }
    },
    {
      ready: false,
      prepare: (page) =>
        page.route('**/*.wasm', async (route) => {
          await held;
          await route.continue();
        }),
    },
  );
  await withPage(
    `<attention-playground mode="workbench" parameters="random">${poster}</attention-playground>`,
    async (page) => {
      await page.getByRole('alert').getByRole('button').waitFor();
      assert.equal(await page.getByText('A picture of attention').isVisible(), false);
      page.problems.length = 0;
    },
    { ready: false, prepare: (page) => page.route('**/*.wasm', (route) => route.abort()) },
  );
});

test('without scripts, and before they are there, the poster is what the page shows', () =>
  withPage(
    '<attention-playground mode="workbench" parameters="random"><p slot="poster">A picture of attention</p></attention-playground>',
    async (page) => assert.equal(await page.getByText('A picture').isVisible(), true),
    { tags: [], ready: false },
  ));
