// The glossary as Markdown, in the place of <!-- glossary --> on its page: the terms of the course in its order, each with its word
// in the other language, what it is, and the lesson that explains it.

import type { Language } from '../../../../i18n/index.js';
import { courseOf, orderIn, type CourseLesson } from './course';
import { glossaryTexts } from './find';
import { beatOf } from './said';
import { TERMS, type GlossaryTexts, type Term, type TermName } from './terms';

export const PLACE = '<!-- glossary -->';

/** Pictures as HTML, by their terms. */
export type Pictures = ReadonlyMap<TermName, string>;

/** What the search of the site reads of it: its terms. */
export const glossaryForSearch = (lang: Language): string => termsOf(lang, new Map());

export function glossaryOf(lang: Language, pictures: Pictures): string {
  const t = glossaryTexts[lang];
  return [indexOf(t, lang), lettersOf(t), termsOf(lang, pictures)].join('\n\n');
}

function termsOf(lang: Language, pictures: Pictures): string {
  const t = glossaryTexts[lang];
  const course = courseOf(lang);
  const order = orderIn(course);
  const parts = [...new Set(course.map(({ part }) => part))];
  const partOf = ({ lesson }: Term): string => course[order(lesson)]?.part ?? t.later;
  const groups = [...parts, t.later]
    .map((title) => ({ title, terms: TERMS.filter((term) => partOf(term) === title) }))
    .filter(({ terms }) => terms.length > 0);
  return groups
    .map(({ title, terms }, i) => {
      const told = terms.map((term) => entryOf(term, lang, course, pictures.get(term.id)));
      return `## ${title} {#part-${i + 1}}\n\n${told.join('\n\n')}`;
    })
    .join('\n\n');
}

function indexOf(t: GlossaryTexts, lang: Language): string {
  const terms = TERMS.map(({ id }) => ({ id, name: t.terms[id].name }));
  terms.sort((a, b) => a.name.localeCompare(b.name, lang === 'zh' ? 'zh-Hans-CN' : 'en'));
  const links = terms.map(({ id, name }) => `<li><a href="#${id}">${name}</a></li>`);
  return `<nav class="term-index" aria-label="${t.all}"><ul>${links.join('')}</ul></nav>`;
}

function lettersOf({ letters, letter, meaning, lettersTitle }: GlossaryTexts): string {
  const rows = letters.map(([name, said]) => `| ${lowered(name)} | ${said} |`);
  return `## ${lettersTitle} {#letters}\n\n| ${letter} | ${meaning} |\n| --- | --- |\n${rows.join('\n')}`;
}

function entryOf(
  { id, lesson, shape }: Term,
  lang: Language,
  course: readonly CourseLesson[],
  picture: string | undefined,
): string {
  const t = glossaryTexts[lang];
  const { name, said } = t.terms[id];
  const other = lang === 'zh' ? 'en' : 'zh';
  const otherName = glossaryTexts[other].terms[id].name;
  const found = course.find((one) => one.lesson.name === lesson);
  const beat = found && beatOf(found.lesson, found.source, id);
  const facts = [
    otherName.toLowerCase() !== name.toLowerCase() &&
      `<span lang="${other === 'zh' ? 'zh-CN' : 'en'}">${otherName}</span>`,
    shape && `<span class="term-shape">${t.shape} ${lowered(shape)}</span>`,
    found && `${t.lesson} [${found.text}](./${lesson}${beat ? `#${beat}` : ''})`,
  ].filter(Boolean);
  return [
    `### ${name} {#${id}}`,
    `<div class="term-facts">\n\n${facts.join(' · ')}\n\n</div>`,
    lowered(said),
    picture ?? '',
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** `d_k` and `W_Q` as they are written by hand. */
const lowered = (text: string): string =>
  text.replace(/(?<![A-Za-z])([A-Za-z])_([A-Za-z])(?![A-Za-z])/g, '$1<sub>$2</sub>');
