// Below the first screen: three doors, ten mistakes, the package, the element. The link to the sources is in the footer.

import { withBase } from 'vitepress';
import { h, type VNode } from 'vue';
import { writeHashEntries } from '../../../../kit/input/hash.js';
import { MODEL, STEP, type FirstScreen } from '../../first/first';
import { Mistakes } from '../Mistakes';
import type { texts } from '../../first/texts/en';

type Texts = typeof texts;

/** Three words as vectors small enough to multiply by hand: their dot products are 14, 10 and 9. */
const BY_HAND = {
  v: '1',
  mode: 'guided',
  x: '[[1,3,2],[1,1,3],[1,2,1]]',
  projections: 'none',
  positions: 'none',
  scale: '1',
  heads: '1',
  d: '3',
};
const THREE_WORDS = { en: 'I am good', zh: '我 很 好' };

export function renderMore({ twins }: FirstScreen, t: Texts, lang: 'en' | 'zh'): VNode {
  const folder = lang === 'zh' ? '/zh/' : '/';
  const to = (page: string, state?: Record<string, string>): string =>
    withBase(`${folder}${page}.html`) +
    (state ? `#${writeHashEntries(Object.entries(state))}` : '');
  const door = ({ title, text }: Texts['doors']['learn'], href: string): VNode =>
    h('a', { class: 'first-door', href }, [h('strong', title), h('span', text)]);
  const line = ({ title, text, link }: Texts['embed'], code: string, href: string): VNode =>
    h('section', { class: 'first-line' }, [
      h('h2', title),
      h('p', [text, ' ', h('a', { href }, link)]),
      h('pre', { tabindex: 0, role: 'region', 'aria-label': title }, [h('code', code)]),
    ]);
  const inside = {
    v: '1',
    model: 'encoder-only',
    parameters: MODEL,
    s: twins.sentence,
    step: STEP,
  };
  return h('div', { class: 'first-more' }, [
    h('nav', { class: 'first-doors', 'aria-label': t.doors.title }, [
      door(t.doors.learn, to('play', { ...BY_HAND, s: THREE_WORDS[lang] })),
      door(t.doors.play, to('play', inside)),
      door(t.doors.train, to('explore/train', { task: 'ring' })),
    ]),
    h('section', { class: 'first-mistakes' }, [
      h('h2', { id: 'mistakes' }, t.mistakes.title),
      h('p', t.mistakes.text),
      h(Mistakes),
    ]),
    line(t.package, PROGRAM, to('guide/api')),
    line(t.embed, embedCode(twins.sentence, lang), to('guide/embed')),
  ]);
}

const PROGRAM = `import { load } from 'attention-playground';

const ap = await load();
const { output, weights } = ap.scaledDotProductAttention({ query, key, value, isCausal: true });`;

const embedCode = (sentence: string, lang: string): string =>
  `<script type="module" src="dist/element.js"></script>
<attention-playground parameters="${MODEL}" sentence="${sentence}" lang="${lang}"></attention-playground>`;
