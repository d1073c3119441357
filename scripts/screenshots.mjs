// npm run screenshots: the built page in each language, colour scheme and width, into build/screenshots.
// Words after `--` are paths or hashes to open instead of the first page: `-- '#v=1&step=scores'`.

import { join } from 'node:path';
import { isMain, main, root } from './lib/run.mjs';
import { setup } from './setup.mjs';

const widths = { 1280: 800, 360: 740 };

async function takeAll(suffixes) {
  const { home, openSite, screenshot } = await import('../tests/browser/support.mjs');
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

if (isMain(import.meta.url)) {
  await main(async () => {
    await setup({ forTests: true });
    const words = process.argv.slice(2);
    await takeAll(words.length > 0 ? words : ['']);
  });
}
