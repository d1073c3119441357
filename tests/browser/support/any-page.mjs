// A page that is not the project's: the package's files, and any markup.

import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { root } from '../../../scripts/lib/run.mjs';
import { pooling } from './pool.mjs';
import { openSite } from './site.mjs';

/**
 * Serves the package until the tests of this file are over. `withPage(markup, body, options)` opens a page of that
 * markup, with the scripts of dist/ that `scripts` names; `head` is more of its head, `lang` its language. Where a page
 * may be used again, the markup is put into one that has loaded the same scripts.
 */
export async function openAnyPage(name) {
  const folder = join(root, 'build', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
  const site = await openSite({ folder });
  after(async () => {
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const written = new Map();
  const write = (markup, { head = '', lang = 'en', scripts = ['element'] } = {}) => {
    const modules = scripts.map((file) => `<script type="module" src="/dist/${file}.js"></script>`);
    const content = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>A page</title>
      <link rel="icon" href="data:,">${head}${modules.join('')}</head><body>${markup}</body></html>`;
    if (!written.has(content)) {
      written.set(content, `/page-${written.size + 1}.html`);
      writeFileSync(join(folder, written.get(content)), content);
    }
    return written.get(content);
  };
  return {
    site,
    folder,
    write,
    withPage: (markup, body, options = {}) =>
      canBePutIn(markup, options)
        ? site.withUsedPage(write('', options), body, { ...options, markup })
        : site.withPage(write(markup, options), body, options),
  };
}

/** Whether a markup is the same in a page that is already loaded: scripts in it would not run. */
export const canBePutIn = (markup, { fresh = pooling === 'off', prepare, ready = true }) =>
  !fresh && !prepare && ready && !markup.includes('<script');
