// npm run screenshots: the built page in each language, colour scheme and width, into build/screenshots.
// Words after `--` are paths or hashes to open instead of the first page: `-- '#v=1&step=scores'`. With `-- --readme`
// it takes only the picture of README.md.

import { join } from 'node:path';
import { isMain, main, root } from './lib/run.mjs';
import { setup } from './setup.mjs';

const widths = { 1280: 800, 360: 740 };

async function takeAll(suffixes) {
  const { home, openSite, screenshot } = await import('../tests/browser/support/site.mjs');
  const site = await openSite();
  try {
    for (const [index, suffix] of suffixes.entries()) {
      for (const [language, path] of Object.entries(home)) {
        for (const colorScheme of ['light', 'dark']) {
          for (const [width, height] of Object.entries(widths)) {
            const locale = language === 'zh' ? 'zh-CN' : 'en-GB';
            const size = { width: Number(width), height };
            const page = await site.open(path + suffix.replace(/^\//, ''), {
              ...size,
              colorScheme,
              locale,
            });
            const part = suffixes.length > 1 ? `${index}-` : '';
            const name = `${part}${language}-${colorScheme}-${width}`;
            const folder = join(root, 'build/screenshots');
            await screenshot(page, join(folder, `${name}.png`));
            await screenshot(page, join(folder, `${name}-full.png`), { fullPage: true });
            for (const problem of page.problems) console.log(`${name}: ${problem}`);
            await page.context().close();
          }
        }
      }
    }
  } finally {
    await site.close();
  }
  console.log('Screenshots are in build/screenshots');
}

/** A Transformer in the middle of its walk: sentences, map, matrices, and a cell with its proof. */
async function takeReadme() {
  const { openSite } = await import('../tests/browser/support/site.mjs');
  const site = await openSite();
  const path = 'web/site/public/screenshot.png';
  try {
    const page = await site.open('/transformer', { height: 1075 });
    await page.screenshot({ path: join(root, path), animations: 'disabled' });
  } finally {
    await site.close();
  }
  console.log(`The picture is ${path}`);
}

if (isMain(import.meta.url)) {
  await main(async () => {
    await setup({ forTests: true });
    const words = process.argv.slice(2);
    if (words.includes('--readme')) await takeReadme();
    else await takeAll(words.length > 0 ? words : ['']);
  });
}
