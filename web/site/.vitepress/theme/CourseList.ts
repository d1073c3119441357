import { useData, useRoute, withBase } from 'vitepress';
import { defineComponent, h, type VNode } from 'vue';
import type { Part } from '../pages';

/** The lessons at the side of each page of the course. */
export const CourseList = defineComponent(() => {
  const { frontmatter } = useData();
  const route = useRoute();
  const item = ({ text, link }: Part['items'][number]): VNode => {
    const isHere = route.path.replace(/\.html$/, '') === withBase(link);
    return h(
      'li',
      h('a', { href: withBase(link), 'aria-current': isHere ? 'page' : undefined }, text),
    );
  };
  return () =>
    ((frontmatter.value.course ?? []) as Part[]).map(({ text, items }) =>
      h('div', { class: 'course-part' }, [h('p', text), h('ol', items.map(item))]),
    );
});
