// The map of the course: its lessons, part by part, with what each asks and how long it takes.

import { useData, withBase } from 'vitepress';
import { defineComponent, h, type PropType, type VNode } from 'vue';
import type { Part } from '../pages';
import type { LessonCard } from '../lessons/lessons.data';
import { useLessons } from './lesson-scripts';
import { useLanguage } from './use-language';

const MINUTES = { en: 'min', zh: '分钟' };

export const Lessons = defineComponent({
  props: { lessons: { type: Array as PropType<LessonCard[]>, required: true } },
  setup(props) {
    useLessons();
    const { frontmatter } = useData();
    const lang = useLanguage().value;
    const card = ({ url, name, nav, about, order, minutes }: LessonCard): VNode =>
      h('li', [
        h('a', { href: withBase(url), 'data-lesson': name }, [
          h('strong', `${order} · ${nav}`),
          h('span', { class: 'lesson-about' }, about),
          h('span', { class: 'lesson-minutes' }, `${minutes} ${MINUTES[lang]}`),
        ]),
      ]);
    return () => {
      const own = props.lessons.filter(({ url }) => url.startsWith('/zh/') === (lang === 'zh'));
      return h(
        'lesson-map',
        { class: 'lesson-list' },
        // The search shows this page on other ones.
        ((frontmatter.value.course ?? []) as Part[]).flatMap(({ text }, i) => {
          const cards = own.filter((lesson) => lesson.part === i + 1);
          return cards.length > 0
            ? [h('h2', { id: `part-${i + 1}` }, text), h('ol', cards.map(card))]
            : [];
        }),
      );
    };
  },
});
