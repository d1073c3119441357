// What a person copies to show the same elsewhere: the code to embed and the link, of everything in every mode, and in every mode
// in both languages.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { openAnyPage } from '../support/any-page.mjs';
import { eventually } from '../support/hands.mjs';
import { openSite, whenReady } from '../support/site.mjs';

const { withPage, folder, site } = await openAnyPage('share-page');

const texts = {
  en: { take: 'Take it along', link: 'Copy link', embed: 'Copy embed code', frame: 'Copy iframe' },
  zh: { take: '导出与分享', link: '复制链接', embed: '复制嵌入代码', frame: '复制 iframe' },
};
const stateOf = (page) => page.evaluate(() => document.querySelector('attention-playground').state);
const button = (page, name) => page.getByRole('button', { name, exact: true });

/** Opens what holds the buttons. */
async function open(page, lang) {
  await page.locator('summary', { hasText: texts[lang].take }).click();
  await button(page, texts[lang].embed).waitFor();
}

async function copied(page, name) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(page, name).click();
  await page.locator('ap-take [role=status]', { hasText: /Copied|已复制/ }).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** A page of nothing but the code. */
async function paste(page, code, name) {
  const own = code.replaceAll('/attention-playground/dist/', '/dist/');
  const head = '<meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,">';
  writeFileSync(
    join(folder, name),
    `<!doctype html><html lang="en">${head}<body>${own}</body></html>`,
  );
  await page.goto(`${site.url}/${name}`);
  await whenReady(page);
}

const kinds = {
  'a layer': 'parameters="random" step="scores" heads="2" d-model="8"',
  'a trained model': 'parameters="referent-emergent"',
  'an untrained pair': 'model="encoder-decoder" d-model="8" layers="1"',
};

describe('the code to embed, pasted into a page, shows the same', () => {
  for (const [i, mode] of ['figure', 'guided', 'workbench'].entries()) {
    for (const [j, [kind, attributes]] of Object.entries(kinds).entries()) {
      const lang = (i + j) % 2 === 0 ? 'en' : 'zh';
      test(`${kind}: ${mode}, ${lang}`, () =>
        withPage(
          `<attention-playground lang="${lang}" mode="${mode}" ${attributes}></attention-playground>`,
          async (page) => {
            for (const edited of [false, true]) {
              if (edited) {
                await page.evaluate(() => {
                  const { store } = document.querySelector('attention-playground');
                  store.edit(store.state.step, [0, 0, 1, 0], 0.5);
                });
              }
              const before = await stateOf(page);
              assert.equal(before.edits.length, edited ? 1 : 0);
              await open(page, lang);
              await paste(page, await copied(page, texts[lang].embed), `${mode}-${edited}.html`);
              await eventually(() => stateOf(page), before);
            }
          },
          { fresh: true },
        ));
    }
  }
});

describe('the link', () => {
  const embed = (attributes) =>
    `<attention-playground parameters="random" ${attributes}></attention-playground>`;

  test('is not offered where no page opens it, and leads to the workbench of the site that is given', () =>
    withPage(embed('step="scores" mode="figure"'), async (page) => {
      await open(page, 'en');
      assert.equal(await button(page, texts.en.link).count(), 0);
      await page.evaluate(
        () => (document.querySelector('attention-playground').siteUrl = 'https://example.org/a/'),
      );
      const link = new URL(await copied(page, texts.en.link));
      assert.equal(link.origin + link.pathname, 'https://example.org/a/play.html');
      assert.match(link.hash, /mode=figure/);
      assert.match(link.hash, /step=scores/);
    }));

  test('is the page’s own address where that keeps the state', () =>
    withPage(
      embed('sync-url'),
      async (page) => {
        await page.evaluate(() => document.querySelector('attention-playground').store.goTo('q'));
        await open(page, 'en');
        const link = await copied(page, texts.en.link);
        const before = await stateOf(page);
        await page.goto('about:blank');
        await page.goto(link);
        await whenReady(page);
        assert.deepEqual(await stateOf(page), before);
        assert.equal(before.step, 'q');
      },
      { fresh: true },
    ));

  test('and all else is not there with hide="share"', () =>
    withPage(embed('hide="share"'), async (page) => {
      assert.equal(await page.locator('summary').count(), 0);
    }));
});

describe('the iframe, pasted into a page of another address', () => {
  let own;
  before(async () => (own = await openSite()));
  after(() => own.close());

  for (const [i, mode] of ['figure', 'guided', 'workbench'].entries()) {
    const lang = i % 2 === 0 ? 'en' : 'zh';
    test(`shows the same, as high as it is: ${mode}, ${lang}`, () =>
      withPage(
        `<attention-playground lang="${lang}" mode="${mode}" parameters="random" step="scores" heads="2" d-model="8"
          site-url="${own.url}${lang === 'zh' ? '/zh/' : '/'}"></attention-playground>`,
        async (page) => {
          await page.evaluate(() =>
            document.querySelector('attention-playground').store.edit('scores', [0, 0, 1, 0], 0.5),
          );
          const before = await stateOf(page);
          await open(page, lang);
          const code = await copied(page, texts[lang].frame);
          assert.ok(code.includes(`${own.url}${lang === 'zh' ? '/zh' : ''}/frame.html#`), code);
          const name = `frame-${mode}.html`;
          const [head, icon] = [
            '<meta charset="utf-8"><title>A page</title>',
            '<link rel="icon" href="data:,">',
          ];
          writeFileSync(
            join(folder, name),
            `<!doctype html><html lang="en">${head}${icon}<body>${code}</body></html>`,
          );
          await page.goto(`${site.url}/${name}`);
          const frame = await (await page.waitForSelector('iframe')).contentFrame();
          await frame.waitForFunction(() => document.querySelector('attention-playground')?.trace);
          await eventually(() => stateOf(frame), before);
          // It comes to rest, and nothing of it has to be scrolled.
          const heights = async () => ({
            frame: await page.locator('iframe').evaluate(({ clientHeight }) => clientHeight),
            content: await frame.evaluate(() => document.documentElement.scrollHeight),
          });
          const isAtRest = async () => {
            const first = await heights();
            await page.waitForTimeout(500);
            const later = await heights();
            const isSame = isDeepStrictEqual(first, later);
            return isSame && later.frame === later.content && later.frame > 300;
          };
          await eventually(isAtRest, true, 'at rest, as high as its content');
          // Nothing of the site stands above it, so its bars stick to the top.
          const bars = await frame
            .locator('attention-playground .bar')
            .evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().top));
          assert.deepEqual(bars, mode === 'figure' ? [] : [0]);
          // It asks that other address for all it shows, and no third one.
          const abroad = page.problems.filter(
            (one) => !one.startsWith(`another host: ${own.url}/`),
          );
          assert.deepEqual(abroad, []);
          page.problems.length = 0;
        },
        { fresh: true },
      ));
  }
});
