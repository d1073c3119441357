// The page in one file: it opens from a disk without a network, and shows the same numbers.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../../../scripts/lib/run.mjs';
import { openAnyPage } from '../support/any-page.mjs';
import { eventually } from '../support/hands.mjs';
import { compareNumbers, drawn } from '../support/numbers.mjs';
import { whenReady } from '../support/site.mjs';
import { isKept, onDisk, shown, standaloneOf, withFile } from './support/standalone.mjs';

const { withPage, site } = await openAnyPage('standalone-page');

const tag = (attributes) => `<attention-playground ${attributes}></attention-playground>`;
const fresh = { fresh: true };

/** Name → [attributes, what a person does with the store]. */
const kinds = {
  'a plain layer': ['parameters="random" mode="workbench"'],
  'a layer in Chinese': ['lang="zh" parameters="random" sentence="猫 坐 在 垫子 上" heads="2"'],
  'two batches of cross-attention': [
    'mode="workbench" parameters="random" d-model="8" heads="2" sentence="a b&#10;c d e" memory="x y&#10;z"',
  ],
  'an encoder with a decoder': [
    'model="encoder-decoder" parameters="random" layers="1" d-model="16" mode="workbench"',
  ],
  'a trained model': ['parameters="referent-emergent" mode="guided"'],
  'a trained model in Chinese': ['lang="zh" parameters="verse-zh" mode="workbench"'],
  'the largest trained model': ['parameters="translation-textbook" mode="workbench"'],
  'a figure with edits, a fault and steps downhill': [
    'parameters="random" mode="figure" d-model="8" heads="2" step="weights"',
    (store) => {
      store.update({ fault: 'no_scale' });
      store.edit('w_q', [0, 0], 0.25);
      store.edit('scores', [0, 0, 1, 0], -1.5);
      store.update({ downhill: [{ of: 'w_k', rate: 0.1, edits: [] }] });
    },
  ],
  'numbers of one’s own': [
    'parameters="random" mode="workbench" d-model="8" heads="2"',
    (store) => {
      for (const path of ['w_q', 'x']) {
        store.makeOwn(path);
        store.edit(path, [0, 0, 0].slice(-store.step(path).shape.length), Math.fround(1 / 3));
        store.makeOwn(path);
      }
      store.update({ mask: 'custom' });
      store.edit('custom_mask', [0, 1], -Infinity);
    },
  ],
  'texts that could end a script': [
    'parameters="random" mode="workbench" d-model="8"',
    (store) =>
      store.update({
        sentences: ['a </script> <!-- b <script> \u2028 "quoted" \\u003c 👩‍🚀'],
        tokens: [['</script><!--', 'half', '<script>', "'", '猫']],
      }),
  ],
};

describe('saved as one file, a page from the disk shows the same', () => {
  for (const [kind, [attributes, act]] of Object.entries(kinds)) {
    test(kind, () =>
      withPage(
        tag(attributes),
        async (page) => {
          if (act) {
            await page.evaluate(
              `(${act})(document.querySelector('attention-playground').store)`,
            );
            await drawn(page);
          }
          const { before, size } = await isKept(site.browser, page);
          assert.ok(before.steps.length > 5);
          if (kind === 'a plain layer') assert.ok(size <= 1e6, `${size} bytes`);
        },
        fresh,
      ),
    );
  }

  test('a model of one’s own, which another browser does not have', () =>
    withPage(
      tag('parameters="random" mode="workbench"'),
      async (page) => {
        const bytes = [...readFileSync(join(root, 'models/referent.safetensors'))];
        await page.evaluate((bytes) => {
          const { store } = document.querySelector('attention-playground');
          store.models.give('own', Uint8Array.from(bytes));
          store.update({ parameters: 'own' });
          return store.coming;
        }, bytes);
        await drawn(page);
        const { before } = await isKept(site.browser, page);
        assert.equal(before.state.parameters, 'own');
      },
      fresh,
    ));
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
        const { cells, wrong } = await compareNumbers(file);
        assert.deepEqual(wrong, []);
        assert.ok(cells > 0);
        assert.ok(await file.evaluate(() => document.fonts.check('16px "AP Math"')));
        await eventually(() => file.evaluate(() => /step=scores/.test(location.hash)), true);
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
