// What the tests of all panels share: a panel on its page and how its fields are filled, and what is asked of every
// one of them.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { load } from '../../../../dist/index.js';
import { looks, violations, widthOf } from '../../support/looks.mjs';
import { openSite, whenReady } from '../../support/site.mjs';

/** Waits until a panel and all of its grids have drawn what they were given. */
const allDrawn = (page, tag) =>
  page.evaluate(async (tag) => {
    const element = document.querySelector(tag);
    for (let i = 0; i < 3; i += 1) {
      await element.updateComplete;
      for (const grid of element.shadowRoot.querySelectorAll('ap-slice:not([lazy])')) {
        await grid.updateComplete;
      }
      await new Promise((drawn) => requestAnimationFrame(drawn));
    }
  }, tag);

/**
 * The site until the tests of this file are over, an engine in Node, and the panel `tag` of the page /explore/`name`.
 * `settle` waits until it has drawn what was asked of it; `given` are attributes in the address.
 */
export async function openPanel(tag, name, { settle: settled = allDrawn, given = '' } = {}) {
  const site = await openSite();
  after(() => site.close());
  const paths = { en: `/explore/${name}`, zh: `/zh/explore/${name}` };
  const inside = (page, selector) => page.locator(`${tag} ${selector}`);
  const field = (page, name) => inside(page, `[name="${name}"]`).first();
  const settle = (page) => settled(page, tag);
  return {
    tag,
    site,
    ap: await load(),
    inside,
    field,
    settle,
    async setField(page, name, text) {
      await field(page, name).fill(text);
      await field(page, name).press('Enter');
      await settle(page);
    },
    /** What its store was asked for. */
    options: (page) => page.evaluate((tag) => document.querySelector(tag).store.options, tag),
    /** With other attributes in the address if `given`. */
    withPanel: (body, { given: own = given, ...options } = {}) =>
      site.withPage(paths[options.lang ?? 'en'] + own, body, options),
  };
}

/**
 * Nobody is kept out at first, nor after each of `acts`; nothing scrolls sideways, and no text has a hole. What is there
 * at first is there later too, in every look: two schemes and widths are enough for what `acts` may take away.
 */
export function testLooks({ tag, inside, withPanel }, ...acts) {
  for (const { title, options } of looks) {
    test(`nothing in anybody's way: ${title}`, () =>
      withPanel(async (page) => {
        for (const act of [() => {}, ...acts]) {
          await act(page);
          if (acts.includes(act) || options.lang === 'en') {
            assert.deepEqual(await violations(page, tag), []);
          }
          const width = await widthOf(page);
          assert.ok(width <= options.width, `${width} px wide`);
          const words = await inside(page, '.frame').innerText();
          assert.doesNotMatch(words, /\{\w+\}|undefined|NaN/);
        }
      }, options));
  }
}

/** The bar leads to the panel under the name `link`, and its file `chunk` is fetched only then. */
export function testOpening({ tag, site }, { link, chunk }, check) {
  test('the bar lists the page, and only that page loads the panel', async () => {
    const page = await site.newPage();
    const asked = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(site.url, { waitUntil: 'networkidle' });
    await whenReady(page);
    const loaded = () => asked.some((url) => url.includes(`/chunks/${chunk}.`));
    assert.ok(!loaded(), 'loaded by the first page');
    await page.getByRole('button', { name: 'Explore' }).hover();
    await page.getByRole('link', { name: link }).click();
    await page.locator(tag).waitFor();
    await whenReady(page);
    assert.ok(loaded());
    await check(page);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

/** `prepare` comes before it is taken out, `check` looks at what is there again. */
export function testReturn({ tag, settle, withPanel }, check, prepare = () => {}) {
  test('taken out and put in again it has its numbers anew', () =>
    withPanel(async (page) => {
      await prepare(page);
      await page.evaluate(async (tag) => {
        const element = document.querySelector(tag);
        const { parentNode } = element;
        element.remove();
        await element.updateComplete;
        const again = new Promise((done) => element.addEventListener('load', done, { once: true }));
        parentNode.append(element);
        await again;
      }, tag);
      await settle(page);
      await check(page);
    }));
}

/** Each of `wishes`, [[field, text, what is said]], is said to be wrong, and the panel stays as it was. */
export async function assertRefused({ inside, field, setField, options }, page, wishes) {
  const before = await options(page);
  for (const [name, text, said] of wishes) {
    await setField(page, name, text);
    assert.match(await inside(page, '[role=alert]').innerText(), said);
    assert.equal(await field(page, name).getAttribute('aria-invalid'), 'true');
    assert.equal(await field(page, name).inputValue(), text);
    assert.deepEqual(await options(page), before);
  }
}

/** A panel with a sentence of its own. */
export function testSentence({ tag, inside, field, settle, options, withPanel }, check) {
  test('the sentence may be set from outside, and one that cannot be used is said', () =>
    withPanel(async (page) => {
      const give = async (sentence) => {
        await page.evaluate(
          ([tag, sentence]) => Object.assign(document.querySelector(tag), { sentence }),
          [tag, sentence],
        );
        await settle(page);
      };
      await give('I am good');
      assert.deepEqual((await options(page)).tokens, ['I', 'am', 'good']);
      assert.equal(await field(page, 'sentence').inputValue(), 'I am good');
      await give(' ');
      assert.match(await inside(page, '[role=alert]').innerText(), /at least one word/);
      assert.deepEqual((await options(page)).tokens, ['I', 'am', 'good']);
      await check(page);
    }));
}

/** An edit of the cell `index` of `path` changes the first cell of `reads`. */
export function testEdit({ tag, inside, settle, withPanel }, { path, index, reads }) {
  test('an edited cell changes what depends on it, and can be taken back', () =>
    withPanel(async (page) => {
      const read = () =>
        page.evaluate(
          ([tag, path]) => document.querySelector(tag).store.tensor(path).data[0],
          [tag, reads],
        );
      const before = await read();
      await page.evaluate(
        ([tag, path, index]) => document.querySelector(tag).store.edit(path, index, 9),
        [tag, path, index],
      );
      await settle(page);
      assert.notEqual(await read(), before);
      await inside(page, '.take-back').click();
      await settle(page);
      assert.equal(await read(), before);
      assert.equal(await inside(page, '.take-back').count(), 0);
    }));
}
