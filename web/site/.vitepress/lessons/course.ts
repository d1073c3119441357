// What every page of the course has of the others: the list of lessons, and the one before and after.

import type { PageData } from 'vitepress';
import { lessonPages } from '../pages';

/** What the parts of the course are called, by the section of the site. */
export const PARTS = {
  '/': [
    'I · What attention is',
    'II · The shapes that code gets wrong',
    'III · The Transformer',
    'IV · It learns',
  ],
  '/zh/': ['一 · 什么是注意力', '二 · 代码里常写错的形状', '三 · Transformer', '四 · 它怎样学会'],
};

/** For VitePress's `transformPageData`: in its own settings the lists would be in every page of the site, in both languages. */
export function addCourse({ relativePath, frontmatter }: PageData): void {
  const found = /^(zh\/)?learn\/([\w-]+)\.md$/.exec(relativePath);
  if (!found) return;
  const prefix = found[1] ? '/zh/' : '/';
  const course = lessonPages(prefix, PARTS[prefix]);
  const lessons = course.flatMap(({ items }) => items);
  const at = lessons.findIndex(({ link }) => link === `${prefix}learn/${found[2]}`);
  const map = { text: prefix === '/' ? 'The course' : '课程', link: `${prefix}learn/` };
  frontmatter.course = course;
  frontmatter.prev = at > 0 ? lessons[at - 1] : at === 0 ? map : false;
  frontmatter.next = lessons[at + 1] ?? (at < 0 ? false : map);
}
