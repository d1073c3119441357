// Where lessons say the terms of the course: which of them come too early, and which are never said by the lesson that explains
// them.

import { isElement, type Beat, type Element, type Lesson } from '../parse';
import { termsIn, type Found } from './find';
import { TERMS, type Term, type TermName } from './terms';

export interface Said extends Found {
  beat: string;
  /** Whether a link can stand there: not in options and other links. */
  isOpen: boolean;
  /** Whether it is folded at first, in what is said of an answer. */
  isFolded: boolean;
  /** Whether it is in the name of a page that a link leads to. */
  isNamed: boolean;
}

/** No prose, or not the lesson's own words. */
const CLOSED = ['lesson-program', 'lesson-value', 'lesson-given', 'script', 'style', 'pre'];
/** What is a link or a button, or code. */
const NO_LINKS = ['a', 'summary', 'code'];

/** All terms that a lesson says; places are those of its file. */
export function* termsSaid({ beats, lang }: Lesson, source: string): Generator<Said> {
  for (const { id, element } of beats) {
    for (const { from, to, isOpen, isFolded } of textsOf(element, OPEN)) {
      const text = source.slice(from, to);
      const links = [...text.matchAll(/\[[^\]]*\]\([^)]*\)/g)];
      for (const { at, end, ...found } of termsIn(text, lang)) {
        const isNamed = links.some(({ index, 0: link }) => at >= index && at < index + link.length);
        const place = { at: from + at, end: from + end, beat: id };
        yield { ...found, ...place, isOpen: isOpen && !isNamed, isFolded, isNamed };
      }
    }
  }
}

interface Text extends Pick<Said, 'isOpen' | 'isFolded'> {
  from: number;
  to: number;
}

const OPEN = { isOpen: true, isFolded: false };

function* textsOf(element: Element, how: typeof OPEN): Generator<Text> {
  for (const node of element.childNodes) {
    if (isElement(node)) {
      const { tagName } = node;
      if (CLOSED.includes(tagName)) continue;
      const isOpen = how.isOpen && !NO_LINKS.includes(tagName);
      yield* textsOf(node, { isOpen, isFolded: how.isFolded || tagName === 'details' });
    } else if (node.nodeName === '#text') {
      const { startOffset, endOffset } = node.sourceCodeLocation!;
      yield { from: startOffset, to: endOffset, ...how };
    }
  }
}

/** The place of a lesson in the course, by its name; those that are not written yet come after all others. */
export type Order = (lesson: string) => number;

export interface Early {
  term: TermName;
  beat: string;
  /** The lesson that introduces it. */
  by: string;
}

const introducedBy = ({ lesson, since }: Term): string => since ?? lesson;

/** The first place of each term that is said before a lesson has introduced it. */
export function earlyIn(lesson: Lesson, source: string, order: Order): Early[] {
  const early = new Map<TermName, Early>();
  for (const { id, beat, isNamed } of termsSaid(lesson, source)) {
    if (isNamed) continue;
    const by = introducedBy(TERMS.find((term) => term.id === id)!);
    if (order(by) > order(lesson.name) && !early.has(id)) early.set(id, { term: id, beat, by });
  }
  return [...early.values()];
}

/** Terms that a lesson should introduce and does not say. */
export function unsaidIn(lesson: Lesson, source: string): TermName[] {
  const said = new Set([...termsSaid(lesson, source)].map(({ id }) => id));
  return TERMS.filter(
    (term) => [term.lesson, term.since].includes(lesson.name) && !said.has(term.id),
  ).map(({ id }) => id);
}

/** The beat of a lesson in which a term is first said. */
export const beatOf = (lesson: Lesson, source: string, id: TermName): Beat['id'] | undefined =>
  [...termsSaid(lesson, source)].find((said) => said.id === id)?.beat;
