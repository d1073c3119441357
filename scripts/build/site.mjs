// Step 5: the site. SITE_BASE is the path it will be served under, `/` by default.

import { mustRun, root } from '../lib/run.mjs';
import { join } from 'node:path';

export const siteFolder = join(root, 'web/site/.vitepress/dist');

export async function buildSite() {
  const vitepress = 'node_modules/vitepress/bin/vitepress.js';
  await mustRun(process.execPath, [vitepress, 'build', 'web/site'], { quiet: true });
}
