// The lessons for the map of the course.

import { createContentLoader } from 'vitepress';

export interface LessonCard {
  url: string;
  /** Under which its progress is kept: the last part of its address. */
  name: string;
  nav: string;
  about: string;
  part: number;
  order: number;
  minutes: number;
}
declare const data: LessonCard[];
export { data };

export default createContentLoader('{learn,zh/learn}/*.md', {
  transform: (pages): LessonCard[] =>
    pages
      .filter(({ frontmatter }) => typeof frontmatter.order === 'number')
      .map(({ url, frontmatter }) => {
        const { nav, about, part, order, minutes } = frontmatter as LessonCard;
        const name = url.replace(/^.*\/([\w-]+?)(\.html)?$/, '$1');
        return { url, name, nav, about, part, order, minutes };
      })
      .sort((a, b) => a.order - b.order),
});
