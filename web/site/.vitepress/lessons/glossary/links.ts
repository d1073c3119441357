// Links from lessons to the glossary: where a term is said for the first time, where the lesson that explains it first says it,
// and where it first returns in a later one.

import type { Insertions } from '../insertions';
import type { Lesson } from '../parse';
import { orderIn, type CourseLesson } from './course';
import { termsSaid, type Said } from './said';
import { TERMS, type Term, type TermName } from './terms';

export function writeTermLinks(
  to: Insertions,
  lesson: Lesson,
  source: string,
  course: readonly CourseLesson[],
): void {
  const order = orderIn(course);
  // What is folded comes last: a reader may never see it.
  const said = [...termsSaid(lesson, source)].sort((a, b) => +a.isFolded - +b.isFolded);
  const linked = new Set<TermName>();
  for (const one of said) {
    const term = TERMS.find(({ id }) => id === one.id)!;
    if (linked.has(one.id) || !one.isOpen || !isLinkedIn(term)) continue;
    const around = linkable(source, one);
    if (!around) continue;
    linked.add(one.id);
    to.around(...around, '[', `](./glossary#${one.id}){.term}`);
  }

  function isLinkedIn(term: Term): boolean {
    if ([term.since, term.lesson].includes(lesson.name)) return true;
    const returns = course.find(
      (one) =>
        order(one.lesson.name) > order(term.lesson) &&
        [...termsSaid(one.lesson, one.source)].some(({ id, isOpen }) => id === term.id && isOpen),
    );
    return returns?.lesson.name === lesson.name;
  }
}

const MARKS = ['**', '_'];

/** From where to where the link goes: around a word's own `**`; undefined where it stands in a longer phrase with such marks. */
function linkable(source: string, { at, end }: Said): [from: number, to: number] | undefined {
  for (const mark of MARKS) {
    const before = source.slice(at - mark.length, at) === mark;
    const after = source.slice(end, end + mark.length) === mark;
    if (before && after) return [at - mark.length, end + mark.length];
    if (before || after) return undefined;
  }
  // A word of code is the whole of it: `transpose(1, 2)`.
  const line = source.slice(source.lastIndexOf('\n', at) + 1, at);
  if ((line.match(/`/g)?.length ?? 0) % 2 === 0) return [at, end];
  return [source.lastIndexOf('`', at), source.indexOf('`', end) + 1];
}
