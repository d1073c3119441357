// The first screen: one live figure, one question, and the ways on.

import { useData } from 'vitepress';
import { defineComponent, h, onMounted, type VNode } from 'vue';
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
  const { frontmatter, theme } = useData();
  const { element, mode, read } = playground;
  // It may have its numbers before the page's own script listens.
  onMounted(() => element.value?.ready?.then(read, () => undefined));

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

  return () =>
    h('main', { class: 'first' }, [
      h('div', { class: ['first-screen', mode.value] }, [
        h('h1', frontmatter.value.heading as string),
        renderPlayground(),
        mode.value === 'figure'
          ? h(Question, { playground, data: own, texts: t })
          : h('p', { class: 'first-back' }, [
              h(
                'button',
                { type: 'button', class: 'first-button plain', onClick: playground.reset },
                `← ${t.back}`,
              ),
            ]),
      ]),
      renderMore(own, t, lang, theme.value.repository as string | undefined),
    ]);
});
