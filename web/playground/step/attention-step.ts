import { html, nothing, type LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { Computed } from '../../engine/types/computed.js';
import type { AttentionPlayground, Step } from '../../engine/types/index.js';
import { hasDictionary } from '../../i18n/index.js';
import { renderShape } from '../../kit/drawing/shape-title.js';
import { define } from '../../kit/element/define.js';
import { Poster } from '../../kit/element/poster.js';
import { nextTask } from '../../kit/element/turns.js';
import { fetchFormulas } from '../../kit/formulas/late-tables.js';
import { UndoKeys } from '../../kit/input/undo-keys.js';
import { LateScript } from '../../kit/loading/late-script.js';
import { failureStyles, renderFailure, renderWaiting } from '../../kit/loading/waiting.js';
import { base, host, tokens } from '../../styles/index.js';
import { cellInStep, fill, stepPlace, stepTitle, valueText } from '../../trace/names.js';
import { told } from '../../trace/numbers.js';
import { hueOf, isWeights } from '../../trace/operations.js';
import { noticeText, problemText } from '../../trace/problem-text.js';
import type { Problem } from '../../trace/problem.js';
import { findStep } from '../../trace/stops.js';
import { LIMITS } from '../settings/limits.js';
import { showsLines } from '../shows-lines.js';
import { takeSentences } from './sentences.js';
import type { PlaygroundState } from '../state.js';
import type { PlaygroundStore } from '../store.js';
import { TraceElement } from '../trace-element.js';
import { stepStyles } from './styles.js';

/** The ways to draw attention weights. */
type StepView = 'lines' | 'matrix' | 'text';

/** The least height in which matrices are drawn, and what stands around them. */
const LEAST = 120;
const AROUND = 80;
const HEIGHT = 480;

/**
 * The figure of one step alone, on the numbers of the C++ kernels: for documentation, slides and articles. Any number of them
 * share one engine.
 *
 * @slot poster - shown until the figure is drawn, and where it cannot be
 * @csspart step - all that is shown
 * @csspart caption - the title of the step and its shape
 * @cssprop [--ap-reserved-height=320px] - height that is kept free until the figure is drawn
 * @cssprop --ap-ground - background
 * @cssprop --ap-surface - background of fields and buttons
 * @cssprop --ap-ink - text
 * @cssprop --ap-ink-soft - text of less weight
 * @cssprop --ap-line - lines and borders
 * @cssprop --ap-accent - what is chosen, links, focus
 * @cssprop --ap-query - colour of queries
 * @cssprop --ap-key - colour of keys
 * @cssprop --ap-value - colour of values
 * @cssprop --ap-scores - colour of scores
 * @cssprop --ap-weights - colour of attention weights
 * @cssprop --ap-output - colour of the output
 * @cssprop --ap-gradient - colour of gradients
 * @cssprop --ap-sans - typeface of texts
 * @cssprop --ap-mono - typeface of numbers
 * @cssprop --ap-math - typeface of formulas
 * @fires {CustomEvent<null>} load - the figure is drawn
 * @fires {CustomEvent<import('../../trace/problem.js').ErrorDetail>} error - it could not start, something could not be loaded later, or a setting was refused
 * @fires {CustomEvent<{ progress: number }>} progress - while it loads, from 0 to 1
 * @fires {CustomEvent<{ step: string }>} step-change - another step is shown; `detail.step` is its path
 * @fires {CustomEvent<{ step: string, index: number[], value: number | undefined } | null>} cell-change - another cell is chosen; null if none is
 * @fires {CustomEvent<import('../saved-state.js').SavedState>} change - the state has changed; `detail` is the new state
 */
export class AttentionStepElement extends TraceElement {
  static override styles = [tokens, host, base, failureStyles, ...stepStyles];

  /** A picture: nothing in it can be chosen or edited, by pointer or by keys. */
  @property({ type: Boolean, reflect: true }) locked = false;

  @state() private drawn = false;
  private readonly poster = new Poster(this, { stays: true });
  private readonly figures = new LateScript(this, {
    name: 'figures',
    load: () => import('./figure.js'),
    take: ({ ApStepFigure }) => ApStepFigure,
    failed: this.starting.tell,
  });
  private readonly weights = new LateScript(this, {
    name: 'weights',
    load: () => import('./weights.js'),
    take: ({ ApStepWeights }) => ApStepWeights,
    failed: this.starting.tell,
  });
  @query('ap-step-figure, ap-step-weights') private readonly drawing!: LitElement | null;
  private paths: readonly string[] = [];
  private askedHead: number | undefined;

  constructor() {
    super();
    new UndoKeys(this, () => (this.locked ? undefined : this.store));
  }

  /** How attention weights are drawn: lines (by default), matrix or text; the same as `weightsView`, where lines are heads. */
  @property()
  get view(): StepView {
    const { weightsView } = this;
    return weightsView === 'auto' || weightsView === 'heads' ? 'lines' : weightsView;
  }

  set view(view: StepView | null) {
    // Nothing is what it was: a text that is none of them is refused as that of any other setting.
    this.weightsView = (view === 'lines' ? 'heads' : view) as typeof this.weightsView;
  }

  /** The head whose matrix is shown, from 0; its lines are shown alone. */
  @property()
  get head(): number {
    return this.store.state.head;
  }

  set head(head: number | string | null) {
    this.askedHead = head === null ? undefined : Number(head);
    const others = (_: unknown, other: number): number[] =>
      other === this.askedHead ? [] : [other];
    const hiddenHeads = head === null ? [] : Array.from({ length: LIMITS.heads }).flatMap(others);
    this.store.adopt({ head: this.askedHead ?? 0, hiddenHeads });
    const problem = this.store.trace && this.headProblem();
    if (problem) this.store.report(problem);
  }

  /** That there is no such head. */
  private headProblem(): Problem | undefined {
    const { store, askedHead = 0 } = this;
    const last = store.count(store.state).heads - 1;
    if (askedHead <= last) return undefined;
    const expected = `0 – ${last}`;
    return { code: 'range_whole', argument: 'head', actual: String(askedHead), expected };
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('lang')) this.starting.language.follow();
    this.spoken.speak();
    const { store, hasUpdated, asksForTrace } = this;
    if (store.state.mode !== 'figure') store.update({ mode: 'figure' });
    // Of other sentences than those of a first visit no cell is chosen before somebody chooses one.
    if (!hasUpdated && asksForTrace && store.opened === 0) store.update({ cell: null });
    const { step } = this;
    this.takeGiven(changed);
    takeSentences(store, this.given, changed);
    if (!hasUpdated && !asksForTrace) store.openFirstVisit();
    // A model brings a step along, in place of the one that was asked for.
    if (step === this.asked && step !== this.step) store.goTo(step);
    this.spoken.adopt();
  }

  protected override async fetchParts(): Promise<void> {
    const { state, models } = this.store;
    // What is probably shown comes with the texts; what is shown is known with them.
    const { weightsView = state.weightsView } = this.given as Partial<PlaygroundState>;
    const early = this.fetchShown({ ...state, mode: 'figure', weightsView });
    await this.updateComplete;
    await Promise.all([
      early,
      this.fetchShown(this.store.state),
      // Its file is there before the engine is; whether it is not, is said when the model is read.
      models.fetch(this.store.state.parameters).catch(() => undefined),
    ]);
  }

  /** What a state shows is drawn with. */
  private fetchShown(state: PlaygroundState): Promise<unknown> {
    return showsLines(state) ? this.weights.fetch() : this.fetchFigures();
  }

  private fetchFigures(): Promise<unknown> {
    return Promise.all([this.figures.fetch(), fetchFormulas()]);
  }

  protected override async begin(
    engine: AttentionPlayground,
    counts: () => boolean,
  ): Promise<void> {
    const { step: asked } = this;
    await super.begin(engine, counts);
    const { store } = this;
    if (!store.trace) return;
    const isThere = findStep(store.steps, asked, store.state.head);
    const problem = isThere ? (store.problem ?? this.headProblem()) : store.noStep(asked);
    // Told anew: it is no problem of before.
    if (problem) store.report({ ...problem });
  }

  /** In a task of its own, so that the page stays responsive. */
  protected override async drawAll(): Promise<void> {
    await nextTask();
    this.poster.measure();
    this.drawn = true;
    await this.updateComplete;
  }

  /** Its own figure, however many others wait on the page. */
  protected override async partsDrawn(): Promise<void> {
    await this.drawing?.updateComplete;
  }

  protected override end(): void {
    this.drawn = false;
    super.end();
  }

  protected override render(): TemplateResult {
    const { starting, store } = this;
    const { language, failure, retry } = starting;
    return html`<div
        class="frame"
        part="step"
        lang=${store.state.lang === 'zh' ? 'zh-CN' : 'en'}
        .style="min-block-size:${this.poster.height}px"
      >
        ${failure ? nothing : this.renderShown()}
      </div>
      ${failure ? renderFailure(language.shown, failure, retry) : nothing}
      <i class="probe" aria-hidden="true" @transitionend=${this.readScheme}></i>`;
  }

  private renderShown(): TemplateResult {
    const { store, starting } = this;
    const { language, retry } = starting;
    const step = this.drawn ? store.current : undefined;
    if (!step || !hasDictionary(language.shown))
      return renderWaiting(language.shown, undefined, retry);
    const { problem } = store;
    if (problem) return this.renderProblem(store, problem);
    return html`<figure
        class="role-${hueOf(step)}"
        aria-labelledby="caption"
        data-step=${step.path}
        data-shape=${step.shape.join()}
      >
        <figcaption id="caption" part="caption">
          <span
            >${[stepPlace(store, step), stepTitle(store, step)].filter(Boolean).join(' · ')}</span
          >
          ${this.renderHead(store, step)} ${renderShape(store, step)}
        </figcaption>
        ${this.showsWords(step) ? this.renderWeights(store, step) : this.renderFigure(store, step)}
        ${this.locked ? nothing : this.renderChosen(store)}
      </figure>
      ${store.notices.map((notice) => html`<p class="note" role="status">${noticeText(store, notice)}</p>`)}
      ${language.failure ? renderFailure(language.shown, language.failure, language.retry) : nothing}`;
  }

  private renderProblem(store: PlaygroundStore, problem: Problem): TemplateResult {
    const { code, expected } = problem;
    const names = code === 'step' ? fill(store.t.problems.steps, { names: expected }) : '';
    return html`<div class="problem" role="alert">
      <p>${problemText(store, problem)}</p>
      ${names ? html`<p>${names}</p>` : nothing}
    </div>`;
  }

  /** The one that a matrix is of, if there are several. */
  private renderHead(store: PlaygroundStore, step: Step): TemplateResult | typeof nothing {
    const axis = step.axes.indexOf('head');
    const isOne = axis >= 0 && axis !== step.axes.length - 2 && !this.showsWords(step);
    if (!isOne || step.shape[axis] === 1) return nothing;
    return html`<span class="of">${store.headName(store.state.head)}</span>`;
  }

  private showsWords(step: Step): boolean {
    return isWeights(step) && this.store.weightsView !== 'matrix';
  }

  private renderWeights(store: PlaygroundStore, step: Step): TemplateResult {
    this.weights.need();
    return this.weights.render(
      store.state.lang,
      () =>
        html`<ap-step-weights
          .store=${store}
          .path=${step.path}
          .room=${this.offsetWidth}
          ?locked=${this.locked}
        ></ap-step-weights>`,
    );
  }

  private renderFigure(store: PlaygroundStore, step: Step): TemplateResult {
    void this.fetchFigures(); // It never rejects.
    if (this.paths[0] !== step.path) this.paths = [step.path];
    const height = this.poster.height ? Math.max(LEAST, this.poster.height - AROUND) : HEIGHT;
    return this.figures.render(
      store.state.lang,
      () =>
        html`<ap-step-figure
          .store=${store}
          .paths=${this.paths}
          .height=${height}
          ?locked=${this.locked}
        ></ap-step-figure>`,
    );
  }

  /** The cell that is pointed at or chosen, with its number. */
  private renderChosen(store: PlaygroundStore): TemplateResult {
    const { active, explanation } = store;
    const step = active && store.step(active.path);
    if (!step || !explanation) return html`<p class="chosen"></p>`;
    const cell = cellInStep(store, step, active.index);
    const write = (number: Computed): string => told(number, store.state.decimals);
    const value = valueText(store, step, explanation.value, write);
    return html`<p class="chosen">${fill(store.t.figure.chosen, { cell, value })}</p>`;
  }

  protected override updated(): void {
    this.events.tell();
  }
}

define('attention-step', AttentionStepElement);

declare global {
  interface HTMLElementTagNameMap {
    'attention-step': AttentionStepElement;
  }
}
