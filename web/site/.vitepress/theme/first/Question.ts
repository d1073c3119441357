// One question: a guess first, then the change of one word in the live figure, which completes the question by whatever way it
// is made; then the head is cut out. What is said of the answer is compared with the engine's numbers.

import { defineComponent, h, nextTick, shallowRef, watch, type PropType, type VNode } from 'vue';
import { fill } from '../../../../i18n/fill.js';
import { isStill } from '../../../../kit/element/motion.js';
import type { FirstScreen } from '../../first/first';
import type { texts } from '../../first/texts/en';
import type { Look, Playground } from './playground';

type Guess = 'meant' | 'turned' | 'both';
type Texts = typeof texts;

export const Question = defineComponent({
  props: {
    playground: { type: Object as PropType<Playground>, required: true },
    data: { type: Object as PropType<FirstScreen>, required: true },
    texts: { type: Object as PropType<Texts>, required: true },
  },
  setup({ playground, data, texts: t }) {
    const guess = shallowRef<Guess>();
    /** What it answered before the head was cut out. */
    const whole = shallowRef<number>();
    watch(playground.look, (look) => {
      if (look && !look.isCut) whole.value = look.answer;
    });

    /** On a phone it stands below the figure: as much of both as there is room for is in sight then. */
    const prompt = shallowRef<HTMLElement | null>(null);
    watch(
      () => playground.look.value?.isChanged,
      async (isChanged) => {
        if (!isChanged) return;
        await nextTick();
        const block = matchMedia('(width < 960px)').matches ? 'end' : 'nearest';
        prompt.value?.scrollIntoView({ block, behavior: isStill() ? 'auto' : 'smooth' });
      },
    );

    const { twins } = data;
    const words = { ...twins, cut: data.labels.cut };
    const said = (text: string, more: Record<string, string> = {}): string =>
      fill(text, { ...words, ...more });
    const wordOf = (one: Guess): string => (one === 'both' ? t.both : twins[one]);
    const change = (): void => void playground.write(data.changed);

    const button = (text: string, onClick: () => void, kind = ''): VNode =>
      h('button', { type: 'button', class: `first-button ${kind}`, onClick }, text);

    const asks = (): VNode[] => [
      h('p', { class: 'first-label' }, t.predict),
      h('p', { class: 'first-question', id: 'first-question' }, said(t.question)),
      h('div', { class: 'first-choices', role: 'group', 'aria-labelledby': 'first-question' }, [
        ...(['meant', 'turned', 'both'] as const).map((one) =>
          button(wordOf(one), () => (guess.value = one)),
        ),
        button(t.show, change, 'plain'),
      ]),
    ];

    const waits = (one: Guess): VNode[] => [
      h('p', { class: 'first-question' }, said(t.guessed, { guess: wordOf(one) })),
      h('div', { class: 'first-choices' }, [button(said(t.change), change, 'strong')]),
    ];

    const tells = (look: Look): VNode[] => {
      const weight = look.weight.toFixed(2);
      const turned = said(t.turned, { turned: look.word, weight });
      return [
        h('p', { class: 'first-question' }, turned + t.space + verdict(look)),
        h(
          'p',
          look.isCut ? (look.answer === whole.value ? t.stayed : said(t.wasCut)) : said(t.cutNow),
        ),
        h('div', { class: 'first-choices' }, [
          button(said(t.walk, { weight }), () => void playground.walk(), 'strong'),
          button(t.again, again, 'plain'),
        ]),
      ];
    };

    const verdict = ({ word }: Look): string => {
      const { value } = guess;
      if (!value) return t.verdict.shown;
      if (value === 'both') return t.verdict.both;
      return twins[value] === word ? t.verdict.right : said(t.verdict.stays);
    };

    const again = (): void => {
      guess.value = undefined;
      void playground.reset();
    };

    return () => {
      const look = playground.look.value;
      const content = look?.isChanged ? tells(look) : guess.value ? waits(guess.value) : asks();
      return h('section', { class: 'first-ask' }, [
        h('p', { class: 'first-promise' }, said(t.promise)),
        h('div', { ref: prompt, class: 'first-prompt', 'aria-live': 'polite' }, content),
      ]);
    };
  },
});
