import { html, nothing, type TemplateResult } from 'lit';
import { lossAxis } from '../../figures/axis.js';
import type { ChartData } from '../../figures/chart.js';
import { fill } from '../../i18n/fill.js';
import type { Language } from '../../i18n/index.js';
import '../../kit/chart.js';
import type { Scheme } from '../../styles/colour-scales.js';
import { heldLine, ticksFor } from './charts.js';
import { EXPERIMENT_NAMES, type ExperimentName } from './experiments.js';
import type { Pair } from './pair.js';
import { problemText } from './problem.js';
import type { TrainingRun } from './run.js';
import type { Texts } from './texts/en.js';
import { hesitation, loss, share } from './words.js';

export interface PairView {
  t: Texts;
  lang: Language;
  scheme: Scheme;
  chosen: ExperimentName;
  pair: Pair | undefined;
  choose(name: ExperimentName): void;
  run(): void;
  pause(): void;
}

/** Experiments: two runs side by side that differ in one thing, and what was measured over five seeds. */
export function renderExperiments(view: PairView): TemplateResult {
  const { t, chosen, pair } = view;
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
    ${shown ? renderPair(view, shown) : nothing}
    <p class="found">${texts.found}</p>
    <p class="soft">${t.unharmed}</p>
  </section>`;
}

function renderPair({ t, lang, scheme, chosen }: PairView, { a, b, seed }: Pair): TemplateResult {
  const texts = t.experiments[chosen];
  const count = Math.max(a.recipe.steps, b.recipe.steps) + 1;
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
  const row = (name: string, { update, now, problem }: TrainingRun): TemplateResult =>
    html`<tr>
      <th scope="row">${name}</th>
      <td>${update}</td>
      <td>${now ? loss(now.evaluation.loss) : '–'}</td>
      <td>${now ? hesitation(now.evaluation.perplexity) : '–'}</td>
      <td>${now ? share(lang, now.evaluation.labels) : '–'}</td>
      <td>${now ? share(lang, now.evaluation.sentences) : '–'}</td>
      <td class="danger">${problem ? problemText(t, problem) : nothing}</td>
    </tr>`;
  return html`<div class="pair">
    <ap-chart
      .data=${data}
      .height=${200}
      .scheme=${scheme}
      .name=${fill(t.pairChart, { a: texts.a, b: texts.b, seed })}
    ></ap-chart>
    <div class="scroll" tabindex="0" role="region" aria-label=${t.experimentsTitle}>
      <table class="both">
        <thead>
          <tr>
            <th scope="col">${fill(t.withSeed, { seed })}</th>
            <th scope="col">${t.update}</th>
            <th scope="col">${t.facts.held}</th>
            <th scope="col">${t.facts.unsure}</th>
            <th scope="col">${t.labelsRight}</th>
            <th scope="col">${t.sentencesRight}</th>
          </tr>
        </thead>
        <tbody>
          ${row(texts.a, a)} ${row(texts.b, b)}
        </tbody>
      </table>
    </div>
  </div>`;
}
