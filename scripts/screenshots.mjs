// npm run screenshots: the built page in each language, colour scheme and width, into build/screenshots.
// Words after `--` are paths or hashes to open instead of the first page: `-- '#v=1&step=scores'`. With `-- --readme`
// it takes only the picture of README.md.

import { join } from 'node:path';
import { home, openSite, screenshot } from '../tests/browser/support/site.mjs';
import { root } from './lib/run.mjs';

const words = process.argv.slice(2);
const site = await openSite();

async function take(name, path, options) {
  const page = await site.open(path, options);
  const file = join(root, 'build/screenshots', name);
  await screenshot(page, `${file}.png`);
  await screenshot(page, `${file}-full.png`, { fullPage: true });
  for (const problem of page.problems) console.log(`${name}: ${problem}`);
  await page.context().close();
}

async function takeAll(suffixes) {
  for (const [index, suffix] of suffixes.entries())
    for (const [language, path] of Object.entries(home))
      for (const colorScheme of ['light', 'dark'])
        for (const [width, height] of [
          [1280, 800],
          [360, 740],
        ]) {
          const part = suffixes.length > 1 ? `${index}-` : '';
          const locale = language === 'zh' ? 'zh-CN' : 'en-GB';
          const options = { width, height, colorScheme, locale };
          const name = `${part}${language}-${colorScheme}-${width}`;
          await take(name, path + suffix.replace(/^\//, ''), options);
        }
  console.log('Screenshots are in build/screenshots');
}

/** A Transformer in the middle of its walk: sentences, map, matrices, and a cell with its proof. */
async function takeReadme() {
  const path = 'web/site/public/screenshot.png';
  const page = await site.open('/transformer', { height: 1075 });
  await page.screenshot({ path: join(root, path), animations: 'disabled' });
  console.log(`The picture is ${path}`);
}

try {
  if (words.includes('--readme')) await takeReadme();
  else await takeAll(words.length > 0 ? words : ['']);
} finally {
  await site.close();
}
