// Step 5: the site, and the pictures on cards of links to it. SITE_BASE is the path it will be served under, `/` by default.

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun, root } from '../lib/run.mjs';

export const siteFolder = join(root, 'web/site/.vitepress/dist');

/** Its pages once it is built, by their paths in it. What a reader downloads is none of them. */
export const sitePages = () =>
  readdirSync(siteFolder, { recursive: true })
    .filter((path) => path.endsWith('.html') && !/(^|\/)attention\.html$/.test(path))
    .sort();

export async function buildSite() {
  const vitepress = 'node_modules/vitepress/bin/vitepress.js';
  const { drawCards } = await import('./cards.mjs');
  const [cards] = await Promise.all([
    drawCards(),
    mustRun(process.execPath, [vitepress, 'build', 'web/site'], { quiet: true }),
  ]);
  mkdirSync(join(siteFolder, 'cards'));
  for (const { name, png } of cards) writeFileSync(join(siteFolder, `cards/${name}.png`), png);
}
