// What is said of an answer, for those who read without a script: folded, with a summary in the page's language.

import { escaped } from '../../../figures/render/svg/element.js';
import { fill } from '../../../i18n/fill.js';
import {
  inOrder,
  numberText,
  outOfOrder,
  rowText,
  shapesText,
} from '../../../lessons/answer-text.js';
import { readHashEntries } from '../../../kit/input/hash.js';
import { textsFor } from '../../../lessons/host.js';
import { namesIn, stepNamed } from '../../../lessons/marking/place.js';
import { cellInStep, stepTitle } from '../../../trace/names.js';
import { told } from '../../../trace/numbers.js';
import type { TraceStore } from '../../../trace/store.js';
import type { Insertions } from './insertions';
import { isRight } from './options';
import {
  attributesOf,
  childrenNamed,
  promptNameOf,
  type Beat,
  type Element,
  type Lesson,
} from './parse';
import type { Stages } from './stage';
import type { Stage } from './stage-type';

export async function writeAnswers(
  to: Insertions,
  { lang }: Lesson,
  beat: Beat,
  stages: Stages,
): Promise<void> {
  const { prompt } = beat;
  if (!prompt) return;
  const t = textsFor(lang);
  const stage = await stages.of(beat);
  const name = promptNameOf(prompt);
  const isMarked = name === 'choice' || name === 'point';
  const details = childrenNamed(prompt, 'details');
  for (const one of details) {
    const { hint } = attributesOf(one);
    const [summary] = childrenNamed(one, 'summary');
    if (!summary) to.into(one, `<summary>${hint === undefined ? t.folded : t.hint}</summary>`);
    else if (isMarked)
      to.after(summary, said(isRight(one, stage) ? `✓ ${t.right}` : `✗ ${t.wrong}`));
  }
  if (name === 'order' && stage) to.atEndOf(prompt, stepsToOrder(prompt, stage));
  const answer = stage && (await answerOf(prompt, stage, await stages.after(beat), t));
  if (!answer) return;
  const own = details.find((one) => attributesOf(one).hint === undefined);
  if (own && !isMarked) to.into(own, said(answer));
  else if (!own)
    to.atEndOf(
      prompt,
      `<details data-static><summary>${t.folded}</summary>${said(answer)}</details>\n`,
    );
}

/** What stands between the arrows on the page. */
function stepsToOrder(prompt: Element, { store }: Stage): string {
  const { steps = '' } = attributesOf(prompt);
  const items = outOfOrder(store, namesIn(steps)).map(
    (name) => `<li>${escaped(stepTitle(store, stepNamed(store, name)))}</li>`,
  );
  return `<ul data-static>${items.join('')}</ul>`;
}

const said = (text: string): string => `<p data-static>${escaped(text)}</p>`;

/** The engine's answer; undefined where the lesson's own is all that there is. */
export function answerOf(
  prompt: Element,
  stage: Stage,
  after: Stage | undefined,
  t: ReturnType<typeof textsFor>,
): string | undefined {
  const { store } = stage;
  const { of = '', at = '', as, steps = '', shown } = attributesOf(prompt);
  switch (promptNameOf(prompt)) {
    case 'number':
      return fill(t.answer, { value: numberText(store, of, at, as) });
    case 'row':
      return fill(t.rowAnswer, { values: rowText(store, of, at) });
    case 'shape':
      return shapesText(store, of, as === 'strides' ? 'strides' : 'shape', t);
    case 'order':
      return inOrder(store, namesIn(steps))
        .map((name) => stepTitle(store, stepNamed(store, name)))
        .join(' → ');
    case 'task':
      return after && shown !== undefined ? changesOf(shown, after.store, store) : undefined;
    default:
      return undefined;
  }
}

/** The settings that a task has changed and the numbers that it has typed, as far as they can be said in a line. */
function changesOf(shown: string, after: TraceStore, before: TraceStore): string | undefined {
  const settings = [...readHashEntries(shown)].filter(([name]) => !TOLD_ELSEWHERE.includes(name));
  const known = new Set(before.state.edits.map((edit) => JSON.stringify(edit)));
  const made = after.state.edits.filter((edit) => !known.has(JSON.stringify(edit)));
  const all = [
    ...settings.map(([name, value]) => `${name} = ${value}`),
    ...made.map(({ path, index, value }) => {
      const cell = cellInStep(after, after.step(path)!, index);
      return `${cell} = ${told(value, 2)}`;
    }),
  ];
  return all.length > 0 && all.length <= FEW ? all.join('; ') : undefined;
}

/** Where one looks, words and whole tables: the lesson says it in a sentence; edits are told cell by cell. */
const TOLD_ELSEWHERE = [
  'edits',
  's',
  'm',
  'x',
  'given',
  'cell',
  'step',
  'view',
  'focus',
  'only',
  'downhill',
];
/** More changes than these are told by the lesson's own sentence. */
const FEW = 6;
