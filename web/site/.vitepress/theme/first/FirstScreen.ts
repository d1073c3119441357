// The first screen: one live figure and one question. What follows on the page is Markdown.

import {
  defineComponent,
  h,
  nextTick,
  onMounted,
  shallowRef,
  watch,
  type PropType,
  type VNode,
} from 'vue';
import { MODEL, STEP } from '../../../../learned/twins.js';
import type { FirstScreen as Data } from '../../first/first';
import type { texts } from '../../first/texts/en';
import { useLanguage } from '../use-language';
import { usePlayground } from './playground';
import { renderPoster } from './Poster';
import { Question } from './Question';
import '../mistakes.css';
import './first.css';

/** Its slot is the title of the page. */
export const FirstScreen = defineComponent({
  props: {
    data: { type: Object as PropType<Data>, required: true },
    texts: { type: Object as PropType<typeof texts>, required: true },
  },
  setup({ data: own, texts: t }, { slots }) {
    const lang = useLanguage().value;
    const playground = usePlayground(own);
    const { element, mode, read } = playground;
    // It may have its numbers before the page's own script listens.
    onMounted(() => element.value?.ready?.then(read, () => undefined));

    const screen = shallowRef<HTMLElement | null>(null);
    watch(mode, async () => {
      await nextTick();
      const top = screen.value?.getBoundingClientRect().top ?? 0;
      if (top < 0) screen.value?.scrollIntoView();
    });

    const renderPlayground = (): VNode =>
      h(
        'attention-playground',
        {
          ref: element,
          lang,
          mode: 'figure',
          show: 'input',
          hide: mode.value === 'figure' ? 'proof' : '',
          parameters: MODEL,
          sentence: own.twins.sentence,
          step: STEP,
          'site-url': './',
          onLoad: read,
          onChange: read,
        },
        [renderPoster(own)],
      );

    const renderBack = (): VNode =>
      h('p', { class: 'first-back' }, [
        h(
          'button',
          { type: 'button', class: 'first-button plain', onClick: () => void playground.back() },
          `← ${t.back}`,
        ),
      ]);

    return () =>
      h(
        'div',
        { ref: screen, class: ['first-screen', mode.value], style: { '--rows': own.words.length } },
        [
          slots.default?.(),
          mode.value === 'figure' ? undefined : renderBack(),
          renderPlayground(),
          // It remembers what was guessed.
          h(Question, { playground, data: own, texts: t }),
        ],
      );
  },
});
