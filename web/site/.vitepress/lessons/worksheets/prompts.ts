// How a prompt is answered on paper, as Markdown: blanks, or what the engine says.

import { inOrder, numberText, outOfOrder } from '../../../../lessons/answer-text.js';
import { textsFor } from '../../../../lessons/host.js';
import { namesIn, rowNamed, stepNamed, stepsNamed } from '../../../../lessons/marking/place.js';
import { told } from '../../../../trace/numbers.js';
import { stepTitle } from '../../../../trace/names.js';
import { answerOf } from '../answers';
import { isRight } from '../options';
import { attributesOf, childrenNamed, promptNameOf, type Beat, type Element } from '../parse';
import type { Stage } from '../stage-type';
import { sheetTexts } from './texts';

export interface Page {
  lang: keyof typeof sheetTexts;
  /** The teacher's: with the numbers. */
  hasAnswers: boolean;
  /** What stands in an element as Markdown. */
  write(element: Element): string;
}

export const BLANK = '<span class="blank"></span>';
const LINE = '<span class="blank line"></span>';

const filled = (text: string): string => `<b class="filled">${text}</b>`;

export function answerOnPaper(
  page: Page,
  { prompt }: Beat,
  stage: Stage | undefined,
  after: Stage | undefined,
): string {
  const t = sheetTexts[page.lang];
  const place = (text: string): string => (page.hasAnswers ? filled(text) : BLANK);
  const { of = '', at = '', as, steps = '', text } = attributesOf(prompt!);
  const details = childrenNamed(prompt!, 'details');
  const labelled = (label: string, said: string): string => `${label}${t.colon}${said}`;
  switch (promptNameOf(prompt!)) {
    case 'choice':
      return details
        .map((option) => {
          const [summary] = childrenNamed(option, 'summary');
          const right = page.hasAnswers && isRight(option, stage);
          const words = page.write(summary!).trim();
          return `- <i class="box">${right ? '✓' : ''}</i> ${right ? filled(words) : words}`;
        })
        .join('\n');
    case 'point': {
      const right = details.find((one) => attributesOf(one).right !== undefined);
      const word = right && childrenNamed(right, 'summary').map((one) => page.write(one).trim())[0];
      return text === undefined ? labelled(t.cell, place(at)) : labelled(t.word, place(word ?? at));
    }
    case 'number':
      return place(numberText(stage!.store, of, at, as));
    case 'row':
      return rowNamed(stage!.store, of, at)
        .values.map((value) => place(told(value, stage!.store.state.decimals)))
        .join(' ');
    case 'shape':
      return shapesOnPaper(stage!, of, as === 'strides' ? 'strides' : 'shape', place);
    case 'order': {
      const names = namesIn(steps);
      const right = inOrder(stage!.store, names);
      return outOfOrder(stage!.store, names)
        .map((name) => {
          const number = place(String(right.indexOf(name) + 1));
          return `- ${number} ${stepTitle(stage!.store, stepNamed(stage!.store, name))}`;
        })
        .join('\n');
    }
    case 'task': {
      if (!page.hasAnswers) return labelled(t.changed, LINE);
      const said = stage && answerOf(prompt!, stage, after, textsFor(page.lang));
      const own = details.find((one) => attributesOf(one).hint === undefined);
      return said ? filled(said) : own ? page.write(own) : '';
    }
    default:
      return '';
  }
}

function shapesOnPaper(
  { store }: Stage,
  of: string,
  asked: 'shape' | 'strides',
  place: (text: string) => string,
): string {
  const all = stepsNamed(store, of).map((step) => ({
    title: stepTitle(store, step),
    sizes: `[${step[asked].map((size) => place(String(size))).join(', ')}]`,
  }));
  if (all.length === 1) return all[0]!.sizes;
  return all.map(({ title, sizes }) => `- ${title} ${sizes}`).join('\n');
}
