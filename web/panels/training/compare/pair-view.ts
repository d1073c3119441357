import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Evaluation } from '../../../engine/types/index.js';
import { lossAxis } from '../../../figures/chart/axis.js';
import type { ChartData } from '../../../figures/chart/chart.js';
import { fill } from '../../../i18n/fill.js';
import type { Language } from '../../../i18n/index.js';
import '../../../kit/drawing/chart.js';
import type { Act } from '../../../kit/fields/act.js';
import type { Scheme } from '../../../styles/colour-scales.js';
import type { Problem } from '../../../trace/problem.js';
import { batchLine, heldLine, ticksFor } from '../run/charts.js';
import type { Sides } from './comparison.js';
import {
  EXPERIMENT_NAMES,
  EXPERIMENTS,
  SIDES,
  type Accuracy,
  type Experiment,
  type ExperimentName,
  type Side,
} from '../experiment/experiments.js';
import { guessText, renderGuesses, renderOutcome } from '../experiment/guess-view.js';
import type { GuessDraft } from '../experiment/guesses.js';
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
  /** Its runs, once they were asked for. */
  pair: Pair | undefined;
  /** What is guessed until then. */
  draft: GuessDraft;
  /** They are being made. */
  isComing: boolean;
  /** Why there is no pair. */
  problem: Problem | undefined;
  /** No other experiment can be chosen. */
  isAlone: boolean;
  choose(name: ExperimentName): void;
  guess(side: Side, text: string): void;
  /** Something is being typed, or nothing stands in any field. */
  type(isTyped: boolean): void;
  run(): Promise<void>;
  pause(): Promise<void>;
  /** Asks for other guesses. */
  again(): void;
  /** Opens two moments step by step. */
  compare?(sides: Sides): Promise<void>;
}

/** Experiments: two runs side by side that differ in one thing, and what was measured over five seeds. */
export function renderExperiments(view: PairView): TemplateResult {
  const { t, lang, chosen, pair, draft, isComing, problem, isAlone, guess } = view;
  const { name, about, found } = t.experiments[chosen];
  return html`<section class="experiments">
    <h2>${isAlone ? name : t.experimentsTitle}</h2>
    <p class="explains">${t.experimentsText}</p>
    ${isAlone ? nothing : renderChoice(view)}
    <p class="explains">${about}</p>
    <form
      @input=${(event: Event) => view.type(hasText(event.currentTarget as HTMLFormElement))}
      @submit=${(event: SubmitEvent) => onSubmit(event, view)}
    >
      ${pair ? nothing : keyed(draft, renderGuesses(t, { chosen, draft, isOver: isComing, guess }))}
      <button class="primary run-pair">${actOf(view)}</button>
    </form>
    <div role="alert">
      ${problem ? html`<p class="wrong">${problemText(t, problem)}</p>` : nothing}
    </div>
    ${renderOutcome(t, lang, pair)} ${pair ? renderPair(view, pair) : nothing}
    ${keyed(chosen, renderFound(view, found))}
  </section>`;
}

const renderChoice = ({ t, chosen, choose }: PairView): TemplateResult =>
  html`<div class="fields" role="group" aria-label=${t.experimentsTitle}>
    ${EXPERIMENT_NAMES.map(
      (name) =>
        html`<button
          type="button"
          data-experiment=${name}
          aria-pressed=${name === chosen}
          @click=${() => choose(name)}
        >
          ${t.experiments[name].name}
        </button>`,
    )}
  </div>`;

const hasText = (form: HTMLFormElement): boolean =>
  [...form.querySelectorAll('input')].some(({ value }) => value.trim() !== '');

/** What the one button does next. */
function actOf({ t, pair, draft }: PairView): string {
  if (!pair) return draft.isEmpty ? t.showMe : t.runBoth;
  if (pair.training) return t.pause;
  return pair.finished ? t.runAgain : t.goOn;
}

function onSubmit(event: SubmitEvent, { pair, draft, run, pause, again }: PairView): Act {
  event.preventDefault();
  const form = event.target as HTMLFormElement;
  if (!pair && draft.isRefused) return form.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  // The fields go, also that from which the form was submitted.
  form.querySelector('button')!.focus();
  if (pair?.training) return pause();
  return pair?.finished ? again() : run();
}

/** What five seeds gave: folded until both runs are over, as whoever runs them first wonders how they end. */
const renderFound = ({ t, pair, isAlone }: PairView, found: string): TemplateResult =>
  html`<details class="found" ?open=${pair?.finished ?? false}>
    <summary>${t.foundTitle}</summary>
    <p>${found}</p>
    ${isAlone ? nothing : html`<p class="soft">${t.unharmed}</p>`}
  </details>`;

/** Both losses on what is held out, or on the batches where the experiment is about those. */
export function pairChart(
  t: Texts,
  { charted }: Experiment,
  { a, b }: Record<Side, Pick<TrainingRun, 'curve' | 'config' | 'task'>>,
): ChartData {
  const count = Math.max(a.config.steps, b.config.steps) + 1;
  const lineOf = charted ? batchLine : heldLine;
  const lines = [
    { ...lineOf(a.curve), colour: 'accent' },
    { ...lineOf(b.curve), colour: 'soft', dash: [5, 3] },
  ] as const;
  const { uniformLoss } = a.task;
  return {
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
}

function renderPair(view: PairView, pair: Pair): TemplateResult {
  const { t, scheme, chosen } = view;
  const { seed } = pair;
  const texts = t.experiments[chosen];
  const experiment: Experiment = EXPERIMENTS[chosen];
  const data = pairChart(t, experiment, pair);
  return html`<p class="keys">
      <span><i class="line held"></i>${texts.a}</span>
      <span><i class="line train second"></i>${texts.b}</span>
    </p>
    <div class="pair">
      <ap-chart
        .data=${data}
        .height=${200}
        .scheme=${scheme}
        .name=${fill(experiment.charted ? t.pairBatchChart : t.pairChart, { a: texts.a, b: texts.b, seed })}
      ></ap-chart>
      <div>${renderBoth(view, pair)} ${renderCompare(view, pair)}</div>
    </div>`;
}

/** How both stand, side by side, and what was guessed beside it. */
function renderBoth({ t, lang, chosen }: PairView, { a, b, seed, guesses }: Pair): TemplateResult {
  const guessed = (of: Accuracy): TemplateResult | typeof nothing =>
    of === EXPERIMENTS[chosen].accuracy && SIDES.some((side) => guesses[side] !== undefined)
      ? html`<tr class="guessed">
          <th scope="row">${t.yourGuess}</th>
          ${SIDES.map((side) => {
            const guess = guesses[side];
            return html`<td>${guess === undefined ? NONE : guessText(lang, guess)}</td>`;
          })}
        </tr>`
      : nothing;
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
      ${row(t.facts.train, ({ report }) => (report ? loss(report.loss) : NONE))}
      ${measured(t.facts.held, (evaluation) => loss(evaluation.loss))}
      ${measured(t.facts.unsure, ({ perplexity }) => `${hesitation(perplexity)} ${t.choices.tokens}`)}
      ${measured(t.facts.labels, ({ labels }) => share(lang, labels))} ${guessed('labels')}
      ${
        a.answers === 'sentence'
          ? measured(t.facts.sentences, ({ sentences }) => share(lang, sentences))
          : nothing
      }
      ${guessed('sentences')} ${a.problem || b.problem ? row('', problem) : nothing}
    </tbody>
  </table>`;
}

/** At rest, what they have become can be compared step by step. */
function renderCompare(
  { t, compare }: PairView,
  { a, b, training }: Pair,
): TemplateResult | typeof nothing {
  if (!compare) return nothing;
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
