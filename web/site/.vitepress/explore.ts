// What "Explore" in the bar lists: the pages that are there, in the order that they give themselves.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The pages below `explore/` of a language, whose section of the site is `prefix`. */
export function explorePages(prefix: '/' | '/zh/') {
  const folder = fileURLToPath(new URL(`..${prefix}explore/`, import.meta.url));
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => {
      const text = readFileSync(folder + file, 'utf8');
      const link = `${prefix}explore/${file.replace(/\.md$/, '')}`;
      return { text: field(text, 'nav'), link, order: Number(field(text, 'order')) };
    })
    .sort((a, b) => a.order - b.order)
    .map(({ text, link }) => ({ text, link }));
}

/** One line of a page's frontmatter. */
function field(text: string, name: string): string {
  const value = new RegExp(`^${name}: (.+)$`, 'm').exec(text.split('\n---\n')[0] ?? '')?.[1];
  if (!value) throw new Error(`A page below explore/ has no ${name}:\n${text.slice(0, 80)}`);
  return value.trim();
}
