// The lessons of the course in a language, in their order, with their sources.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Language } from '../../../../i18n/index.js';
import { lessonPages, type Part } from '../../pages';
import { PARTS } from '../course';
import { parseLesson, type Lesson } from '../parse';
import type { Order } from './said';

const site = fileURLToPath(new URL('../../../', import.meta.url));

export interface CourseLesson {
  lesson: Lesson;
  source: string;
  /** Its number and name. */
  text: string;
  part: string;
}

export function courseOf(lang: Language): CourseLesson[] {
  const prefix = lang === 'zh' ? '/zh/' : '/';
  return lessonPages(prefix, PARTS[prefix]).flatMap(({ text: part, items }: Part) =>
    items.flatMap(({ text, link }) => {
      const file = `${link.slice(1)}.md`;
      const source = readFileSync(site + file, 'utf8');
      const lesson = parseLesson(file, source);
      return lesson ? [{ lesson, source, text, part }] : [];
    }),
  );
}

export function orderIn(course: readonly CourseLesson[]): Order {
  const names = course.map(({ lesson }) => lesson.name);
  return (name) => (names.includes(name) ? names.indexOf(name) : names.length);
}
