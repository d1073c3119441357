// Colours of code blocks. Both languages have the same ones, and the search reads every page a second time.

import type { MarkdownRenderer } from 'vitepress';

const known = new Map<string, string>();

/** For VitePress's `markdown.config`: each block of code is coloured once. */
export function highlightOnce({ options }: MarkdownRenderer): void {
  const { highlight } = options;
  if (!highlight) return;
  options.highlight = (code, language, attributes) => {
    const key = JSON.stringify([code, language, attributes]);
    const html = known.get(key) ?? highlight(code, language, attributes);
    known.set(key, html);
    return html;
  };
}
