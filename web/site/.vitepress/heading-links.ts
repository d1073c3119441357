// The names of the links at headings, which are only read aloud: VitePress has them in English on every page, with the marks of
// an id in them.

import type { MarkdownRenderer } from 'vitepress';
import { fill } from '../../i18n/fill';
import { cardTexts } from './model-card-texts';

/** For VitePress's `markdown.config`. */
export function nameHeadingLinks(md: MarkdownRenderer): void {
  md.core.ruler.push('heading-links', ({ tokens, env }) => {
    const { relativePath = '' } = env as { relativePath?: string };
    const { permalink } = cardTexts[relativePath.startsWith('zh/') ? 'zh' : 'en'];
    for (const { children } of tokens) {
      const link = children?.find((one) => one.attrGet('class') === 'header-anchor');
      const name = children
        ?.filter(({ type }) => type === 'text' || type === 'code_inline')
        .map(({ content }) => content)
        .join('')
        .trim();
      if (link && name) link.attrSet('aria-label', fill(permalink, { name }));
    }
  });
}
