// What is known of a lesson: how much there is to read and to do, how long it takes, and what it treats.

import { readFileSync } from 'node:fs';
import { readHashEntries } from '../../../../kit/input/hash.js';
import { courseOf, orderIn } from '../glossary/course';
import { earlyIn, unsaidIn, type Early } from '../glossary/said';
import type { TermName } from '../glossary/terms';
import {
  attributesOf,
  below,
  childrenNamed,
  parseLesson,
  promptNameOf,
  type Beat,
  type Element,
  type Lesson,
  type PromptName,
} from '../parse';
import { Stages } from '../stage';
import { gradeOf, plainText, wordsIn } from './text';

/** Words, or characters of Chinese, that are read in a minute. */
const SPEED = { en: 200, zh: 300 };
/** What a task waits for while a model is trained. */
const LEARNED = /result\((finished|update|loss|accuracy)/;
/** Seconds: for any prompt; more for one that is worked out or done in the figure; for a figure that is new; for a training run. */
const SECONDS = { prompt: 12, work: 20, figure: 10, training: 30 };
const WORKED: readonly PromptName[] = ['number', 'row', 'shape', 'order', 'task'];
const USUAL: Readonly<Record<PromptName, string>> = {
  choice: 'predict',
  point: 'predict',
  number: 'make',
  row: 'make',
  shape: 'make',
  order: 'make',
  task: 'do',
};

export interface Measured {
  file: string;
  lang: Lesson['lang'];
  name: string;
  order: number;
  /** Of its frontmatter. */
  said: { minutes: number; mistakes: readonly string[] };
  words: number;
  beats: number;
  /** How many prompts of each kind. */
  prompts: Readonly<Record<string, number>>;
  /** The most words from one prompt to the next, and in which beat. */
  beforePrompt: { words: number; beat: string };
  /** The most words from one figure to the next. */
  betweenFigures: { words: number; beat: string };
  minutes: number;
  /** English only: of the whole, and of its worst beat. */
  grade?: { whole: number; worst: number; beat: string };
  /** Terms that are said before a lesson has introduced them, and those that it should introduce and never says. */
  early: readonly Early[];
  unsaid: readonly TermName[];
  /** Faults and other settings that its beats use. */
  uses: readonly string[];
}

/** A lesson of the course; undefined if the page is none. `file` is below web/site. */
export async function measured(folder: string, file: string): Promise<Measured | undefined> {
  const source = readFileSync(`${folder}/${file}`, 'utf8');
  const lesson = parseLesson(file, source);
  if (!lesson || !/^order: /m.test(source)) return undefined;
  const { lang, name, beats } = lesson;
  const isNew = await newFigures(lesson);
  const count = (text: string): number => wordsIn(text, lang);
  const read = beats.map((beat) => count(plainText(beat.element, (one) => isLeftOut(one))));
  const seconds = beats.map((beat, i) => secondsFor(beat, isNew[i]!));
  const minutes =
    read.reduce((sum, words) => sum + words, 0) / SPEED[lang] +
    seconds.reduce((sum, one) => sum + one, 0) / 60;
  return {
    file,
    lang,
    name,
    ...frontmatterOf(source),
    words: beats.reduce((sum, { element }) => sum + count(plainText(element)), 0),
    beats: beats.length,
    prompts: promptsOf(beats),
    beforePrompt: longest(beats, count, (beat) => beat.prompt !== undefined),
    betweenFigures: longest(beats, count, (_, i) => isNew[i]!),
    minutes,
    ...(lang === 'en' && { grade: gradesOf(beats) }),
    early: earlyIn(lesson, source, orderIn(courseOf(lang))),
    unsaid: unsaidIn(lesson, source),
    uses: usesOf(beats),
  };
}

function frontmatterOf(source: string): Pick<Measured, 'order' | 'said'> {
  const [head = ''] = /^---\n.*?\n---/s.exec(source) ?? [];
  const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1] ?? '';
  return {
    order: Number(field('order')),
    said: {
      minutes: Number(field('minutes')),
      mistakes: field('mistakes')
        .replace(/[[\]'"\s]/g, '')
        .split(',')
        .filter(Boolean),
    },
  };
}

/** For each beat whether its figure is another than that of the beat before, or is changed in it. */
async function newFigures({ beats, lang }: Lesson): Promise<boolean[]> {
  const stages = new Stages(lang);
  let last: string | undefined;
  const found: boolean[] = [];
  for (const beat of beats) {
    const stage = await stages.of(beat);
    const now = beat.figure && (stage?.draw('') || beat.figure.tag);
    const isChanged = beat.prompt !== undefined && promptNameOf(beat.prompt) === 'task';
    found.push(now !== undefined && (now !== last || isChanged));
    last = now ?? last;
  }
  await stages.dispose();
  return found;
}

/** Nobody reads what is said of the other options. */
function isLeftOut(one: Element): boolean {
  const { right, check, hint } = attributesOf(one);
  const isOption = one.tagName === 'details' && childrenNamed(one, 'summary').length > 0;
  return hint !== undefined || (isOption && right === undefined && check === undefined);
}

function secondsFor({ prompt, figure }: Beat, isNew: boolean): number {
  const name = prompt && promptNameOf(prompt);
  const until = (prompt && attributesOf(prompt).until) ?? '';
  const isTraining = figure?.tag === 'training-run' && LEARNED.test(until);
  return (
    (name ? SECONDS.prompt : 0) +
    (name && WORKED.includes(name) ? SECONDS.work : 0) +
    (isNew ? SECONDS.figure : 0) +
    (isTraining ? SECONDS.training : 0)
  );
}

function promptsOf(beats: readonly Beat[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { prompt } of beats) {
    if (!prompt) continue;
    const kind = attributesOf(prompt).kind ?? USUAL[promptNameOf(prompt)!];
    found[kind] = (found[kind] ?? 0) + 1;
  }
  return found;
}

/** The most prose up to a beat that ends the count; what is in prompts is not counted. */
function longest(
  beats: readonly Beat[],
  count: (text: string) => number,
  ends: (beat: Beat, i: number) => boolean,
): { words: number; beat: string } {
  let most = { words: 0, beat: '' };
  let sum = 0;
  beats.forEach((beat, i) => {
    sum += count(plainText(beat.element, (one) => promptNameOf(one) !== undefined));
    if (!ends(beat, i)) return;
    if (sum > most.words) most = { words: sum, beat: beat.id };
    sum = 0;
  });
  return most;
}

function gradesOf(beats: readonly Beat[]): NonNullable<Measured['grade']> {
  const texts = beats.map(({ id, element }) => ({ id, text: plainText(element) }));
  const each = texts.map(({ id, text }) => ({ beat: id, worst: gradeOf(text) }));
  const worst = each.reduce((most, one) => (one.worst > most.worst ? one : most));
  return { whole: gradeOf(texts.map(({ text }) => text).join('\n\n')), ...worst };
}

/** What its beats are set to that shows a misconception: `fault=no_scale`, `mask=custom`, `experiment=scale` … */
function usesOf(beats: readonly Beat[]): string[] {
  const told = ['fault', 'mask', 'norm', 'experiment'];
  const found = new Set<string>();
  for (const { state, figure, element } of beats) {
    const settings = [...readHashEntries(state), ...Object.entries(figure?.attributes ?? {})];
    for (const prompt of below(element)) {
      const { shown } = attributesOf(prompt);
      if (shown !== undefined) settings.push(...readHashEntries(shown));
    }
    for (const [name, value] of settings)
      if (told.includes(name) && value !== 'none') found.add(`${name}=${value}`);
  }
  return [...found];
}
