import { html, nothing, type TemplateResult } from 'lit';
import { prose } from '../../kit/formulas/tex.js';
import { sitePage } from '../../kit/input/site-page.js';
import type { TraceStore } from '../../trace/store.js';
import type { ChapterName } from '../../trace/story.js';

/** The page of the project on which a stop can be tried out: its lesson, where there is one. */
const PAGES: Readonly<Partial<Record<ChapterName, string>>> = {
  vectors: 'learn/word-order',
  projections: 'learn/query-key-value',
  heads: 'learn/heads',
  scores: 'learn/by-hand',
  mask: 'learn/no-looking-ahead',
  weights: 'learn/shares',
  late_mask: 'learn/no-looking-ahead',
  mix: 'learn/query-key-value',
  one_head: 'learn/heads',
  output: 'learn/together-again',
  after: 'learn/the-block',
};

/** Why a stop of the story is there, and a link to where it can be tried out, if the address of the project's site is known. */
export function renderReason({ t }: TraceStore, name: ChapterName, site: string): TemplateResult {
  const { chapters, lesson } = t.story;
  const path = PAGES[name];
  return html`${prose(chapters[name].why)}
  ${path && site ? html`<a href=${sitePage(site, path).href}>${lesson}</a>` : nothing}`;
}
