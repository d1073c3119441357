import { html, type TemplateResult } from 'lit';
import type { Verdict } from '../progress.js';
import type { Texts } from '../texts/en.js';

const SIGNS: Record<Verdict, string> = { right: '✓', wrong: '✗', shown: '→' };

/** `Right.` and the like, or a prompt's own words: with a sign, as colour alone tells nobody. */
export const verdictText = (t: Texts, verdict: Verdict, words = t[verdict]): TemplateResult =>
  html`<strong class="verdict"><span aria-hidden="true">${SIGNS[verdict]}</span> ${words}</strong>`;
