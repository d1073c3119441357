import { html, nothing, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { texOf } from '../../engine/notation/tex.js';
import type { Notation } from '../../engine/types/index.js';
import { formulaTables } from './late-tables.js';
import { mathmlOf } from './mathml.js';

/** A formula or a symbol as MathML; as TeX if the build did not know it. */
export function notation(source: Notation): TemplateResult | typeof nothing {
  const tables = formulaTables();
  if (!tables) return nothing;
  const markup = tables === 'missing' ? undefined : mathmlOf(source, tables);
  return markup ? html`${unsafeHTML(markup)}` : html`<code class="tex">${texOf(source)}</code>`;
}

/** A formula as plain text, where markup is not possible: `Q′`. */
export function plain(source: Notation): string {
  const tables = formulaTables();
  const markup = typeof tables === 'object' ? mathmlOf(source, tables) : undefined;
  return (markup ?? texOf(source)).replace(/<[^>]*>/g, '');
}

/** TeX within a text. */
export function tex(source: string): TemplateResult | typeof nothing {
  return notation({ template: source, places: {} });
}

/** A text in which formulas stand between dollar signs: `$d_k$ is the width of a head`. */
export function prose(text: string): (string | TemplateResult | typeof nothing)[] {
  return text.split('$').map((part, i) => (i % 2 === 0 ? part : tex(part)));
}
