import { html, nothing, type TemplateResult } from 'lit';
import type { HeadMeasure } from '../../engine/types.js';
import type { Lit } from '../../figures/alone.js';
import { fill } from '../../i18n/fill.js';
import '../../parts/figure/slice.js';
import { blockText } from './places.js';
import type { LiveStore } from './live.js';
import type { TrainingRun } from './run.js';
import type { TrainView } from './view.js';
import { sentence, share } from './words.js';

export interface AttentionChoice {
  /** The path of the weights that are shown; '' for the ones that the task is about. */
  path: string;
  example: number;
  choosePath(path: string): void;
  chooseHead(head: number): void;
  chooseExample(example: number): void;
}

/** What one head looks at in one held-out example, and how often it looks where the task says it should. */
export function renderAttention(
  view: TrainView,
  choice: AttentionChoice,
): TemplateResult | typeof nothing {
  const { t, lang, run, live } = view;
  const path = shownPath(run, live, choice.path);
  const step = live.step(path);
  if (!step) return nothing;
  const heads = step.axes.includes('head') ? step.shape[step.axes.indexOf('head')]! : 1;
  const { head } = live.state;
  const measures = (run.now?.evaluation.heads ?? []).filter(({ attention }) =>
    path.startsWith(`${attention}.`),
  );
  return html`<section class="attention">
    <h2>${run.update === 0 ? t.attentionBefore : t.attentionNow}</h2>
    <div class="fields">
      <label
        ><span>${t.attention}</span>
        <select
          name="attention"
          @change=${(event: Event) => choice.choosePath((event.target as HTMLSelectElement).value)}
        >
          ${live.attentions.map(
            (each) =>
              html`<option value=${each} .selected=${each === path}>
                ${blockText(t, live.step(each)!)}
              </option>`,
          )}
        </select></label
      >
      ${
        heads > 1
          ? html`<label
              ><span>${t.head}</span>
              <select
                name="head"
                @change=${(event: Event) =>
                  choice.chooseHead(Number((event.target as HTMLSelectElement).value))}
              >
                ${Array.from(
                  { length: heads },
                  (_, i) => html`<option value=${i} .selected=${i === head}>${i + 1}</option>`,
                )}
              </select></label
            >`
          : nothing
      }
      <label class="example"
        ><span>${t.example}</span>
        <select
          name="example"
          @change=${(event: Event) =>
            choice.chooseExample(Number((event.target as HTMLSelectElement).value))}
        >
          ${run.task.heldOut
            .slice(0, 12)
            .map(
              ({ source, target = [] }, i) =>
                html`<option value=${i} .selected=${i === choice.example}>
                  ${sentence(source ?? target)}
                </option>`,
            )}
        </select></label
      >
    </div>
    <div class="head">
      <ap-slice
        .store=${live}
        .path=${path}
        .name=${blockText(t, step)}
        .lit=${askedIn(run, choice.example)}
        .tallest=${step.shape.at(-2)! > MANY_ROWS ? LOW : TALLEST}
        untitled
      ></ap-slice>
      <div class="measures">
        ${measures.map((measure) => renderMeasure(measure))}
        <p class="soft note">
          ${measures.length > 0 ? t.measuredNote : nothing} ${t.attentionNote}
        </p>
      </div>
    </div>
  </section>`;

  function renderMeasure({ name, head: of, points, weight }: HeadMeasure): TemplateResult {
    const looks: Record<string, string | undefined> = t.looks;
    const whose = of === 'all' ? t.allHeads : fill(t.headN, { n: of + 1 });
    return html`<p data-measure=${name} data-head=${of}>
      <b>${looks[name] ?? name}</b
      >${heads > 1 ? html`<span class="soft"> ${whose}</span>` : nothing}<br />
      ${fill(t.measure, { points: share(lang, points), weight: share(lang, weight) })}
    </p>`;
  }
}

/** The row of the word that asks, where one does: "it". */
function askedIn({ answers, task }: TrainingRun, example: number): Lit | undefined {
  if (answers !== 'place' && answers !== 'word') return undefined;
  const asks = task.heldOut[example]!.labels.findIndex((label) => label !== null);
  return { rows: [asks], columns: [], strong: true };
}

/** Cells of a matrix with many rows are lower. */
const MANY_ROWS = 20;
const LOW = 13;
const TALLEST = 22;

/** The chosen weights, or those by which the task judges heads, or the last ones between two sentences. */
export function shownPath(run: TrainingRun, live: LiveStore, chosen: string): string {
  const { attentions } = live;
  if (attentions.includes(chosen)) return chosen;
  const judged = run.now?.evaluation.heads.at(-1)?.attention ?? 'cross_attention';
  return [...attentions].reverse().find((path) => path.includes(judged)) ?? attentions.at(-1) ?? '';
}

/** The head of an attention that looks most often where the task says it should. */
export function bestHead({ now }: TrainingRun, path: string): number {
  let best: HeadMeasure | undefined;
  for (const measure of now?.evaluation.heads ?? []) {
    if (measure.head === 'all' || !path.startsWith(`${measure.attention}.`)) continue;
    if (!best || measure.points > best.points) best = measure;
  }
  return typeof best?.head === 'number' ? best.head : 0;
}
