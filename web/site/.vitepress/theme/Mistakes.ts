// Ten common mistakes in the page's language: what each does to a small example beside what is right, and the way to it on
// the workbench. No number is written here.

import { withBase } from 'vitepress';
import { defineComponent, h, type VNode } from 'vue';
import type { Mistake, Picture } from '../mistake-cards';
import { pictureColours, scaleColours } from '../mistake-colours';
import { mistakeTexts } from '../mistake-texts';
import { data } from '../mistakes.data';
import { svgOf } from './mistake-svg';
import { useLanguage } from './use-language';
import './mistakes.css';

type Texts = (typeof mistakeTexts)['en'];

const shares = { ...pictureColours, ...scaleColours('sequential') };
const signed = scaleColours('diverging');

const side = (name: 'wrong' | 'right', picture: Picture, t: Texts): VNode =>
  h('span', { class: `mistake-${name}` }, [
    h('span', t[name]),
    h('span', { class: 'mistake-picture', innerHTML: svgOf(picture) }),
  ]);

const cardOf = (mistake: Mistake, t: Texts, page: string): VNode =>
  h('li', { key: mistake.fault }, [
    h('a', { href: `${page}#${mistake.state}` }, [
      h('h3', mistake.title),
      h('span', { class: 'mistake-pair', style: mistake.isSigned ? signed : undefined }, [
        side('wrong', mistake.wrong, t),
        side('right', mistake.right, t),
      ]),
      h('span', { class: 'mistake-text' }, mistake.text),
      h('span', { class: 'mistake-open' }, t.open),
    ]),
  ]);

export const Mistakes = defineComponent(() => {
  const language = useLanguage();
  return () => {
    const t = mistakeTexts[language.value];
    const page = withBase(language.value === 'zh' ? '/zh/play.html' : '/play.html');
    const cards = data[language.value].map((mistake) => cardOf(mistake, t, page));
    return h('ul', { class: 'mistakes', 'aria-label': t.list, style: shares }, cards);
  };
});
