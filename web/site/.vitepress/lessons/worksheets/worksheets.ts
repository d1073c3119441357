// The worksheets of all lessons, beside their pages: learn/worksheets/<lesson>.html, and <lesson>-answers.html for the teacher. They
// are pages without scripts, none of VitePress's.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import type { Plugin } from 'vite';
import { courseOf } from '../glossary/course';
import { sheetOf } from './sheet';

type Renderer = Pick<MarkdownRenderer, 'render'>;

/** Writes them below a folder. */
export async function writeWorksheets(folder: string, md: Renderer): Promise<void> {
  for (const lang of ['en', 'zh'] as const) {
    for (const one of courseOf(lang)) {
      for (const hasAnswers of [false, true]) {
        const path = join(folder, addressOf(lang, one.lesson.name, hasAnswers));
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, await sheetOf(one, hasAnswers, md));
      }
    }
  }
}

const addressOf = (lang: 'en' | 'zh', name: string, hasAnswers: boolean): string =>
  `${lang === 'zh' ? 'zh/' : ''}learn/worksheets/${name}${hasAnswers ? '-answers' : ''}.html`;

const ADDRESS = /^(zh\/)?learn\/worksheets\/([\w-]+?)(-answers)?\.html$/;

/** The same while the site is being written: `npm run dev`. */
export const worksheetsInDevelopment = (renderer: () => Renderer): Plugin => ({
  name: 'worksheets',
  configureServer({ middlewares, config }) {
    middlewares.use((request, response, next) => {
      const path = (request.url ?? '').slice(config.base.length).replace(/[?#].*$/, '');
      // Every module of a page is asked for here, so no lesson is read before it is a worksheet.
      const [, chinese, name, answers] = ADDRESS.exec(path) ?? [];
      const one =
        name && courseOf(chinese ? 'zh' : 'en').find(({ lesson }) => lesson.name === name);
      if (!one) return next();
      sheetOf(one, Boolean(answers), renderer())
        .then((html) => response.setHeader('content-type', 'text/html').end(html))
        .catch(next);
    });
  },
});
