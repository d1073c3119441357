import { html, type TemplateResult } from 'lit';
import { starting as en } from '../i18n/en/starting.js';
import type { Language } from '../i18n/index.js';
import { starting as zh } from '../i18n/zh/starting.js';

const STARTING = { en, zh };

/** Shown until the first numbers and the texts are loaded; on failure, the reason and a retry button. */
export function renderWaiting(
  language: Language,
  failure: string,
  retry: () => void,
): TemplateResult {
  const words = STARTING[language];
  if (!failure) return html`<div class="waiting" role="status">${words.loading}</div>`;
  return html`<div class="waiting" role="alert">
    <p class="failed" title=${failure}>${words.failed}</p>
    <button type="button" @click=${retry}>${words.retry}</button>
  </div>`;
}
