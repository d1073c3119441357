// The worksheets of all lessons, beside their pages: learn/worksheets/<lesson>.html, and <lesson>-answers.html for the teacher. They
// are pages without scripts, none of VitePress's.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import type { Plugin } from 'vite';
import { courseOf } from '../glossary/course';
import { sheetOf } from './sheet';

type Renderer = Pick<MarkdownRenderer, 'render'>;

const WORKSHEETS = 'learn/worksheets/';

/** Each with its address below the site's. */
function* sheets() {
  for (const lang of ['en', 'zh'] as const) {
    const before = `${lang === 'zh' ? 'zh/' : ''}${WORKSHEETS}`;
    for (const one of courseOf(lang)) {
      const { name } = one.lesson;
      yield { one, hasAnswers: false, address: `${before}${name}.html` };
      yield { one, hasAnswers: true, address: `${before}${name}-answers.html` };
    }
  }
}

/** Writes them below a folder. */
export async function writeWorksheets(folder: string, md: Renderer): Promise<void> {
  for (const { one, hasAnswers, address } of sheets()) {
    const path = join(folder, address);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, await sheetOf(one, hasAnswers, md));
  }
}

/** The same while the site is being written: `npm run dev`. */
export const worksheetsInDevelopment = (renderer: () => Renderer): Plugin => ({
  name: 'worksheets',
  configureServer({ middlewares, config }) {
    middlewares.use((request, response, next) => {
      const path = (request.url ?? '').slice(config.base.length).replace(/[?#].*$/, '');
      // Every module of a page is asked for here, so no lesson is read before it is a worksheet.
      const isThere = path.includes(WORKSHEETS);
      const sheet = isThere ? [...sheets()].find(({ address }) => address === path) : undefined;
      if (!sheet) return next();
      sheetOf(sheet.one, sheet.hasAnswers, renderer())
        .then((html) => response.setHeader('content-type', 'text/html').end(html))
        .catch(next);
    });
  },
});
