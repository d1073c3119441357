// A page that is not the project's: the package's files, and any markup.

import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { root } from '../../../scripts/lib/run.mjs';
import { openSite } from './site.mjs';

/**
 * Serves the package until the tests of this file are over. `withPage(markup, body, options)` opens a page of that
 * markup, with the scripts of dist/ that `scripts` names; `head` is more of its head, `lang` its language.
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
  let pages = 0;
  const write = (markup, { head = '', lang = 'en', scripts = ['element'] } = {}) => {
    const path = `/page-${(pages += 1)}.html`;
    const modules = scripts.map((file) => `<script type="module" src="/dist/${file}.js"></script>`);
    writeFileSync(
      join(folder, path),
      `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>A page</title>
      <link rel="icon" href="data:,">${head}${modules.join('')}</head><body>${markup}</body></html>`,
    );
    return path;
  };
  return {
    site,
    folder,
    write,
    withPage: (markup, body, options = {}) => site.withPage(write(markup, options), body, options),
  };
}
