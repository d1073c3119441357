import { signal } from '@preact/signals-core';
import { html, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { texOf } from '../engine/notation/tex.js';
import type { Notation } from '../engine/types.js';
import * as tables from './generated/formulas.js';
import { loadMathFont } from './math-font.js';
import { mathmlOf, type FormulaTables } from './mathml.js';

/** Templates that the first view does not show: the face of its symbols may lack what they are made of. */
const later = new Set<string>();

/** How often formulas have been added: whoever has drawn TeX because one was missing is drawn again. */
const added = signal(0);

/** Adds the formulas that the first view does not show. */
export function addFormulas({ formulas, symbols }: Omit<FormulaTables, 'displayTag'>): void {
  Object.assign(tables.formulas, formulas);
  Object.assign(tables.symbols, symbols);
  for (const template of Object.keys({ ...formulas, ...symbols })) later.add(template);
  added.value = added.peek() + 1;
}

/** A formula or a symbol as MathML; as TeX if the build did not know it. */
export function notation(source: Notation): TemplateResult {
  const markup = markupOf(source);
  if (isLater(source)) loadMathFont();
  return markup ? html`${unsafeHTML(markup)}` : html`<code class="tex">${texOf(source)}</code>`;
}

function markupOf(source: Notation): string | undefined {
  const markup = mathmlOf(source, tables);
  if (markup === undefined) void added.value;
  return markup;
}

function isLater({ template, places }: Notation): boolean {
  const parts = Object.values(places);
  return later.has(template) || parts.some((part) => typeof part !== 'string' && isLater(part));
}

/** A formula as plain text, where markup is not possible: `Q′`. */
export function plain(source: Notation): string {
  return (markupOf(source) ?? texOf(source)).replace(/<[^>]*>/g, '');
}

/** TeX within a text. */
export function tex(source: string): TemplateResult {
  return notation({ template: source, places: {} });
}

/** A text in which formulas stand between dollar signs: `$d_k$ is the width of a head`. */
export function prose(text: string): (string | TemplateResult)[] {
  return text.split('$').map((part, i) => (i % 2 === 0 ? part : tex(part)));
}
