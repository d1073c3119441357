// A lesson as one page A4: its sentences and questions in two columns, with its figure; the engine's numbers are blanks for the
// student, and are there for the teacher.

import type { MarkdownRenderer } from 'vitepress';
import { escaped } from '../../../../figures/render/svg/element.js';
import { askedText } from '../../../../lessons/value-text.js';
import {
  attributesOf,
  isElement,
  promptNameOf,
  type Beat,
  type Element,
  type Lesson,
} from '../parse';
import { Stages } from '../stage';
import type { Stage } from '../stage-type';
import { answerOnPaper, BLANK, type Page } from './prompts';
import { sheetStyles } from './styles';
import { sheetTexts } from './texts';

export interface SheetOf {
  lesson: Lesson;
  source: string;
  /** Its number and name. */
  text: string;
}

/** Elements of a lesson that are no use on paper. */
const LEFT_OUT = ['details', 'lesson-program', 'lesson-reply', 'script', 'style'];

export async function sheetOf(
  { lesson, source, text }: SheetOf,
  hasAnswers: boolean,
  md: Pick<MarkdownRenderer, 'render'>,
): Promise<string> {
  const stages = new Stages(lesson.lang);
  const parts: string[] = [];
  let figure = '';
  let asked = 0;
  for (const beat of lesson.beats) {
    const stage = await stages.of(beat);
    const after = await stages.after(beat);
    figure ||= stage?.draw('figure') ?? '';
    const page: Page = {
      lang: lesson.lang,
      hasAnswers,
      write: (element) => written(element, source, after, hasAnswers),
    };
    const number = beat.prompt ? `<b class="number">${(asked += 1)}</b>` : '';
    const said = proseOf(beat, source, stage, hasAnswers);
    const prose = said && number + said;
    const asks = beat.prompt ? written(beat.prompt, source, stage, hasAnswers) : '';
    const question = said ? asks : number + asks;
    const answer = beat.prompt ? answerOnPaper(page, beat, stage, after) : '';
    const all = [prose, question && `<div class="asked">\n\n${question}\n\n${answer}\n\n</div>`];
    parts.push(`<section>${md.render(all.filter(Boolean).join('\n\n'))}</section>`);
  }
  await stages.dispose();
  // After the first question: a lesson begins with a sentence, not with a figure.
  parts.splice(1, 0, figure && `<figure>${figure}</figure>`);
  return documentOf(lesson, text, hasAnswers, parts.join('\n'));
}

/** Of the last beat only what is taken away. */
function proseOf(
  { id, element, prompt }: Beat,
  source: string,
  stage: Stage | undefined,
  hasAnswers: boolean,
): string {
  const prose = written(element, source, stage, hasAnswers, prompt);
  return id === 'away' ? (/^- .*(\n- .*)*/m.exec(prose)?.[0] ?? '') : prose;
}

/** What an element says, as Markdown without links; `without` one of its parts. */
function written(
  element: Element,
  source: string,
  stage: Stage | undefined,
  hasAnswers: boolean,
  without?: Element,
): string {
  const text = element.childNodes
    .map((node) => {
      if (node === without) return '';
      if (!isElement(node)) {
        const { startOffset = 0, endOffset = 0 } = node.sourceCodeLocation ?? {};
        return node.nodeName === '#text' ? source.slice(startOffset, endOffset) : '';
      }
      const { tagName } = node;
      if (LEFT_OUT.includes(tagName) || promptNameOf(node)) return '';
      if (tagName === 'lesson-value') return valueOf(node, stage, hasAnswers);
      const inside = written(node, source, stage, hasAnswers);
      return /^(em|strong|sub|sup|code|b|i)$/.test(tagName)
        ? `<${tagName}>${inside}</${tagName}>`
        : inside;
    })
    .join('');
  return text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim();
}

function valueOf(value: Element, stage: Stage | undefined, hasAnswers: boolean): string {
  if (!hasAnswers || !stage) return BLANK;
  const { of = '', at = '', as, decimals } = attributesOf(value);
  const asked = { of, at, as, ...(decimals !== undefined && { decimals: Number(decimals) }) };
  return `<b class="filled">${askedText(stage.store, asked)}</b>`;
}

function documentOf(
  { lang, name, file }: Lesson,
  text: string,
  hasAnswers: boolean,
  content: string,
): string {
  const t = sheetTexts[lang];
  const other = hasAnswers ? `${name}.html` : `${name}-answers.html`;
  const title = `${text} · ${t.worksheet}`;
  return `<!doctype html>
<html lang="${t.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}${hasAnswers ? ` · ${t.answers}` : ''}</title>
<style>${sheetStyles}</style>
</head>
<body>
<nav><a href="../${name}.html">${t.lesson}</a> <a href="${other}">${hasAnswers ? t.blank : t.answers}</a> <span>${t.print}</span></nav>
<main>
<header><h1>${escaped(text)}</h1><p>${
    hasAnswers
      ? t.answers
      : `${t.name} <span class="blank line"></span> ${t.date} <span class="blank"></span>`
  }</p></header>
<div class="columns">
${content}
</div>
<footer>Attention Playground · ${escaped(file.replace(/\.md$/, ''))}</footer>
</main>
</body>
</html>
`;
}
