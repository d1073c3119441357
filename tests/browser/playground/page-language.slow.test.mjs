// The language of an element is that of what surrounds it, also through shadow roots and slots, and it follows when that
// changes; nothing else changes with it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAnyPage } from '../support/any-page.mjs';
import { eventually } from '../support/hands.mjs';
import { whenReady } from '../support/site.mjs';

const { withPage } = await openAnyPage('language-page');
const scripts = ['element', 'panels/scaling'];
// Not only those that are near the view.
const small = 'loading="eager" hide="controls ribbon walk proof" sentence="a b"';
const playground = `<attention-playground mode="workbench" ${small}></attention-playground>`;

/** The languages of all elements, wherever they are, in the order of the page; as their frames say. */
const spoken = (page) =>
  page.evaluate(() => {
    const found = [];
    const visit = (root) => {
      for (const one of root.querySelectorAll('*')) {
        if (!one.shadowRoot) continue;
        if (['attention-playground', 'scaling-study'].includes(one.localName)) {
          const frame = one.shadowRoot.querySelector('.frame');
          found.push(
            /[\u4e00-\u9fff]/.test(frame.ariaLabel) ? `${frame.lang}` : `${frame.lang}`.slice(0, 2),
          );
        } else visit(one.shadowRoot);
      }
    };
    visit(document);
    return found;
  });

const shadow = (inner, attributes = '', light = '') =>
  `<article ${attributes}><template shadowrootmode="open">${inner}</template>${light}</article>`;

for (const [title, markup, expected] of [
  ['the page', playground, 'zh-CN'],
  ['a shadow root in the page', shadow(playground), 'zh-CN'],
  ['shadow roots in shadow roots', shadow(`<p>${shadow(playground)}</p>`), 'zh-CN'],
  ['the host of its shadow root', shadow(playground, 'lang="en"'), 'en'],
  ['an element in its shadow root', shadow(`<div lang="en">${playground}</div>`), 'en'],
  ['what surrounds its slot', shadow('<div lang="en"><slot></slot></div>', '', playground), 'en'],
  ['itself', playground.replace(' ', ' lang="en" '), 'en'],
]) {
  test(`in a Chinese page it speaks the language of ${title}`, () =>
    withPage(
      markup,
      async (page) => {
        await page.locator('ap-stage section').first().waitFor();
        assert.deepEqual(await spoken(page), [expected]);
      },
      { lang: 'zh-CN' },
    ));
}

test('of a page in another language it speaks the one that it has', () =>
  withPage('', async (page) => {
    for (const [lang, expected] of Object.entries({
      zh: 'zh-CN',
      'zh-TW': 'zh-CN',
      'zh-Hans': 'zh-CN',
      ZH_cn: 'zh-CN',
      zha: 'en',
      de: 'en',
      '': 'en',
    })) {
      await page.evaluate(
        ([lang, markup]) => {
          document.documentElement.lang = lang;
          document.body.innerHTML = markup;
        },
        [lang, playground],
      );
      await whenReady(page);
      assert.deepEqual(await spoken(page), [expected], lang);
    }
  }));

test('the language is followed when it changes anywhere above, and no longer once removed', () =>
  withPage(
    `${playground}<scaling-study loading="eager"></scaling-study><section>${shadow(playground)}</section>
    ${shadow(`<div id="inner">${playground}</div>`)}`,
    async (page) => {
      await page.locator('ap-stage section').nth(2).waitFor();
      await page.waitForFunction(() => document.querySelector('scaling-study').engine);
      const becomes = (expected) => eventually(() => spoken(page), expected);
      await becomes(['en', 'en', 'en', 'en']);
      const elements = await page.evaluateHandle(() =>
        document.querySelector('attention-playground'),
      );
      await page.evaluate(() => (document.documentElement.lang = 'zh'));
      await becomes(['zh-CN', 'zh-CN', 'zh-CN', 'zh-CN']);
      await page.evaluate(() => (document.querySelector('section').lang = 'en'));
      await becomes(['zh-CN', 'zh-CN', 'en', 'zh-CN']);
      await page.evaluate(() => {
        const hosts = document.querySelectorAll('article');
        hosts[1].shadowRoot.querySelector('#inner').lang = 'en-GB';
      });
      await becomes(['zh-CN', 'zh-CN', 'en', 'en']);
      await page.evaluate(() => document.querySelector('section').removeAttribute('lang'));
      await becomes(['zh-CN', 'zh-CN', 'zh-CN', 'en']);
      await page.evaluate(() => document.querySelector('scaling-study').remove());
      await page.evaluate(() => (document.documentElement.lang = 'en'));
      await becomes(['en', 'en', 'en']);
      const same = (one) => one === document.querySelector('attention-playground');
      assert.ok(await page.evaluate(same, elements), 'no element was made anew');
    },
    { scripts },
  ));

test('a change of language keeps the sentence, edits, undo, the chosen cell and the unfolded map', () =>
  withPage(
    '<attention-playground mode="workbench" model="encoder-decoder" memory="a b c" sentence="d e"></attention-playground>',
    async (page) => {
      await page.locator('ap-map .scroll').waitFor();
      await page.locator('ap-map .scroll [aria-expanded=false]').first().click();
      await page.locator('ap-ribbon button').first().waitFor();
      const all = () =>
        page.evaluate(() => {
          const { store } = document.querySelector('attention-playground');
          const { lang, ...state } = store.state;
          return JSON.stringify({
            state,
            kept: store.kept,
            canUndo: store.canUndo,
            trace: store.trace.steps.length,
          });
        });
      await page.evaluate(() => {
        const { store } = document.querySelector('attention-playground');
        store.goTo('encoder.0.self_attention.scores');
        store.edit('encoder.0.self_attention.scores', [0, 0, 1, 1], 2);
        store.keep({ path: 'encoder.0.self_attention.scores', index: [0, 0, 1, 1] });
      });
      const unfolded = () => page.locator('ap-map .scroll [data-open=true]').count();
      const [before, open] = [await all(), await unfolded()];
      assert.ok(open > 0);
      assert.match(before, /"canUndo":true/);
      await page.evaluate(() => (document.documentElement.lang = 'zh'));
      await eventually(() => spoken(page), ['zh-CN']);
      assert.equal(await all(), before);
      assert.equal(await unfolded(), open);
      assert.ok((await page.locator('ap-map .scroll').innerText()).match(/[\u4e00-\u9fff]/));
    },
  ));

test('texts that cannot be fetched: the old ones stay, it is said, and can be tried again', () =>
  withPage(
    `<attention-playground mode="workbench" parameters="random"></attention-playground><scaling-study loading="eager"></scaling-study>`,
    async (page) => {
      await page.evaluate(() => {
        globalThis.errors = [];
        document.addEventListener(
          'error',
          ({ target, detail }) => errors.push([target.localName, detail?.argument]),
          true,
        );
      });
      const chinese = /\/zh-\w+\.js/;
      await page.route(chinese, (route) => route.fulfill({ status: 404, body: '' }));
      await page.evaluate(() => (document.documentElement.lang = 'zh'));
      const said = (tag) => page.locator(`${tag} .failure p`);
      for (const tag of ['attention-playground', 'scaling-study']) {
        assert.match(await said(tag).innerText(), /texts could not be loaded: \S+\/zh-\w+\.js/);
      }
      assert.deepEqual(await spoken(page), ['en', 'en']);
      assert.deepEqual((await page.evaluate(() => errors)).sort(), [
        ['attention-playground', 'texts'],
        ['scaling-study', 'texts'],
      ]);
      await page.unrouteAll();
      for (const tag of ['attention-playground', 'scaling-study']) {
        await page.locator(`${tag} .failure button`).click();
      }
      await eventually(() => spoken(page), ['zh-CN', 'zh-CN']);
      assert.equal(await page.locator('.failure').count(), 0);
      page.problems.length = 0; // What the browser itself said of the missing file.
    },
    { scripts, fresh: true },
  ));

test('twenty elements share one observer, which ends with the last of them', () =>
  withPage(
    playground.repeat(20),
    async (page) => {
      await whenReady(page);
      const result = await page.evaluate(async () => {
        const { made, alive } = globalThis.observers;
        const many = [...document.querySelectorAll('attention-playground')];
        const before = [made, alive.size];
        for (const one of many) one.remove();
        return [...before, alive.size];
      });
      assert.deepEqual(result, [1, 1, 0]);
    },
    {
      prepare: (page) =>
        page.addInitScript(() => {
          globalThis.observers = { made: 0, alive: new Set() };
          const { observe, disconnect } = MutationObserver.prototype;
          const seen = new Set();
          MutationObserver.prototype.observe = function (node, options) {
            if (options.attributeFilter?.includes('lang')) {
              if (!seen.has(this)) observers.made += 1;
              seen.add(this);
              observers.alive.add(this);
            }
            return observe.call(this, node, options);
          };
          MutationObserver.prototype.disconnect = function () {
            observers.alive.delete(this);
            return disconnect.call(this);
          };
        }),
    },
  ));
