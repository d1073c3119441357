import { html, nothing, type TemplateResult } from 'lit';
import type { Step } from '../../../engine/types/index.js';
import { renderPlaceSelect, renderSelect } from '../../../kit/fields/select.js';
import '../../../parts/figure/slice.js';
import { stepTitle } from '../../../trace/names.js';
import { gradientOf, hueOf } from '../../../trace/operations.js';
import { visit } from '../../../trace/visit.js';
import type { Texts } from '../texts/en.js';
import { attentionName } from '../words.js';
import type { UpdateStore } from './update-store.js';

/** A row of an attention, and a key in it. */
export interface ScoreChoice {
  /** Of the weights. */
  path: string;
  batch: number;
  head: number;
  query: number;
}

/** The last row with something to say: what is padded at the end of a sentence gets no gradient. */
const FIRST = { batch: 0, head: 0, query: 1 };

/** How a score gets its gradient through softmax: weights, their gradient, and what comes out. */
export function renderScore(
  t: Texts,
  store: UpdateStore,
  chosen: ScoreChoice | undefined,
  choose: (score: ScoreChoice) => void,
): TemplateResult | typeof nothing {
  const { softmaxes } = store;
  const weights =
    softmaxes.find(({ path }) => path === chosen?.path) ??
    softmaxes.find(({ scope }) => scope.part === 'cross_attention') ??
    softmaxes.at(-1);
  if (!weights) return nothing;
  const score = { ...FIRST, ...chosen, path: weights.path };
  const [batches, heads, queries] = weights.shape as [number, number, number];
  const scores = weights.inputs[0]!;
  const rows = [
    { path: weights.path, text: t.softmaxRows.weights },
    { path: gradientOf(weights.path), text: t.softmaxRows.upstream },
    { path: gradientOf(scores), text: t.softmaxRows.scores },
  ].filter(({ path }) => store.step(path));
  const words = store.namesAlong(weights, 2, score.batch) ?? [];
  const places = Array.from({ length: queries }, (_, i) => i);
  return html`<section class="score" aria-label=${t.scoreTitle}>
    <h3>${t.scoreTitle}</h3>
    <p class="soft">${t.scoreText}</p>
    <div class="fields">
      ${renderSelect(
        'softmax',
        t.attention,
        softmaxes.map(({ path }) => path),
        weights.path,
        (path) => choose({ ...FIRST, path }),
        (path) => attentionName(t, store, store.step(path)!),
      )}
      ${renderPlaceSelect('batch', t.sentence, batches, score.batch, (batch) => choose({ ...score, batch }))}
      ${renderPlaceSelect('head', t.head, heads, score.head, (head) => choose({ ...score, head }))}
      ${renderSelect(
        'query',
        t.query,
        places,
        score.query,
        (query) => choose({ ...score, query }),
        (query) => words[query] ?? String(query),
      )}
    </div>
    ${rows.map(({ path, text }) => renderStrip(store, store.step(path)!, score, text))}
  </section>`;
}

function renderStrip(
  store: UpdateStore,
  step: Step,
  { batch, head, query }: ScoreChoice,
  text: string,
): TemplateResult {
  return html`<p class="strip-text role-${hueOf(step)}"><b>${stepTitle(store, step)}</b> ${text}</p>
    <ap-slice
      .store=${store}
      .path=${step.path}
      .slice=${{ batch, head }}
      .rows=${[query, 1]}
      untitled
      @ap-use=${() => {
        const { kept } = store;
        if (kept?.path === step.path) visit(store, kept);
      }}
    ></ap-slice>`;
}
