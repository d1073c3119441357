import { html, nothing, type ReactiveElement, type TemplateResult } from 'lit';
import type { AttentionPlayground } from '../../../engine/types/index.js';
import { Latest } from '../../../kit/loading/latest.js';
import { startApart } from '../../panel-store.js';
import { Comparison, renderComparison, type NamedRun, type Sides } from './comparison.js';
import { isSameTask } from '../run/config.js';
import type { TrainingRun } from '../run/run.js';
import type { TrainView } from '../view.js';

/** Two moments beside each other, on request. */
export class ComparisonController {
  private comparison: Comparison | undefined;
  private path = '';
  private head = 0;
  /** The run before this one, if its task is the same. */
  private earlier: TrainingRun | undefined;
  private readonly requests = new Latest();

  constructor(
    private readonly host: ReactiveElement,
    private readonly engine: () => AttentionPlayground | undefined,
  ) {}

  /** Another run takes the place of this one. */
  replace(old: TrainingRun | undefined, next: TrainingRun): void {
    this.close();
    const isKept = old && old.update > 0 && isSameTask(old.config, next.config);
    this.earlier = isKept ? old : undefined;
  }

  /** Some runs are over, and can no longer be chosen. */
  leave(runs: readonly TrainingRun[]): void {
    const { a, b } = this.comparison?.sides ?? {};
    if (runs.some((run) => run === a?.run || run === b?.run)) this.close();
  }

  /** `experiment` are the runs of an experiment, where there are any. */
  render(view: TrainView, experiment: readonly NamedRun[]): TemplateResult {
    const { t, run, lang, scheme } = view;
    const { comparison, earlier, path, head } = this;
    for (const store of comparison?.stores ?? []) store.matchPage(lang, scheme);
    const runs = [
      { run, name: t.thisRun },
      ...(earlier ? [{ run: earlier, name: t.earlierRun }] : []),
      ...experiment,
    ];
    return html`<section class="comparison">
      <h2>${t.compareTitle}</h2>
      <p>${t.compareText}</p>
      ${
        comparison
          ? renderComparison(t, comparison, {
              runs,
              path,
              head,
              chooseSides: (sides) => this.open(view, sides),
              choosePath: (chosen) => this.choose({ path: chosen }),
              chooseHead: (chosen) => this.choose({ head: chosen }),
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
                ?disabled=${run.moments.all.length < 2 && runs.length < 2}
                @click=${() => this.openFirst(view)}
              >
                ${t.compareButton}
              </button>`
        }
      </div>
    </section>`;
  }

  /** Shows these moments, and goes there. */
  async show(view: TrainView, sides: Sides): Promise<void> {
    await this.open(view, sides);
    await this.host.updateComplete;
    this.host.renderRoot.querySelector('.comparison')?.scrollIntoView({ block: 'start' });
  }

  close(): void {
    this.requests.cancel();
    this.comparison?.dispose();
    this.comparison = undefined;
    this.host.requestUpdate();
  }

  private choose({ path = this.path, head = this.head }: { path?: string; head?: number }): void {
    this.path = path;
    this.head = head;
    this.host.requestUpdate();
  }

  /** The first moment and the one that is looked at. */
  private async openFirst(view: TrainView): Promise<void> {
    const { run, live } = view;
    const { earlier } = this;
    const [first] = (earlier ?? run).moments.all;
    const now = run.now ?? run.moments.last;
    if (!first || !now) return;
    this.path = live.attentions.at(-1) ?? '';
    this.head = live.state.head;
    await this.open(view, { a: { run: earlier ?? run, moment: first }, b: { run, moment: now } });
  }

  /** Over the example that is looked at, or one of the other task. */
  private async open({ run, live, lang }: TrainView, sides: Sides): Promise<void> {
    const engine = this.engine();
    if (!engine) return;
    const counts = this.requests.request();
    const isOwn = isSameTask(sides.a.run.config, run.config);
    const examples = isOwn ? live.options.examples : sides.a.run.task.heldOut.slice(0, 1);
    const next = new Comparison(engine, sides, examples, lang);
    if (!(await startApart(engine, next.stores, () => !counts()))) return next.dispose();
    this.comparison?.dispose();
    this.comparison = next;
    this.host.requestUpdate();
  }
}
