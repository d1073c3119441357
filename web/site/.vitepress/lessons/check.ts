// What is wrong with a lesson: the build refuses it.

import { holds, parseCondition } from '../../../lessons/marking/conditions.js';
import {
  cellNamed,
  countsOf,
  isCounted,
  rowNamed,
  stepsNamed,
} from '../../../lessons/marking/place.js';
import { wordsOf } from '../../../lessons/marking/words.js';
import { askedText } from '../../../lessons/value-text.js';
import { isRight } from './options';
import {
  attributesOf,
  below,
  childrenNamed,
  isSaid,
  promptNameOf,
  textOf,
  type Beat,
  type Element,
  type Lesson,
} from './parse';
import { Stages } from './stage';
import type { Stage } from './stage-type';

/** Elements whose digits are not prose: what the lesson gives, the engine's numbers, and code. */
const GIVEN = ['lesson-given', 'lesson-value', 'lesson-program', 'code', 'script', 'style'];

/** What is wrong, each with its beat. */
export async function problemsOf(lesson: Lesson): Promise<string[]> {
  const stages = new Stages(lesson.lang);
  const found: string[] = [];
  const { beats, name } = lesson;
  if (!/^[a-z][a-z-]*$/.test(name)) found.push(`name="${name}": letters and dashes are accepted`);
  const ids = beats.map(({ id }) => id);
  ids.forEach((id, i) => {
    if (!/^[a-z][a-z-]*$/.test(id)) found.push(`beat ${i + 1}: id="${id}": letters and dashes`);
    if (ids.indexOf(id) !== i) found.push(`beat ${i + 1}: a second beat is called “${id}”`);
  });
  for (const beat of beats) {
    const problems = await problemsOfBeat(lesson, beat, stages);
    found.push(...problems.map((problem) => `${beat.id}: ${problem}`));
  }
  await stages.dispose();
  return found;
}

async function problemsOfBeat(lesson: Lesson, beat: Beat, stages: Stages): Promise<string[]> {
  const found = digitsIn(beat.element);
  const prompts = [...below(beat.element)].filter((one) => promptNameOf(one) !== undefined);
  if (prompts.length > 1) found.push('at most one prompt stands in a beat');
  for (const reply of below(beat.element)) {
    if (reply.tagName !== 'lesson-reply') continue;
    const { to = '' } = attributesOf(reply);
    if (!lesson.beats.some(({ id }) => id === to)) found.push(`lesson-reply: no beat “${to}”`);
  }
  if (beat.missing) {
    const { named, accepted } = beat.missing;
    return [...found, `figure="${named}" is not there. Accepted: ${accepted.join(', ')}`];
  }
  try {
    const stage = await stages.of(beat);
    const after = await stages.after(beat);
    for (const value of beat.values) {
      const { of = '', at = '', as } = attributesOf(value);
      // What is said of a task is said of the figure as the task leaves it.
      const from = isSaid(beat, value) ? after : stage;
      if (from) askedText(from.store, { of, at, as });
      else found.push('a lesson-value needs a figure whose steps the build can compute');
    }
    for (const one of below(beat.element)) {
      // What cannot be set is thrown.
      if (one.tagName === 'lesson-switch') await stages.with(beat, attributesOf(one).state ?? '');
    }
    if (beat.prompt) found.push(...problemsOfPrompt(beat.prompt, beat, stage, after));
  } catch (error) {
    found.push(error instanceof Error ? error.message : String(error));
  }
  return found;
}

/** Numbers of prose are the engine's, or the lesson's own input. */
function digitsIn(element: Element): string[] {
  const text = textOf(element, ({ tagName }) => GIVEN.includes(tagName))
    // Where links lead, and what is between backticks.
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/`[^`]*`/g, ' ');
  const [digits] = /[^\s]{0,12}\d[^\s]{0,12}/.exec(text) ?? [];
  return digits === undefined
    ? []
    : [`“${digits}”: a number is a lesson-value, or the lesson’s own in lesson-given`];
}

function problemsOfPrompt(
  prompt: Element,
  { keeps }: Beat,
  stage: Stage | undefined,
  after: Stage | undefined,
): string[] {
  const { of = '', at = '', as, until = '', steps = '', shown, later, text } = attributesOf(prompt);
  const name = promptNameOf(prompt)!;
  const details = childrenNamed(prompt, 'details');
  const rights = details.filter((one) => isRight(one, stage));
  const needsFigure = (name !== 'choice' && name !== 'point') || (name === 'point' && !text);
  if (needsFigure && !stage && name !== 'task')
    return [`lesson-${name}: its figure has no steps here`];
  switch (name) {
    case 'choice': {
      const empty = details.find((one) => bodyOf(one) === '');
      return [
        ...(details.length < 2 ? ['lesson-choice: at least two details are accepted'] : []),
        ...(rights.length === 0 ? ['lesson-choice: no option is right'] : []),
        ...(empty && later === undefined ? ['lesson-choice: an option without an answer'] : []),
      ];
    }
    case 'number':
      if (isCounted(as)) countsOf(stage!.store, of, as);
      else cellNamed(stage!.store, of, at);
      return [];
    case 'row':
      rowNamed(stage!.store, of, at);
      return [];
    case 'shape':
      return stepsNamed(stage!.store, of).length > 0 ? [] : ['lesson-shape: “of” names no step'];
    case 'order':
      stepsNamed(stage!.store, steps);
      return [];
    case 'point':
      if (text !== undefined) return problemsOfWords(text, details, rights);
      holds(parseCondition(`chosen(${of}, ${at})`), stage!);
      // Which cell *Show me* chooses.
      cellNamed(stage!.store, of, at);
      return [];
    case 'task': {
      const conditions = parseCondition(until);
      // What a panel measures, only a page knows.
      if (!stage || !after || until.includes('result(')) return [];
      if (shown === undefined) return ['lesson-task: “shown” says with which settings it is done'];
      return [
        ...(holds(conditions, stage) && !keeps ? [`${until} holds from the beginning`] : []),
        ...(holds(conditions, after) ? [] : [`${until} does not hold with ${shown}`]),
      ];
    }
  }
}

/** Of a text whose words are clicked: each answer is one to a word of it. */
function problemsOfWords(text: string, details: Element[], rights: readonly Element[]): string[] {
  const words = wordsOf(text).map(({ word }) => word);
  const strange = details
    .filter((one) => attributesOf(one).other === undefined)
    .map((one) =>
      childrenNamed(one, 'summary')
        .map((summary) => textOf(summary).trim())
        .join(),
    )
    .find((word) => !words.includes(word));
  if (strange !== undefined)
    return [`lesson-point: “${strange}” is no word of its text. Accepted: ${words.join(', ')}`];
  return rights.length === 0 ? ['lesson-point: no word is right'] : [];
}

const bodyOf = (details: Element): string =>
  textOf(details, ({ tagName }) => tagName === 'summary').trim();
