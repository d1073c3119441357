import { html, type TemplateResult } from 'lit';
import { starting as en } from '../i18n/en/starting.js';
import type { Language } from '../i18n/index.js';
import { starting as zh } from '../i18n/zh/starting.js';
import { spokenShape } from './ribbon-shapes.js';
import { cellName, fill, stepPlace, stepTitle, valueText } from './speech.js';
import type { TraceStore } from './trace-store.js';

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

/** The text read aloud when another step is shown. */
export function spokenStep(store: TraceStore): string {
  const { current } = store;
  if (!current) return '';
  const shape = spokenShape(store, current);
  const place = stepPlace(store, current);
  const title = [place, stepTitle(store, current)].filter(Boolean).join(' · ');
  return fill(store.t.ui.nowAt, { title, shape });
}

/** The active cell in one line: `Scores: query sat → key cat = 0.42`. */
export function activeText(store: TraceStore): string {
  const { active, explanation } = store;
  const step = active && store.step(active.path);
  if (!step || !explanation) return '';
  const { colon } = store.t.proof;
  const name = cellName(store, step, active.index);
  const value = valueText(store, step, explanation.value);
  return `${stepTitle(store, step)}${colon}${name} = ${value}`;
}
