// What the tests of all panels share: a panel on its page and how its fields are filled, and what is asked of every
// one of them.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { load } from '../../../../dist/index.js';
import { eventually } from '../../support/hands.mjs';
import { violations, widthOf } from '../../support/looks.mjs';
import { openSite } from '../../support/site.mjs';
import { panelPages } from './pages.mjs';

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
  const pages = panelPages(site, tag);
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
    /**
     * As its first visitor has it, on a page that other tests of the file may have used: a test that changes what
     * outlives a panel asks for a `fresh` page. With other attributes in the address if `given`.
     */
    withPanel(body, { given: own = given, lang = 'en', fresh = false, prepare, ...options } = {}) {
      if (!fresh && !prepare) return pages.use(paths[lang], own, body, options);
      return site.withPage(paths[lang] + own, body, { fresh: true, prepare, ...options });
    },
  };
}

/** What texts of a language have for certain. */
const languages = { en: /\bthe\b/i, zh: /[\u4e00-\u9fff]{6}/u };

/** Nothing scrolls sideways, and no text is missing, or has a hole. */
async function assertComplete({ inside }, page, lang, width) {
  const found = await widthOf(page);
  assert.ok(found <= width, `${found} px wide`);
  const words = await inside(page, '.frame').innerText();
  assert.doesNotMatch(words, /\{\w+\}|undefined|NaN/);
  assert.match(words, languages[lang]);
}

/** Once the language is another one, in the dark and in a narrow window: all is there after `acts`. (axe: `testLooks`) */
export function testNarrow(panel, ...acts) {
  test('in Chinese, in the dark, 360 px wide: all is there', () =>
    panel.withPanel(
      async (page) => {
        await page.evaluate((tag) => (document.querySelector(tag).lang = 'zh'), panel.tag);
        const words = () => panel.inside(page, '.frame').innerText();
        await eventually(async () => languages.zh.test(await words()), true);
        await panel.settle(page);
        for (const act of acts) {
          await act(page);
          await assertComplete(panel, page, 'zh', 360);
        }
      },
      { colorScheme: 'dark', width: 360, height: 740, touch: false },
    ));
}

/** Who looks at a panel: two who have nothing in common, and for the next panel two others. */
const lookers = {
  A: ['en light 1280', 'zh dark 360'],
  B: ['zh light 1280', 'en dark 360'],
};

/**
 * Nobody is kept out after each of `acts`, nor at first, which one of the two who look sees: it is there after `acts`, too.
 */
export function testLooks(panel, pair, ...acts) {
  for (const [place, look] of lookers[pair].entries()) {
    const [lang, colorScheme, size] = look.split(' ');
    const width = Number(size);
    const options = { lang, colorScheme, width, height: width < 600 ? 740 : 800 };
    test(`nothing in anybody's way: ${look} px`, () =>
      panel.withPanel(async (page) => {
        for (const act of [() => {}, ...acts]) {
          await act(page);
          if (place === 0 || acts.includes(act)) {
            assert.deepEqual(await violations(page, panel.tag), []);
          }
          await assertComplete(panel, page, lang, width);
        }
      }, options));
  }
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
