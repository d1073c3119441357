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

type Titled = (text: string, order: number) => string;

/** The pages of a folder under the parts that they name. */
function pagesByPart(
  prefix: Section,
  name: string,
  parts: readonly string[],
  titled: Titled,
): Part[] {
  const pages = pagesIn(prefix, name).map(({ text, link, order, field }) => ({
    text: titled(text, order),
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

/** The lessons, under the parts of the course. */
export const lessonPages = (prefix: Section, parts: readonly string[]): Part[] =>
  pagesByPart(prefix, 'learn', parts, (text, order) => `${order} · ${text}`);

const hostParts: Readonly<Record<Section, readonly string[]>> = {
  '/': ['A page of your own', 'Documentation', 'Slides and documents', 'Frameworks', 'Bundlers'],
  '/zh/': ['自己的网页', '文档网站', '幻灯片与文稿', '框架', '打包工具'],
};

/** The guide's pages of hosts, by kind. */
export const hostPages = (prefix: Section): Part[] =>
  pagesByPart(prefix, 'guide/hosts', hostParts[prefix], (text) => text);
