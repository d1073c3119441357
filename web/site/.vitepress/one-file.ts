// attention.html: a page with the element and everything that it needs, to be saved, opened from a disk and written on.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withinScript } from '../../playground/take/standalone';

const script = new URL('../../../dist/attention-playground.single.js', import.meta.url);

/** `tag` is what the guide shows of it: `tests/browser/take` compares the two. */
const pages = {
  'attention.html': {
    lang: 'en',
    title: 'Attention',
    say: 'What it shows is written here:',
    tag: '<attention-playground sentence="The cat sat on the mat." heads="4"></attention-playground>',
  },
  'zh/attention.html': {
    lang: 'zh-CN',
    title: '注意力',
    say: '显示的内容写在这里：',
    tag: '<attention-playground sentence="我 爱 编程" heads="4"></attention-playground>',
  },
};

/** Writes it in both languages below a folder. */
export function writeOneFile(folder: string): void {
  const text = withinScript(readFileSync(script, 'utf8'));
  for (const [name, { lang, title, say, tag }] of Object.entries(pages)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      `<!doctype html>
<html lang="${lang}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${title}</title>
    <style>:root { color-scheme: light dark; } body { margin: 16px; background: Canvas; }</style>
  </head>
  <body>
    <!-- ${say} -->
    ${tag}
    <script>${text}</script>
  </body>
</html>
`,
    );
  }
}
