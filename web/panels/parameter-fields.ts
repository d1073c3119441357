import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { fill } from '../i18n/fill.js';
import type { Act } from '../kit/fields/act.js';
import type { KnownWords } from '../learned/known-words.js';
import type { ParameterSource } from '../learned/names.js';
import { renderChoice } from '../parts/learned/choice.js';
import { claimOf } from '../parts/learned/claim.js';
import { problemText } from '../trace/problem-text.js';
import type { TraceStore } from '../trace/store.js';
import type { ParameterChoice } from './parameter-choice.js';
import { replaced } from '../text/replaced.js';
import { unknownOf } from './sentence.js';
import './unknown-words.js';

/** Random parameters, or a trained model. */
export function renderParameters(
  store: TraceStore,
  choice: ParameterChoice,
  shown: ParameterSource,
  choose: (parameters: ParameterSource) => Act,
): TemplateResult {
  return html`<label class="parameters">
    <span>${store.t.models.parameters}</span>
    ${renderChoice({
      store,
      name: 'parameters',
      chosen: choice.coming ?? shown,
      models: choice.names,
      choose,
    })}
  </label>`;
}

/** Which layer of a trained model, if it has several. */
export function renderLayers(
  store: TraceStore,
  count: number,
  chosen: number,
  choose: (layer: number) => void,
): TemplateResult | typeof nothing {
  if (count < 2) return nothing;
  const change = ({ target }: Event): void => choose(Number((target as HTMLSelectElement).value));
  return html`<label>
    <span>${store.t.models.layer}</span>
    <select name="layer" @change=${change}>
      ${Array.from(
        { length: count },
        (_, layer) =>
          html`<option value=${layer} .selected=${live(layer === chosen)}>${layer + 1}</option>`,
      )}
    </select>
  </label>`;
}

/** What the parameters that are shown are worth; `more` is what the panel adds of a trained model. */
export function renderWorth(
  store: TraceStore,
  choice: ParameterChoice,
  shown: ParameterSource,
  { random, more = '' }: { random: string; more?: string },
): TemplateResult {
  const learned = choice.models.of(shown);
  const fetching = choice.coming && store.t.problems.notices.fetchingModel;
  return html`<p class="worth" role="status">
    ${fetching ?? (learned ? `${claimOf(learned, store)} ${more}` : random)}
  </p>`;
}

/** Which attention of a trained model is shown. */
export function layerText(store: TraceStore, stack: 'encoder' | 'decoder', layer: number): string {
  const t = store.t.models;
  return fill(t.shows, { stack: t[stack], layer: layer + 1 });
}

/** Why the parameters that were asked for are not shown. */
export function refusalOf(store: TraceStore, { problem }: ParameterChoice): string | undefined {
  return problem && problemText(store, problem);
}

/** That a trained model does not know these words. */
export function unknownText(store: TraceStore, unknown: readonly string[]): string {
  const actual = unknown.join(', ');
  return problemText(store, { code: 'unknown_words', argument: '', actual, expected: '' });
}

/** A sentence that a trained model cannot read. */
export interface Unread {
  text: string;
  tokens: readonly string[];
  words: KnownWords;
  take(text: string): Act;
}

/** The words that the model does not know, each with known ones to take in its place; `random` takes all as they are. */
export function renderUnknown(
  store: TraceStore,
  sentences: readonly Unread[],
  random: () => Act,
): TemplateResult {
  const unknown = sentences.flatMap(({ text, tokens, words: known, take }) =>
    unknownOf(tokens, known).map((word) => ({
      word,
      known,
      take: (chosen: string) => take(replaced(text, tokens, word, chosen)),
    })),
  );
  return html`<ap-unknown-words
    .words=${unknown}
    .texts=${store.t.models}
    .random=${random}
  ></ap-unknown-words>`;
}
