import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { lossAxis, shareAxis } from '../../../figures/chart/axis.js';
import type { ChartData, ChartLine, Tick } from '../../../figures/chart/chart.js';
import { fill } from '../../../i18n/fill.js';
import '../../../kit/drawing/chart.js';
import { loss, NONE, share } from '../words.js';
import type { Curve, Point } from './curve.js';
import type { Moment } from './moments.js';
import type { TrainingRun } from './run.js';
import type { TrainView } from '../view.js';

/** How the curves are shown. */
export interface ChartChoice {
  log: boolean;
  asTable: boolean;
  setLog(on: boolean): void;
  setTable(on: boolean): void;
  /** Goes to the nearest kept moment on the way to an update. */
  pick(update: number): Promise<void>;
}

/** Of “100 %”. */
const LABEL_ROOM = 34;
const HEIGHT = { loss: 188, share: 104 };

/** Loss and answers over the updates, or the same numbers as a table. */
export function renderCharts(view: TrainView, choice: ChartChoice): TemplateResult {
  const { t, run } = view;
  return html`<section class="curves" aria-label=${t.curves}>
    <div class="keys">
      <span><i class="line held"></i>${run.holdsOut ? t.heldLoss : t.ownLoss}</span>
      <span><i class="line train"></i>${t.trainLoss}</span>
      <label
        ><input
          type="checkbox"
          .checked=${live(choice.log)}
          @change=${(event: Event) => choice.setLog((event.target as HTMLInputElement).checked)}
        />${t.log}</label
      >
      <label
        ><input
          type="checkbox"
          .checked=${live(choice.asTable)}
          @change=${(event: Event) => choice.setTable((event.target as HTMLInputElement).checked)}
        />${t.asTable}</label
      >
    </div>
    ${choice.asTable ? renderTable(view) : renderCurves(view, choice)}
  </section>`;
}

function renderCurves(view: TrainView, choice: ChartChoice): TemplateResult {
  const { t, run, scheme } = view;
  const tell = (update: number): string => told(view, update);
  const pick = ({ detail }: CustomEvent<number>): Promise<void> => choice.pick(detail);
  return html`<ap-chart
      class="loss"
      pick
      .data=${lossChart(view, choice.log)}
      .height=${HEIGHT.loss}
      .scheme=${scheme}
      .name=${t.lossChart}
      .tell=${tell}
      @ap-pick=${pick}
    ></ap-chart>
    <div class="keys">
      <span><i class="line held"></i>${t.labelsRight}</span>
      ${
        run.answers === 'sentence'
          ? html`<span><i class="line whole"></i>${t.sentencesRight}</span>`
          : nothing
      }
      <span class="soft"
        >${fill(run.holdsOut ? t.judgedOn : t.judgedOnTrained, { n: run.judgedOn })}</span
      >
    </div>
    <ap-chart
      class="share"
      pick
      .data=${shareChart(view)}
      .height=${HEIGHT.share}
      .scheme=${scheme}
      .name=${t.shareChart}
      .tell=${tell}
      @ap-pick=${pick}
    ></ap-chart>`;
}

/** What is known of an update: measured then, or at the last time before it. */
function told({ t, lang, run }: TrainView, update: number): string {
  const { losses, points } = run.curve;
  const judged = [...points].reverse().find((point) => point.update <= update);
  const of = losses[update];
  return [
    fill(t.atUpdate, { n: update }),
    ...(of === undefined ? [] : [fill(t.tellTrain, { loss: loss(of) })]),
    ...(judged && update <= run.curve.losses.length
      ? [
          fill(run.holdsOut ? t.tellHeld : t.tellOwn, {
            loss: loss(judged.evaluation.loss),
            share: share(lang, judged.evaluation.labels),
          }),
        ]
      : []),
  ].join(t.comma);
}

const APART = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
const MOST_TICKS = 9;

/** A round number of updates apart. */
export function ticksFor(count: number): Tick[] {
  const apart = APART.find((step) => count / step <= MOST_TICKS) ?? count;
  return Array.from({ length: Math.ceil(count / apart) }, (_, i) => ({
    at: i * apart,
    text: String(i * apart),
  }));
}

/** What both charts have in common. */
function overUpdates({
  run,
}: Charted): Pick<ChartData, 'count' | 'ticks' | 'labelRoom' | 'at' | 'flags'> {
  const count = Math.max(run.config.steps, run.update) + 1;
  return {
    count,
    ticks: ticksFor(count),
    labelRoom: LABEL_ROOM,
    at: run.update,
    flags: run.moments.all.map(({ update }) => update),
  };
}

const places = (points: readonly Point[]): number[] => points.map(({ update }) => update);

export function heldLine({ points }: Curve): ChartLine {
  return {
    places: places(points),
    values: points.map(({ evaluation }) => evaluation.loss),
    colour: 'accent',
  };
}

/** Of the batches, update by update. */
export const batchLine = ({ losses }: Curve): ChartLine => ({ values: losses, colour: 'soft' });

/** A run as its charts need it. */
export type Charted = Pick<TrainView, 't' | 'lang'> & {
  run: Pick<TrainingRun, 'curve' | 'config' | 'update' | 'task' | 'answers'> & {
    moments: { all: readonly Pick<Moment, 'update'>[] };
  };
};

export function lossChart(view: Charted, log: boolean): ChartData {
  const { t, run } = view;
  const { losses } = run.curve;
  const held = heldLine(run.curve);
  const { uniformLoss } = run.task;
  return {
    ...overUpdates(view),
    axis: '',
    levels: lossAxis([losses, held.values], { expected: uniformLoss, log }),
    lines: [held, batchLine(run.curve)],
    rule: { value: uniformLoss, text: fill(t.guessing, { loss: loss(uniformLoss) }) },
  };
}

export function shareChart(view: Charted): ChartData {
  const { t, lang, run } = view;
  const { points } = run.curve;
  const labels: ChartLine = {
    places: places(points),
    values: points.map(({ evaluation }) => evaluation.labels),
    colour: 'accent',
  };
  const sentences: ChartLine = {
    places: places(points),
    values: points.map(({ evaluation }) => evaluation.sentences),
    colour: 'role-output',
    dash: [5, 3],
  };
  return {
    ...overUpdates(view),
    axis: t.updates,
    levels: shareAxis((value) => share(lang, value)),
    lines: run.answers === 'sentence' ? [labels, sentences] : [labels],
  };
}

/** The judged moments as numbers: for users who cannot see the curves, and for copying. */
function renderTable({ t, lang, run }: TrainView): TemplateResult {
  const { points } = run.curve;
  const hasSentences = run.answers === 'sentence';
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t.asTable}>
    <table class="points">
      <thead>
        <tr>
          <th scope="col">${t.update}</th>
          <th scope="col">${t.trainLoss}</th>
          <th scope="col">${run.holdsOut ? t.heldLoss : t.ownLoss}</th>
          <th scope="col">${t.labelsRight}</th>
          ${hasSentences ? html`<th scope="col">${t.sentencesRight}</th>` : nothing}
          <th scope="col">${t.rate}</th>
          <th scope="col">${t.gradientNorm}</th>
        </tr>
      </thead>
      <tbody>
        ${points.map(
          ({ update, evaluation, report }) =>
            html`<tr class=${update === run.now?.update ? 'on' : ''}>
              <th scope="row">${update}</th>
              <td>${report ? loss(report.loss) : NONE}</td>
              <td>${loss(evaluation.loss)}</td>
              <td>${share(lang, evaluation.labels)}</td>
              ${hasSentences ? html`<td>${share(lang, evaluation.sentences)}</td>` : nothing}
              <td>${report ? Number(report.rate.toPrecision(3)) : NONE}</td>
              <td>${report ? loss(report.gradientNorm) : NONE}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
