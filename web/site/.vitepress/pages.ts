// What the bar and the sidebar list: the pages that are there, in the order that they give themselves.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Section = '/' | '/zh/';

interface Listed {
  text: string;
  link: string;
  order: number;
  /** Reads a line of its frontmatter, which must be there. */
  field(name: string, form: string): string;
}

/** The pages of a folder of a language, whose section of the site is `prefix`; not that of the folder itself. */
function pagesIn(prefix: Section, name: string): Listed[] {
  const folder = fileURLToPath(new URL(`..${prefix}${name}/`, import.meta.url));
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'index.md')
    .flatMap((file) => {
      const link = `${prefix}${name}/${file.replace(/\.md$/, '')}`;
      const [head = ''] = readFileSync(folder + file, 'utf8').split('\n---\n');
      // A page about the section is none of its pages.
      if (/^unlisted: true$/m.test(head)) return [];
      const field = (name: string, form: string): string => {
        const value = new RegExp(`^${name}: (${form})$`, 'm').exec(head)?.[1];
        if (value) return value.trim().replace(/^'(.*)'$/, '$1');
        throw new Error(`web/site${link}.md: its frontmatter needs a line “${name}: …”, ${form}`);
      };
      return [{ text: field('nav', '.+'), link, order: Number(field('order', '\\d+')), field }];
    })
    .sort((a, b) => a.order - b.order);
}

/** What "Explore" in the bar lists. */
export const explorePages = (prefix: Section): { text: string; link: string }[] =>
  pagesIn(prefix, 'explore').map(({ text, link }) => ({ text, link }));

export interface Part {
  text: string;
  items: { text: string; link: string }[];
}

/** The lessons, under the parts of the course. */
export function lessonPages(prefix: Section, parts: readonly string[]): Part[] {
  const pages = pagesIn(prefix, 'learn').map(({ text, link, order, field }) => ({
    text: `${order} · ${text}`,
    link,
    part: Number(field('part', '\\d')) - 1,
  }));
  return parts
    .map((text, part) => ({
      text,
      items: pages.filter((page) => page.part === part).map(({ text, link }) => ({ text, link })),
    }))
    .filter(({ items }) => items.length > 0);
}
