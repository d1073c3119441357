// What issue 32 asks of every lesson.

import { glossaryTexts } from '../glossary/find';
import { MISCONCEPTIONS } from './misconceptions';
import type { Measured } from './measure';

/** In words of English; a word is as long as one and a half characters of Chinese. */
const BEFORE_PROMPT = 60;
const BETWEEN_FIGURES = 120;
const CHARACTERS = 1.5;
const MINUTES = { least: 5, most: 8, off: 1 };
const PROMPTS = 3;
const GRADE = 8;
/** At least as often. */
const KINDS = ['predict', 'do', 'make', 'break', 'recall'];

/** Each limit that a lesson passes, as a sentence. */
export function passedBy(lesson: Measured): string[] {
  const { lang, order, prompts, minutes, said, beforePrompt, betweenFigures, grade } = lesson;
  const scale = lang === 'zh' ? CHARACTERS : 1;
  const found: string[] = [];
  const most = (
    { words, beat }: { words: number; beat: string },
    limit: number,
    what: string,
  ): void => {
    if (words > limit * scale)
      found.push(`${words} words ${what} (${beat}), at most ${limit * scale}`);
  };
  most(beforePrompt, BEFORE_PROMPT, 'before a prompt');
  most(betweenFigures, BETWEEN_FIGURES, 'between two figures');
  if (minutes < MINUTES.least || minutes > MINUTES.most)
    found.push(`${minutes.toFixed(1)} minutes, ${MINUTES.least} to ${MINUTES.most} are accepted`);
  if (Math.abs(said.minutes - minutes) > MINUTES.off)
    found.push(`its frontmatter says ${said.minutes} minutes, it takes ${minutes.toFixed(1)}`);
  const all = Object.values(prompts).reduce((sum, n) => sum + n, 0);
  if (all < PROMPTS) found.push(`${all} prompts, at least ${PROMPTS}`);
  for (const kind of KINDS) {
    if (kind === 'recall' && order === 1) continue;
    if (!prompts[kind]) found.push(`no prompt of the kind “${kind}”`);
  }
  if (grade && grade.whole > GRADE)
    found.push(`reading grade ${grade.whole.toFixed(1)}, at most ${GRADE}`);
  for (const name of said.mistakes)
    if (!Object.hasOwn(MISCONCEPTIONS, name)) found.push(`mistakes: “${name}” is not known`);
  const { terms } = glossaryTexts[lang];
  for (const { term, beat, by } of lesson.early)
    found.push(`“${terms[term].name}” (${beat}): the term comes with the lesson “${by}”, later`);
  for (const term of lesson.unsaid)
    found.push(
      `“${terms[term].name}”: by the glossary this lesson introduces it, and never says it`,
    );
  return found.map((problem) => `${lesson.file}: ${problem}`);
}
