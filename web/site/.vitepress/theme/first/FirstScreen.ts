// The first screen: one live figure, one question, and the ways on.

import { useData } from 'vitepress';
import { defineComponent, h, nextTick, onMounted, shallowRef, watch, type VNode } from 'vue';
import { data } from '../../first/first.data';
import { MODEL, STEP } from '../../first/first';
import { texts as en } from '../../first/texts/en';
import { texts as zh } from '../../first/texts/zh';
import { useLanguage } from '../use-language';
import { renderMore } from './more';
import { usePlayground } from './playground';
import { renderPoster } from './Poster';
import { Question } from './Question';
import './first.css';

export const FirstScreen = defineComponent(() => {
  const lang = useLanguage().value;
  const t = { en, zh }[lang];
  const own = data[lang];
  const playground = usePlayground(own);
  const { frontmatter } = useData();
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
        { type: 'button', class: 'first-button plain', onClick: playground.back },
        `← ${t.back}`,
      ),
    ]);

  return () =>
    h('main', { class: 'first' }, [
      h('div', { ref: screen, class: ['first-screen', mode.value] }, [
        h('h1', frontmatter.value.heading as string),
        mode.value === 'figure' ? undefined : renderBack(),
        renderPlayground(),
        // It remembers what was guessed.
        h(Question, { playground, data: own, texts: t }),
      ]),
      renderMore(own, t, lang),
    ]);
});
