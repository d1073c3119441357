import { css, html, type TemplateResult } from 'lit';
import { fill } from '../../i18n/fill.js';
import type { Act } from '../../kit/fields/act.js';
import type { KnownWords } from '../../learned/known-words.js';
import { nearWords } from '../../learned/near-words.js';

/** So many words are offered for one that is not known. */
const OFFERED = 6;

/** A word that a trained model does not know. */
export interface UnknownWord {
  word: string;
  known: KnownWords;
  /** The known word that stood there before. */
  stood?: string | undefined;
  /** Takes a known one in its place. */
  take(known: string): Act;
}

export const offeredStyles = css`
  .near,
  .all {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
  }
  :is(.near, .all) button {
    min-block-size: 28px;
    padding: 0 8px;
  }
  summary {
    color: var(--ap-accent);
    cursor: pointer;
  }
  .all {
    max-block-size: 9em;
    margin-block-start: 6px;
    overflow-y: auto;
    overscroll-behavior: contain;
  }
`;

/** Known words that can stand in its place: the nearest, and all of them; `label` says how many they are. */
export function renderOffered(
  { word, known, stood, take }: UnknownWord,
  label: string,
): TemplateResult {
  const choice = (one: string): TemplateResult =>
    html`<button type="button" @click=${() => take(one)}>${one}</button>`;
  return html`<div class="near">${nearWords(known, word, OFFERED, stood).map(choice)}</div>
    <details>
      <summary>${fill(label, { n: known.plain.length })}</summary>
      <div class="all">${known.plain.map(choice)}</div>
    </details>`;
}
