import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { AttentionPlayground } from '../../engine/types.js';
import { Comparison, renderComparison } from './comparison.js';
import type { TrainingRun } from './run.js';
import type { TrainView } from './view.js';

/** Two moments beside each other, on request. */
export class ComparisonPlace {
  private comparison: Comparison | undefined;
  private path = '';
  /** The run before this one, if its task is the same. */
  private earlier: TrainingRun | undefined;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly engine: () => AttentionPlayground | undefined,
  ) {}

  /** Another run takes the place of this one. */
  replace(old: TrainingRun | undefined, next: TrainingRun): void {
    this.close();
    this.earlier = old?.recipe.task === next.recipe.task && old.update > 0 ? old : undefined;
  }

  render(view: TrainView): TemplateResult {
    const { t, run, lang, scheme } = view;
    const { comparison } = this;
    for (const store of comparison?.stores ?? []) {
      store.scheme = scheme;
      if (store.state.lang !== lang) store.updateView({ lang });
    }
    return html`<section class="comparison">
      <h2>${t.compareTitle}</h2>
      <p>${t.compareText}</p>
      ${
        comparison
          ? renderComparison(view, comparison, {
              path: this.path,
              earlier: this.earlier,
              choose: (sides) => this.open(view, sides),
              choosePath: (path) => {
                this.path = path;
                this.host.requestUpdate();
              },
            })
          : nothing
      }
      <div class="fields">
        ${
          comparison
            ? html`<button type="button" @click=${() => this.close()}>${t.close}</button>`
            : html`<button
                type="button"
                class="compare"
                ?disabled=${run.moments.all.length < 2 && !this.earlier}
                @click=${() => this.openFirst(view)}
              >
                ${t.compareButton}
              </button>`
        }
      </div>
    </section>`;
  }

  close(): void {
    this.comparison?.dispose();
    this.comparison = undefined;
    this.host.requestUpdate();
  }

  /** The first moment and the one that is looked at. */
  private openFirst(view: TrainView): void {
    const { run, live } = view;
    const { earlier } = this;
    const [first] = (earlier ?? run).moments.all;
    const now = run.now ?? run.moments.last;
    if (!first || !now) return;
    this.path = live.attentions.at(-1) ?? '';
    this.open(view, { a: { run: earlier ?? run, moment: first }, b: { run, moment: now } });
  }

  private open({ live, lang }: TrainView, sides: Comparison['sides']): void {
    const engine = this.engine();
    if (!engine) return;
    this.comparison?.dispose();
    this.comparison = new Comparison(engine, sides, live.options.examples, lang);
    this.host.requestUpdate();
  }
}
