// The face of formulas: it is fetched, formulas are drawn with it, and without it nothing is amiss.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { openSite, whenReady } from '../support/site.mjs';

const pages = ['/play', '/transformer', '/explore/scaling', '/explore/workers'];
const face = ['"AP Math" loaded'];

/** The faces of each formula on the page. */
const faces = (page) =>
  page.evaluate(() => {
    const elementsIn = (root) =>
      [...root.querySelectorAll('*')].flatMap((element) => [
        element,
        ...(element.shadowRoot ? elementsIn(element.shadowRoot) : []),
      ]);
    return elementsIn(document)
      .filter(({ localName }) => localName === 'math')
      .map((element) => getComputedStyle(element).fontFamily);
  });

const registered = (page) =>
  page.evaluate(() =>
    [...document.fonts].map(({ family, status }) => `${family} ${status}`).sort(),
  );

/** The width of some symbols within the playground; each face makes another. */
const width = (page) =>
  page.evaluate(() => {
    const markup = '<math><mi>Q</mi><mi>K</mi><mi>X</mi><msub><mi>W</mi><mi>Q</mi></msub></math>';
    const formula = new DOMParser().parseFromString(markup, 'text/html').body.firstElementChild;
    document
      .querySelector('attention-playground')
      .shadowRoot.querySelector('.frame')
      .append(formula);
    const { width } = formula.getBoundingClientRect();
    formula.remove();
    return width;
  });

describe('the face of formulas', () => {
  let site;
  before(async () => (site = await openSite()));
  after(() => site.close());

  for (const path of pages) {
    test(`is the first choice of every formula of ${path}`, () =>
      site.withPage(path, async (page) => {
        await eventually(() => registered(page), face);
        const all = await faces(page);
        assert.ok(all.length > 0, 'there are formulas');
        assert.deepEqual(new Set(all), new Set(['"AP Math", math']));
      }));
  }

  test('is drawn as soon as it arrives, and little moves; formulas are visible before', async () => {
    let answer;
    const asked = new Promise((resolve) => (answer = resolve));
    await site.withPage(
      '/play',
      async (page) => {
        const go = await asked;
        assert.deepEqual(await registered(page), []);
        const system = await width(page);
        assert.ok(system > 20, 'it is visible');
        await page.evaluate(() => {
          globalThis.moved = 0;
          new PerformanceObserver((list) => {
            for (const { value } of list.getEntries()) globalThis.moved += value;
          }).observe({ type: 'layout-shift' });
        });
        await go();
        await eventually(() => registered(page), face);
        assert.notEqual(await width(page), system);
        await page.evaluate(() => new Promise((drawn) => setTimeout(drawn, 100)));
        const moved = await page.evaluate(() => globalThis.moved);
        assert.ok(moved < 0.05, `layout shift ${moved}; 0.1 is what is noticed`);
      },
      { prepare: (page) => page.route(/\.font$/, (route) => answer(() => route.continue())) },
    );
  });

  test('may be missing: the page says nothing, and its formulas are in the system’s face', async () => {
    const page = await site.newPage();
    await page.route(/\.font$/, (route) => route.abort('connectionrefused'));
    await page.goto(site.url);
    await whenReady(page);
    assert.deepEqual(await registered(page), []);
    assert.ok((await width(page)) > 20);
    assert.equal(await page.locator('attention-playground .failure').count(), 0);
    assert.deepEqual(
      page.problems.filter((problem) => !/ERR_CONNECTION_REFUSED/.test(problem)),
      [],
    );
    await page.context().close();
  });
});
