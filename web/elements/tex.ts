import { html, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { formulas } from './generated/formulas.js';

/** A formula as MathML, made by the build from the TeX of the declarations; the TeX itself where there is none. */
export function tex(source: string): TemplateResult {
  const markup = formulas[source];
  return markup ? html`${unsafeHTML(markup)}` : html`<code class="tex">${source}</code>`;
}

/** A text in which formulas stand between dollar signs: `$d_k$ is the width of a head`. */
export function prose(text: string): (string | TemplateResult)[] {
  return text.split('$').map((part, i) => (i % 2 === 0 ? part : tex(part)));
}
