// Step 5: the site, the pictures on cards of links to it, and its icons. SITE_BASE is the path it will be served under, `/` by default.

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
  const [{ drawCards }, { drawIcons }] = await Promise.all([
    import('./cards.mjs'),
    import('./icons.mjs'),
  ]);
  const [cards] = await Promise.all([
    drawCards(),
    mustRun(process.execPath, [vitepress, 'build', 'web/site'], { quiet: true }),
  ]);
  for (const [folder, pictures] of Object.entries({ cards, icons: drawIcons() })) {
    mkdirSync(join(siteFolder, folder));
    for (const { name, png } of pictures)
      writeFileSync(join(siteFolder, folder, `${name}.png`), png);
  }
}
