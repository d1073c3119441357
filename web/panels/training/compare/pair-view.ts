import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Evaluation } from '../../../engine/types/index.js';
import { lossAxis } from '../../../figures/chart/axis.js';
import type { ChartData } from '../../../figures/chart/chart.js';
import { fill } from '../../../i18n/fill.js';
import type { Language } from '../../../i18n/index.js';
import '../../../kit/drawing/chart.js';
import type { Scheme } from '../../../styles/colour-scales.js';
import type { Problem } from '../../../trace/problem.js';
import { heldLine, ticksFor } from '../run/charts.js';
import type { Sides } from './comparison.js';
import { EXPERIMENT_NAMES, type ExperimentName } from '../experiment/experiments.js';
import type { Pair } from './pair.js';
import { problemText } from '../problem.js';
import type { TrainingRun } from '../run/run.js';
import type { Texts } from '../texts/en.js';
import { hesitation, loss, NONE, share, whole } from '../words.js';

export interface PairView {
  t: Texts;
  lang: Language;
  scheme: Scheme;
  chosen: ExperimentName;
  pair: Pair | undefined;
  /** Why there is no pair. */
  problem: Problem | undefined;
  choose(name: ExperimentName): void;
  run(): Promise<void>;
  pause(): Promise<void>;
  /** Opens two moments step by step. */
  compare(sides: Sides): Promise<void>;
}

/** Experiments: two runs side by side that differ in one thing, and what was measured over five seeds. */
export function renderExperiments(view: PairView): TemplateResult {
  const { t, chosen, pair, problem } = view;
  const texts = t.experiments[chosen];
  const shown = pair?.name === chosen ? pair : undefined;
  return html`<section class="experiments">
    <h2>${t.experimentsTitle}</h2>
    <p>${t.experimentsText}</p>
    <div class="fields" role="group" aria-label=${t.experimentsTitle}>
      ${EXPERIMENT_NAMES.map(
        (name) =>
          html`<button
            type="button"
            data-experiment=${name}
            aria-pressed=${name === chosen}
            @click=${() => view.choose(name)}
          >
            ${t.experiments[name].name}
          </button>`,
      )}
    </div>
    <p>${texts.about}</p>
    <div class="fields">
      <button
        type="button"
        class="primary run-pair"
        @click=${() => (shown?.training ? view.pause() : view.run())}
      >
        ${shown?.training ? t.pause : t.runBoth}
      </button>
      <span class="keys">
        <span><i class="line held"></i>${texts.a}</span>
        <span><i class="line train second"></i>${texts.b}</span>
      </span>
    </div>
    <div role="alert">
      ${problem ? html`<p class="wrong">${problemText(t, problem)}</p>` : nothing}
    </div>
    ${shown ? renderPair(view, shown) : nothing}
    ${keyed(chosen, renderFound(t, texts.found, shown?.finished ?? false))}
  </section>`;
}

/** What five seeds gave: folded until both runs are over, as whoever runs them first wonders how they end. */
const renderFound = (t: Texts, found: string, finished: boolean): TemplateResult =>
  html`<details class="found" ?open=${finished}>
    <summary>${t.foundTitle}</summary>
    <p>${found}</p>
    <p class="soft">${t.unharmed}</p>
  </details>`;

function renderPair(view: PairView, pair: Pair): TemplateResult {
  const { t, scheme, chosen } = view;
  const { a, b, seed } = pair;
  const texts = t.experiments[chosen];
  const count = Math.max(a.config.steps, b.config.steps) + 1;
  const lines = [
    heldLine(a.curve),
    { ...heldLine(b.curve), colour: 'soft', dash: [5, 3] } as const,
  ];
  const { uniformLoss } = a.task;
  const data: ChartData = {
    count,
    ticks: ticksFor(count),
    axis: t.updates,
    levels: lossAxis(
      lines.map(({ values }) => values),
      { expected: uniformLoss, log: false },
    ),
    lines,
    rule: { value: uniformLoss, text: fill(t.guessing, { loss: loss(uniformLoss) }) },
  };
  return html`<div class="pair">
    <ap-chart
      .data=${data}
      .height=${200}
      .scheme=${scheme}
      .name=${fill(t.pairChart, { a: texts.a, b: texts.b, seed })}
    ></ap-chart>
    <div>${renderBoth(view, pair)} ${renderCompare(view, pair)}</div>
  </div>`;
}

/** How both stand, side by side. */
function renderBoth({ t, lang, chosen }: PairView, { a, b, seed }: Pair): TemplateResult {
  const texts = t.experiments[chosen];
  const row = (name: string, text: (run: TrainingRun) => unknown): TemplateResult =>
    html`<tr>
      <th scope="row">${name}</th>
      <td>${text(a)}</td>
      <td>${text(b)}</td>
    </tr>`;
  const measured = (name: string, text: (evaluation: Evaluation) => string): TemplateResult =>
    row(name, ({ now }) => (now ? text(now.evaluation) : NONE));
  const problem = ({ problem: found }: TrainingRun): unknown =>
    found ? html`<span class="danger">${problemText(t, found)}</span>` : nothing;
  return html`<table class="both">
    <thead>
      <tr>
        <th scope="col">${fill(t.withSeed, { seed })}</th>
        <th scope="col">${texts.a}</th>
        <th scope="col">${texts.b}</th>
      </tr>
    </thead>
    <tbody>
      ${row(t.update, ({ update }) => whole(lang, update))}
      ${measured(t.facts.held, (evaluation) => loss(evaluation.loss))}
      ${measured(t.facts.unsure, ({ perplexity }) => `${hesitation(perplexity)} ${t.choices.tokens}`)}
      ${measured(t.facts.labels, ({ labels }) => share(lang, labels))}
      ${
        a.answers === 'sentence'
          ? measured(t.facts.sentences, ({ sentences }) => share(lang, sentences))
          : nothing
      }
      ${a.problem || b.problem ? row('', problem) : nothing}
    </tbody>
  </table>`;
}

/** At rest, what they have become can be compared step by step. */
function renderCompare({ t, compare }: PairView, { a, b, training }: Pair): TemplateResult {
  const [last, other] = [a.moments.last, b.moments.last];
  return html`<button
    type="button"
    class="compare-pair"
    ?disabled=${training || !last || !other}
    @click=${() => compare({ a: { run: a, moment: last! }, b: { run: b, moment: other! } })}
  >
    ${t.comparePair}
  </button>`;
}
