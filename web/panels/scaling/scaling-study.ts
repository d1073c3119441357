import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { AttentionPlayground } from '../../engine/types/index.js';
import { define } from '../../kit/element/define.js';
import { Latest } from '../../kit/loading/latest.js';
import { renderTakeBack } from '../../kit/fields/revert-edits.js';
import { scaleLegendStyles } from '../../kit/drawing/scale-legend.js';
import { nextTask } from '../../kit/element/turns.js';
import type { Undoing } from '../../kit/input/undo-keys.js';
import { whenDrawn } from '../../kit/element/when-drawn.js';
import type { Computed } from '../../engine/types/computed.js';
import '../../parts/problem.js';
import { roleColours, titleStyles } from '../../styles/controls.js';
import { jointUndo } from '../../trace/joint-undo.js';
import type { CellRef, TraceStore } from '../../trace/store.js';
import { visit } from '../../trace/visit.js';
import { PanelStore } from '../panel-store.js';
import { problemOf } from '../../trace/problem.js';
import { shownBy, showsOthers, type Shown } from '../only.js';
import { Panel } from '../panel.js';
import { ProofController } from '../proof-controller.js';
import { renderStepMatrix } from './step-matrix.js';
import { renderDistribution } from './distribution.js';
import {
  numberFor,
  renderField,
  renderWidths,
  renderWrong,
  studyProblem,
  type Field,
  type FieldError,
  type FieldInputs,
} from './fields.js';
import { renderGrowth } from './growth.js';
import { renderOneQuery } from './one-query.js';
import { Passes } from './pull/passes.js';
import { renderPull } from './pull/section.js';
import { resultsOf } from './results.js';
import {
  DEFAULT,
  FIRST_PULLED,
  FIRST_QUERY,
  measure,
  MEASURE_NAMES,
  MEASURES,
  panel,
  uniform,
  WIDTHS,
  type Measure,
  type Measured,
  type Study,
} from './study.js';
import { styles } from './styles.js';
import { texts as en, type Texts } from './texts/en.js';
import { texts as zh } from './texts/zh.js';
import type { StudyView } from './view.js';

const SECTIONS = {
  distribution: [],
  weights: [],
  pull: [],
  growth: ['variance', 'entropy', 'gradient'],
  steps: [],
} as const;

/** What decides the vectors. */
const CHOSEN = ['dK', 'keys', 'seed'] as const;

/**
 * Why scores are divided by √d_k (Vaswani et al. 2017, §3.2.1): dot products of random queries and keys of growing
 * width, their softmax, and what is left of its gradient, with and without the division.
 */
export class ScalingStudyElement extends Panel<Texts> {
  static override styles = [Panel.styles, roleColours, titleStyles, scaleLegendStyles, styles];

  /** Width of the vectors: a power of two from 1 to 1024. */
  @property({ type: Number, attribute: 'd-k' }) dK = DEFAULT.dK;
  /** Number of keys, 2 to 64. */
  @property({ type: Number }) keys = DEFAULT.keys;
  /** The seed of the random vectors, 0 to 2³² − 1. */
  @property({ type: Number }) seed = DEFAULT.seed;
  /**
   * What is shown alone, below the field of d_k: any of `distribution`, `weights`, `pull`, `growth` (of which `variance`,
   * `entropy` and `gradient` are a chart each) and `steps`, with spaces between.
   */
  @property({ reflect: true, useDefault: true }) only = '';

  @state() private measured: readonly (Measured | undefined)[] = [];
  @state() private uniform: ReturnType<typeof uniform> = { mean_entropy: 0, mean_gradient: 0 };
  @state() private query = FIRST_QUERY;
  @state() private key = FIRST_PULLED;
  @state() private held: Computed | undefined;
  @state() private wrong: FieldError | undefined;

  /** @internal */
  readonly store = new PanelStore<Study>(panel, DEFAULT);
  private readonly passes = new Passes(this);
  private readonly proof = new ProofController(this, () => [this.store, ...this.passes.all]);
  protected readonly texts = { en, zh };
  /** An older measurement stops when all widths are measured again. */
  private readonly measuring = new Latest();

  protected begin(engine: AttentionPlayground): Promise<void> {
    this.store.set(this.given());
    this.store.start(engine);
    return Promise.resolve();
  }

  private get shown(): Shown<typeof SECTIONS> {
    return shownBy(this.only, SECTIONS);
  }

  /**
   * What was measured at the chosen d_k, with and without the division: `variance-scaled` and `variance-unscaled`, and in the
   * same way `entropy-…` and `gradient-…`, which are means over all queries.
   */
  override get results(): Readonly<Record<string, Computed>> {
    const { store } = this;
    return store.trace ? resultsOf(store) : {};
  }

  protected override get choices(): Readonly<Record<string, string | number>> {
    const { dK, keys, seed } = this;
    return { dK, keys, seed };
  }

  protected end(): void {
    this.measuring.cancel();
    this.measured = [];
    this.passes.dispose();
    this.store.dispose();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { engine, store, language: lang } = this;
    for (const one of [store, ...this.passes.all]) one.matchPage(lang, this.scheme);
    if (engine && CHOSEN.some((name) => changed.has(name))) {
      this.study(engine);
    }
    if (engine && showsOthers(changed)) this.showOnly(engine);
    if (engine && store.trace) {
      this.passes.follow(engine, { ...store.options, ...this.pulled }, store.state.edits);
    }
  }

  private showOnly(engine: AttentionPlayground): void {
    if (!this.shown.all) this.proof.forget();
    if (this.shown.has('growth') !== this.measured.length > 0) this.measureIfShown(engine);
  }

  /** The measures that are drawn over all widths. */
  private get measures(): readonly Measure[] {
    return MEASURES.filter((each) => this.shown.has(MEASURE_NAMES[each]));
  }

  /** The weight whose gradient is followed: fewer keys may have taken the chosen one away. */
  private get pulled(): { query: number; key: number } {
    const { query, key, store } = this;
    return { query, key: Math.min(key, store.options.keys - 1) };
  }

  /** The study that the attributes ask for; reports unusable values, and then keeps the last good study. */
  private given(): Study {
    const { dK, keys, seed, store } = this;
    const study = { dK, keys, seed };
    const wrong = studyProblem(study);
    if (!wrong) return study;
    this.wrong = wrong;
    Object.assign(this, store.options);
    return store.options;
  }

  private study(engine: AttentionPlayground): void {
    const { store } = this;
    const before = store.options;
    const study = this.given();
    const other = study.keys !== before.keys || study.seed !== before.seed;
    if (!other && study.dK === before.dK) return;
    store.set(study);
    if (other) this.measureIfShown(engine);
  }

  protected override get undoing(): Undoing {
    const { keys, seed } = this;
    return jointUndo([this.store], () => {
      const { options } = this.store;
      this.wrong = undefined;
      Object.assign(this, options);
      const other = options.keys !== keys || options.seed !== seed;
      if (other && this.engine) this.measureIfShown(this.engine);
    });
  }

  private measureIfShown(engine: AttentionPlayground): void {
    this.measuring.cancel();
    this.measured = [];
    // Measures are drawn as they come, and the store says what fails.
    if (this.shown.has('growth')) void this.measureAll(engine);
  }

  /** Measures every width in its own task, so that the page stays responsive. */
  private async measureAll(engine: AttentionPlayground): Promise<void> {
    const counts = this.measuring.request();
    const { keys, seed } = this.store.options;
    try {
      this.uniform = uniform(engine, keys);
      for (const dK of WIDTHS) {
        await nextTask();
        if (!counts()) return;
        this.measured = [...this.measured, measure(engine, { dK, keys, seed })];
      }
    } catch (error) {
      this.store.report(problemOf(error));
    }
  }

  protected renderPanel(t: Texts): TemplateResult {
    const { store, shown } = this;
    const { keys } = store.options;
    const view: StudyView = { t, store, open: this.open };
    const inputs = { keys, wrong: this.wrong, change: this.onField };
    if (!store.trace) return html`<ap-problem .store=${store}></ap-problem>`;
    return html`<div class="with-proof" @ap-use=${this.proof.onUse}>
      <div class="main">
        ${this.renderFields(t, inputs)}
        <ap-problem .store=${store}></ap-problem>
        ${shown.has('distribution') ? renderDistribution(view, this.held) : nothing}
        ${shown.has('weights') ? renderOneQuery(view, this.query) : nothing}
        ${shown.has('pull') ? this.renderPull(view, inputs) : nothing}
        ${shown.has('growth') ? this.renderGrowth(view) : nothing}
        ${shown.has('steps') ? renderStepMatrix(view, this.proof.chosen ?? store) : nothing}
      </div>
      ${this.proof.render('', !shown.all)}
    </div>`;
  }

  /** Of some sections alone, the width and what is read there. */
  private renderFields(t: Texts, inputs: FieldInputs): TemplateResult {
    const { shown, wrong } = this;
    const { options } = this.store;
    const readsQuery = shown.has('weights') || shown.has('pull');
    return html`<div class="fields">
        ${renderWidths(t, options.dK, this.choose)}
        ${shown.all ? renderField('keys', t.keys, options.keys, inputs) : nothing}
        ${readsQuery ? renderField('query', t.query, this.query, inputs) : nothing}
        ${shown.all ? renderField('seed', t.seed, options.seed, inputs) : nothing}
        ${shown.has('distribution') ? this.renderHold(t) : nothing} ${renderTakeBack(this.store)}
      </div>
      ${renderWrong(t, wrong, ['dK', 'keys', 'seed', 'query'], options)}`;
  }

  private renderHold(t: Texts): TemplateResult {
    return html`<label class="hold">
      <input type="checkbox" .checked=${live(this.held !== undefined)} @change=${this.onHold} />
      ${t.hold}
    </label>`;
  }

  private renderPull(view: StudyView, inputs: FieldInputs): TemplateResult {
    const { t, store } = view;
    return renderPull(view, this.passes.found, {
      field: renderField('key', t.pulledKey, this.pulled.key, inputs),
      refused: renderWrong(t, this.wrong, ['key'], store.options),
      open: this.openIn,
    });
  }

  private renderGrowth(view: StudyView): TemplateResult {
    const { measured, measures, uniform, choose, openAt } = this;
    return renderGrowth(view, { measured, measures, uniform, choose, openAt });
  }

  private readonly choose = (dK: number): void => {
    this.wrong = undefined;
    this.dK = dK;
  };

  private readonly openIn = (store: TraceStore, cell: CellRef): void => {
    visit(store, cell);
    this.proof.choose(store);
  };

  private readonly open = (cell: CellRef): void => {
    this.openIn(this.store, cell);
    if (this.store.step(cell.path)?.name === 'weights') this.query = cell.index[0]!;
  };

  private readonly openAt = (dK: number, path: string): void => {
    this.choose(dK);
    whenDrawn(this, () => this.open({ path, index: [0, 0] }));
  };

  private readonly onHold = (event: Event): void => {
    const { checked } = event.target as HTMLInputElement;
    this.held = checked ? this.store.extent('scores').reach || 1 : undefined;
  };

  private readonly onField = (field: Field, text: string): void => {
    const value = numberFor(field, text, this.store.options.keys);
    this.wrong = value === undefined ? { field, actual: text } : undefined;
    if (value !== undefined) this[field] = value;
  };
}

define('scaling-study', ScalingStudyElement);

declare global {
  interface HTMLElementTagNameMap {
    'scaling-study': ScalingStudyElement;
  }
}
