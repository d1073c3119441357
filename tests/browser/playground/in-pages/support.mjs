// Pages of other people: a folder with the built package in it, and a page for each test.

import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after } from 'node:test';
import { root } from '../../../../scripts/lib/run.mjs';
import { canBePutIn } from '../../support/any-page.mjs';
import { openSite } from '../../support/site.mjs';

/** The element, and each panel by its tag: the file that registers it. */
export const files = {
  'attention-playground': 'element',
  'positional-encoding': 'panels/positional-encoding',
  'scaling-study': 'panels/scaling',
  'attention-kinds': 'panels/attention-kinds',
  'token-generation': 'panels/generate',
  'tiled-attention': 'panels/tiles',
  'head-workers': 'panels/workers',
  'training-run': 'panels/training',
};

export const panels = Object.keys(files).slice(1);

const page = ({ body, head = '', html = 'lang="en"', tags }) => `<!doctype html>
<html ${html}><head><meta charset="utf-8"><title>A page</title><link rel="icon" href="/icon.svg">
<meta name="viewport" content="width=device-width">
${tags.map((tag) => `<script type="module" src="/dist/${files[tag]}.js"></script>`).join('\n')}
${head}</head><body>${body}</body></html>`;

/**
 * A server of pages until the tests of `file` are over. `withPage(body, act, options)` opens a page with this body in
 * Chromium: `head` and `html` go into it, `headers` are sent with it, `name` is its address (a new one by default), and
 * the elements in its body are loaded; the other options are those of `site.withPage`. Where nothing speaks against it,
 * the body is put into a page that has been used before, with the scripts of all elements.
 */
export async function openPages(file) {
  const folder = join(root, 'build/in-pages', basename(file, '.test.mjs'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, 'web/site/public/icon.svg'), join(folder, 'icon.svg'));
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
  const site = await openSite({ folder });
  after(async () => {
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const written = new Map();
  /** Writes a page; returns its address. */
  const write = (body, { name, head, html, tags } = {}) => {
    const used = tags ?? Object.keys(files).filter((tag) => body.includes(`<${tag}`));
    const content = page({ body, head, html, tags: used });
    const path = name ?? written.get(content) ?? `page-${written.size + 1}.html`;
    written.set(content, path);
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
    return `/${path}`;
  };
  return {
    site,
    folder,
    write,
    withPage(body, act, { name, head, html, tags, headers = {}, prepare, ...options } = {}) {
      const isPlain = !name && Object.keys(headers).length === 0 && canBePutIn(body, options);
      if (isPlain && !prepare) {
        const shell = write('', { head, html, tags: tags ?? Object.keys(files) });
        return site.withUsedPage(shell, act, { ...options, markup: body });
      }
      const path = write(body, { name, head, html, tags });
      const send = async (opened) => {
        if (Object.keys(headers).length > 0) {
          await opened.route(`**${path}`, async (route) => {
            const response = await route.fetch();
            await route.fulfill({ response, headers: { ...response.headers(), ...headers } });
          });
        }
        await prepare?.(opened);
      };
      return site.withPage(path, act, { ...options, prepare: send });
    },
  };
}

/** Other elements in the same page, which already has the engine. */
export const replaceBody = (page, body) =>
  page.evaluate((body) => {
    document.body.innerHTML = body;
  }, body);

/** The box of the first element that the selector names, in pixels of the window. */
export const boxOf = (page, selector) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      return { left, top, right, bottom, width, height };
    });

/** What is read once it stays the same: panels go on measuring when their first numbers are there. */
export async function settled(read) {
  for (let last = '', now; ; last = now) {
    const value = await read();
    now = JSON.stringify(value);
    if (now === last) return value;
    await new Promise((later) => setTimeout(later, 500));
  }
}
