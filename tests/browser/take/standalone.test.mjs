// The page in one file: it opens from a disk without a network, and shows the same numbers.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { openAnyPage } from '../support/any-page.mjs';
import { eventually } from '../support/hands.mjs';
import { compareNumbers, drawn } from '../support/numbers.mjs';
import { home, openSite, whenReady } from '../support/site.mjs';
import { keeps, tag } from './support/kinds.mjs';
import { isKept, onDisk, shown, standaloneOf, withFile } from './support/standalone.mjs';

const { withPage, site } = await openAnyPage('standalone-page');

const fresh = { fresh: true };
/** The others are in standalone.slow.test.mjs. */
const quick = [
  'a layer in Chinese',
  'a trained model',
  'a figure with edits, a fault and steps downhill',
  'numbers of one’s own',
];

describe('saved as one file, a page from the disk shows the same', () => {
  for (const kind of quick) test(kind, () => keeps({ withPage, site }, kind));
});

describe('the page in one file', () => {
  const plain = (body) => withPage(tag('parameters="random" mode="workbench"'), body, fresh);

  test('keeps in its address what a person changes, draws its numbers, and sets formulas in its face', () =>
    plain(async (page) => {
      const address = onDisk(await standaloneOf(page));
      await withFile(site.browser, address, async (file) => {
        await file.evaluate(() => {
          const { store } = document.querySelector('attention-playground');
          store.goTo('scores');
          store.edit('scores', [0, 0, 1, 0], 2);
        });
        await drawn(file);
        // Parts of the script are unpacked when they are needed, which no request tells of.
        await eventually(async () => {
          const { cells, wrong } = await compareNumbers(file);
          return cells > 0 ? wrong : ['nothing is drawn'];
        }, []);
        const faces = await file.evaluate(() =>
          [...document.fonts].map(
            ({ family, status }) => `${family.replaceAll('"', '')} ${status}`,
          ),
        );
        assert.deepEqual(faces, ['AP Math loaded']);
        await eventually(() => file.evaluate(() => /[#&]edits=/.test(location.hash)), true);
        const before = await shown(file);
        await file.reload();
        await whenReady(file);
        assert.deepEqual(await shown(file), before);
        assert.equal(before.state.edits.length, 1);
      });
    }));

  test('opens in its own mode and state, whatever another page of the disk has kept', () =>
    plain(async (page) => {
      const html = await standaloneOf(page);
      const before = await shown(page);
      await withFile(site.browser, onDisk(html), async (file) => {
        await file.evaluate(() => localStorage.setItem('attention-playground-mode', 'figure'));
        await file.reload();
        await whenReady(file);
        assert.deepEqual(await shown(file), before);
      });
    }));

  test('works under a policy that allows its own scripts and styles and nothing else', () =>
    plain(async (page) => {
      const policy = `default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'`;
      const html = (await standaloneOf(page)).replace(
        '<title>',
        `<meta http-equiv="Content-Security-Policy" content="${policy}">$&`,
      );
      const before = await shown(page);
      await withFile(site.browser, onDisk(html), async (file) => {
        assert.deepEqual(await shown(file), before);
      });
    }));

  test('says that another trained model cannot be had, and goes on', () =>
    plain(async (page) => {
      await withFile(
        site.browser,
        onDisk(await standaloneOf(page)),
        async (file) => {
          const { state } = await shown(file);
          await file.evaluate(() => {
            const { store } = document.querySelector('attention-playground');
            store.update({ parameters: 'sort' });
            return store.coming;
          });
          await drawn(file);
          const { code } = await file.evaluate(
            () => document.querySelector('attention-playground').store.problem,
          );
          assert.equal(code, 'network');
          assert.deepEqual((await shown(file)).state, state);
        },
        { asks: true },
      );
    }));

  test('without scripts says what it needs', () =>
    plain(async (page) => {
      const html = await standaloneOf(page);
      const context = await site.browser.newContext({ javaScriptEnabled: false });
      try {
        const bare = await context.newPage();
        await bare.goto(onDisk(html));
        assert.match(await bare.locator('body').innerText(), /needs JavaScript/);
        assert.equal(await bare.title(), 'Attention: The cat sat on the mat.');
      } finally {
        await context.close();
      }
    }));
});

describe('a page of the site', async () => {
  const built = await openSite();
  after(() => built.close());

  test('makes it, too, and it leads to the site for what is explained there', () =>
    built.withPage(
      home.zh,
      async (page) => {
        const { html } = await isKept(built.browser, page);
        assert.match(html, /"site-url", "http:/);
      },
      fresh,
    ));
});
