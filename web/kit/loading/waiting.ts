import { css, html, type TemplateResult } from 'lit';
import type { Language } from '../../i18n/index.js';
import { failureText, STARTING } from '../../trace/problem-text.js';
import type { Problem } from '../../trace/problem.js';
import type { Act } from '../fields/act.js';

export const failureStyles = css`
  .failure {
    padding: 8px 12px;
    overflow-wrap: anywhere;
    text-align: center;
  }
  .failure p {
    color: var(--ap-danger);
  }
`;

/** Shown until the first numbers and the texts are loaded; on failure, the reason and a retry button. */
export function renderWaiting(
  lang: Language,
  failure: Problem | undefined,
  retry: () => Act,
): TemplateResult {
  return html`<div class="waiting">
    ${
      failure
        ? renderFailure(lang, failure, retry)
        : html`<p role="status">${STARTING[lang].loading}</p>`
    }
  </div>`;
}

/** Why something could not be loaded, and a retry button. */
export function renderFailure(lang: Language, failure: Problem, retry: () => Act): TemplateResult {
  return html`<div class="failure" role="alert">
    <p>${failureText(lang, failure)}</p>
    <button type="button" @click=${retry}>${STARTING[lang].retry}</button>
  </div>`;
}
