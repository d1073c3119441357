import { fill } from '../../../i18n/fill.js';
import type { Picture } from '../../picture.js';
import type { Look } from '../look.js';
import { Drawing } from './drawing.js';
import { needsOf } from './escape.js';
import { otherScripts } from './other-scripts.js';

export interface TexTexts {
  /** {path} */
  texStep: string;
  /** {programs} */
  texCompile: string;
  texTake: string;
  texNumbers: string;
}

export interface TexOptions {
  look: Look;
  /** What it is called. */
  title: string;
  /** The step that it is of. */
  path: string;
  texts: TexTexts;
}

/**
 * A picture as a LaTeX document that compiles by itself: text and lines by TikZ, and each matrix as a `matrix plot*` of PGFPlots
 * with its numbers in a table. The tikzpicture holds its own colours and styles, so that it can be taken into another document.
 */
export function texOf({ marks }: Picture, { look, title, path, texts }: TexOptions): string {
  const drawing = new Drawing(look);
  const body = drawing.all(marks);
  const { eastAsian, other } = needsOf(body);
  const programs = eastAsian || other ? 'xelatex' : 'pdflatex, xelatex, lualatex';
  const comments = [
    title,
    fill(texts.texStep, { path }),
    fill(texts.texCompile, { programs }),
    texts.texTake,
    texts.texNumbers,
  ];
  return [
    ...comments.map((line) => `% ${line.replace(/\s+/g, ' ')}`),
    '\\documentclass[border=4bp]{standalone}',
    ...(eastAsian || other ? otherScripts(eastAsian, other) : ['\\usepackage[T1]{fontenc}']),
    '\\usepackage{lmodern}',
    '\\usepackage{pgfplots}',
    '\\pgfplotsset{compat=1.16}',
    '\\usetikzlibrary{svg.path}',
    '\\begin{document}',
    '\\begin{tikzpicture}[x=0.75bp,y=-0.75bp,inner sep=0pt,outer sep=0pt]',
    ...drawing.definitions(),
    body,
    '\\end{tikzpicture}',
    '\\end{document}',
    '',
  ].join('\n');
}
