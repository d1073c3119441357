import { html, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { texOf } from '../../engine/notation/tex.js';
import type { Notation } from '../../engine/types/index.js';
import * as tables from './generated/formulas.js';
import { mathmlOf } from './mathml.js';

/** A formula or a symbol as MathML; as TeX if the build did not know it. */
export function notation(source: Notation): TemplateResult {
  const markup = mathmlOf(source, tables);
  return markup ? html`${unsafeHTML(markup)}` : html`<code class="tex">${texOf(source)}</code>`;
}

/** A formula as plain text, where markup is not possible: `Q′`. */
export function plain(source: Notation): string {
  return (mathmlOf(source, tables) ?? texOf(source)).replace(/<[^>]*>/g, '');
}

/** TeX within a text. */
export function tex(source: string): TemplateResult {
  return notation({ template: source, places: {} });
}

/** A text in which formulas stand between dollar signs: `$d_k$ is the width of a head`. */
export function prose(text: string): (string | TemplateResult)[] {
  return text.split('$').map((part, i) => (i % 2 === 0 ? part : tex(part)));
}
