// What "Explore" in the bar lists: the pages that are there, in the order that they give themselves.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The pages below `explore/` of a language, whose section of the site is `prefix`. */
export function explorePages(prefix: '/' | '/zh/') {
  const folder = fileURLToPath(new URL(`..${prefix}explore/`, import.meta.url));
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => {
      const link = `${prefix}explore/${file.replace(/\.md$/, '')}`;
      const [head = ''] = readFileSync(folder + file, 'utf8').split('\n---\n');
      const field = (name: string, form: string) => {
        const value = new RegExp(`^${name}: (${form})$`, 'm').exec(head)?.[1];
        if (value) return value.trim();
        throw new Error(`web/site${link}.md: its frontmatter needs a line “${name}: …”, ${form}`);
      };
      return { text: field('nav', '.+'), link, order: Number(field('order', '\\d+')) };
    })
    .sort((a, b) => a.order - b.order)
    .map(({ text, link }) => ({ text, link }));
}
