import { html, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { formulas } from './generated/formulas.js';

/** A formula as MathML, made by the build from the TeX of the declarations; the TeX itself where there is none. */
export function tex(source: string): TemplateResult {
  const markup = formulas[source];
  return markup ? html`${unsafeHTML(markup)}` : html`<code class="tex">${source}</code>`;
}
