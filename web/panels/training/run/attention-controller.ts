import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { AttentionPlayground, HeadMeasure } from '../../../engine/types/index.js';
import type { Lit } from '../../../figures/alone.js';
import { fill } from '../../../i18n/fill.js';
import type { Language } from '../../../i18n/index.js';
import { renderPlaceSelect, renderSelect } from '../../../kit/fields/select.js';
import '../../../parts/figure/slice.js';
import { LiveStore } from './live.js';
import type { Moment } from './moments.js';
import { modelOf } from './config.js';
import type { TrainingRun } from './run.js';
import type { TrainView } from '../view.js';
import { attentionName, headsOf, sentence, share } from '../words.js';

/** So many held-out examples can be chosen. */
const MOST_EXAMPLES = 12;
/** Cells of a matrix with many rows are lower. */
const MANY_ROWS = 20;
const LOW = 13;
const TALLEST = 22;

/** What one head looks at in one held-out example, and how often it looks where the task says it should. */
export class AttentionController {
  private path = '';
  private example = 0;
  /** The head that the user chose; until then it is the one that looks where it should. */
  private head: number | undefined;
  private shown: Moment | undefined;

  constructor(private readonly host: ReactiveControllerHost) {}

  /** Another run is looked at: what was chosen of the one before is forgotten. */
  begin(engine: AttentionPlayground, run: TrainingRun, lang: Language): LiveStore {
    this.path = '';
    this.example = 0;
    this.head = undefined;
    this.shown = run.now;
    const live = new LiveStore(
      {
        model: modelOf(run.config, run.task),
        parameters: run.now!.snapshot.parameters,
        examples: run.task.heldOut.slice(0, 1),
      },
      lang,
    );
    live.start(engine);
    return live;
  }

  /** Shows the moment at which the run is. */
  follow(run: TrainingRun, live: LiveStore): void {
    const { now } = run;
    if (now && now.snapshot !== this.shown?.snapshot) {
      live.retrace({ parameters: now.snapshot.parameters });
    }
    this.shown = now;
    // While it trains the picture stays with one head.
    if (run.training) return;
    live.updateView({ head: this.head ?? bestHead(run, shownPath(run, live, this.path)) });
  }

  /** The path of the weights that are shown. */
  shownOf(run: TrainingRun, live: LiveStore): string {
    return shownPath(run, live, this.path);
  }

  render(view: TrainView): TemplateResult | typeof nothing {
    const { t, run, live } = view;
    const path = shownPath(run, live, this.path);
    const step = live.step(path);
    if (!step) return nothing;
    const measures = (run.now?.evaluation.heads ?? []).filter(({ attention }) =>
      path.startsWith(`${attention}.`),
    );
    return html`<section class="attention">
      <h2>${run.update === 0 ? t.attentionBefore : t.attentionNow}</h2>
      ${this.renderFields(view, path)}
      <div class="head">
        <ap-slice
          .store=${live}
          .path=${path}
          .name=${attentionName(t, live, step)}
          .lit=${askedIn(run, this.example)}
          .tallest=${step.shape.at(-2)! > MANY_ROWS ? LOW : TALLEST}
          untitled
        ></ap-slice>
        <div class="measures">
          ${measures.map((measure) => renderMeasure(view, measure, headsOf(step)))}
          <p class="soft note">
            ${measures.length > 0 ? t.measuredNote : nothing} ${t.attentionNote}
          </p>
        </div>
      </div>
    </section>`;
  }

  private renderFields({ t, run, live }: TrainView, path: string): TemplateResult {
    const heads = headsOf(live.step(path)!);
    const examples = run.task.heldOut.slice(0, MOST_EXAMPLES);
    return html`<div class="fields">
      ${renderSelect(
        'attention',
        t.attention,
        live.attentions,
        path,
        (chosen) => {
          this.path = chosen;
          this.changed(run, live);
        },
        (each) => attentionName(t, live, live.step(each)!),
      )}
      ${renderPlaceSelect('head', t.head, heads, live.state.head, (head) => {
        this.head = head;
        this.changed(run, live);
      })}
      ${renderSelect(
        'example',
        t.example,
        examples.map((_, i) => i),
        this.example,
        (example) => {
          this.example = example;
          live.retrace({ examples: [examples[example]!] });
          this.host.requestUpdate();
        },
        (example) => {
          const { source, target = [] } = examples[example]!;
          return sentence(source ?? target);
        },
      )}
    </div>`;
  }

  private changed(run: TrainingRun, live: LiveStore): void {
    this.follow(run, live);
    this.host.requestUpdate();
  }
}

function renderMeasure(
  { t, lang }: TrainView,
  { name, head, points, weight }: HeadMeasure,
  heads: number,
): TemplateResult {
  const looks: Record<string, string | undefined> = t.looks;
  const whose = head === 'all' ? t.allHeads : fill(t.headN, { n: head + 1 });
  return html`<p data-measure=${name} data-head=${head}>
    <b>${looks[name] ?? name}</b
    >${heads > 1 ? html`<span class="soft"> ${whose}</span>` : nothing}<br />
    ${fill(t.measure, { points: share(lang, points), weight: share(lang, weight) })}
  </p>`;
}

/** The row of the word that asks, where one does: "it". */
function askedIn({ answers, task }: TrainingRun, example: number): Lit | undefined {
  if (answers !== 'place' && answers !== 'word') return undefined;
  const asks = task.heldOut[example]!.labels.findIndex((label) => label !== null);
  return { rows: [asks], columns: [], strong: true };
}

/** The chosen weights, or those by which the task judges heads, or the last ones between two sentences. */
function shownPath(run: TrainingRun, live: LiveStore, chosen: string): string {
  const { attentions } = live;
  if (attentions.includes(chosen)) return chosen;
  const judged = run.now?.evaluation.heads.at(-1)?.attention ?? 'cross_attention';
  return [...attentions].reverse().find((path) => path.includes(judged)) ?? attentions.at(-1) ?? '';
}

/** The head of an attention that looks most often where the task says it should. */
function bestHead({ now }: TrainingRun, path: string): number {
  let best: HeadMeasure | undefined;
  for (const measure of now?.evaluation.heads ?? []) {
    if (measure.head === 'all' || !path.startsWith(`${measure.attention}.`)) continue;
    if (!best || measure.points > best.points) best = measure;
  }
  return typeof best?.head === 'number' ? best.head : 0;
}
