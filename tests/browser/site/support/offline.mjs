// A host that can be stopped, and visits to it with service workers.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { siteFolder } from '../../../../scripts/build/site.mjs';
import { serve } from '../../../../scripts/lib/serve.mjs';
import { openBrowser } from '../../support/chromium.mjs';
import { whenReady } from '../../support/site.mjs';

/** `visit` opens a path in a profile of its own; `stop` and `start` are about the server, which keeps its port. */
export async function openOffline({ folder = siteFolder } = {}) {
  let server = await serve(folder);
  const { url } = server;
  const browser = await openBrowser();
  return {
    url,
    async visit(path, { prepare, ready = true } = {}) {
      const context = await browser.newContext({
        serviceWorkers: 'allow',
        viewport: { width: 1280, height: 800 },
        locale: 'en-GB',
        reducedMotion: 'reduce',
      });
      if (prepare) await context.addInitScript(prepare);
      const page = await context.newPage();
      page.problems = [];
      page.on('pageerror', (error) => page.problems.push(error.stack ?? error.message));
      await page.goto(url + path);
      if (ready) await whenReady(page);
      return page;
    },
    stop: () => server.close(),
    async start() {
      server = await serve(folder, Number(new URL(url).port));
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** The built site in a folder that a test may change. */
export function copyOfSite() {
  const path = mkdtempSync(join(tmpdir(), 'attention-site-'));
  cpSync(siteFolder, path, { recursive: true });
  return { path, remove: () => rmSync(path, { recursive: true }) };
}

/** Makes of it a version with another text in a page of the guide, and without two chunks: their names are others now. */
export function newerVersion(folder) {
  const page = join(folder, 'guide/offline.html');
  const html = readFileSync(page, 'utf8');
  writeFileSync(page, html.replace('</body>', '<p>of the newer version</p></body>'));
  let script = readFileSync(join(folder, 'sw.js'), 'utf8');
  const old = /"revision":"\w+"(?=,"url":"guide\/offline\.html")/;
  if (!old.test(script)) throw new Error('the list has another form than this test knows');
  script = script.replace(old, '"revision":"newer"');
  const chunks = join(folder, 'assets/chunks');
  const gone = readdirSync(chunks).filter((name) => /^(scaling|tiles)\./.test(name));
  for (const name of gone) {
    rmSync(join(chunks, name));
    script = script.replace(`{"revision":null,"url":"assets/chunks/${name}"},`, '');
    if (script.includes(name)) throw new Error(`${name} is still in the list`);
  }
  if (gone.length < 2) throw new Error('two chunks have other names than this test knows');
  writeFileSync(join(folder, 'sw.js'), script);
}
