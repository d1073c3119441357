import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { Step } from '../../engine/types/index.js';
import { ROW } from '../../figures/lines.js';
import { drawsLanes } from '../../figures/products.js';
import { firstSentence } from '../../i18n/step-text.js';
import { define } from '../../kit/element/define.js';
import { isPlain } from '../../kit/input/keys.js';
import { LateScript, type Script } from '../../kit/loading/late-script.js';
import { renderShape, renderTitle } from '../../kit/drawing/shape-title.js';
import { SizeController } from '../../kit/element/size.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { prose } from '../../kit/formulas/tex.js';
import { failureStyles } from '../../kit/loading/waiting.js';
import { breakpoints } from '../../styles/sizes.js';
import { fill, stepText, stepTitle } from '../../trace/names.js';
import { hueOf, isAboutMemory, isWeights } from '../../trace/operations.js';
import { lanesOf } from '../../trace/stops.js';
import type { Problem } from '../../trace/problem.js';
import type { CellRef, TraceStore } from '../../trace/store.js';
import type { ApFigure } from '../figure/figure.js';
import { renderNotes, renderOwn, renderRandom } from './notes.js';
import { RoomController } from './room.js';
import { stageStyles } from './styles.js';
import { renderViewTabs, viewTab } from './view-tabs.js';

/** What stands above and below the words of the head view. */
const LEGEND = 54;
/** Between a figure and the right one beside it. */
const GAP = 24;

/**
 * The current step in large: its title, what it does in one sentence, and its figure.
 *
 * @slot - what is said of it beside: above the figure, or below it for a person who is led
 */
export class ApStage extends StoreElement {
  static override styles = [stageStyles, failureStyles];

  /** Only the figure, under the title of its stop: a guide says the rest. */
  @property({ type: Boolean, reflect: true }) guided = false;
  /** One figure by itself is no stop of a walk. */
  @property({ type: Boolean }) single = false;
  @state() private unfolded = false;
  @state() private tools = false;
  @query('ap-figure') private readonly figure!: ApFigure | null;

  private readonly size = new SizeController(this, 760);
  private readonly room = new RoomController(this);
  private drawn = '';
  /** Fetched with the first step that is drawn as matrices. */
  private readonly figures = this.late({
    name: 'figures',
    load: () => import('./figures.js'),
    take: ({ ApFigure }) => ApFigure,
  });
  /** Fetched with the first gradient. */
  private readonly downhill = this.late({
    name: 'downhill',
    load: () => import('../backward/downhill.js'),
    take: ({ ApDownhill }) => ApDownhill,
  });
  /** Fetched with the first step that joins heads. */
  private readonly equality = this.late({
    name: 'equality',
    load: () => import('./equality.js'),
    take: ({ ApEquality }) => ApEquality,
  });
  /** Fetched with the first step that is about the order of numbers in memory. */
  private readonly memory = this.late({
    name: 'memory',
    load: () => import('../memory/memory.js'),
    take: ({ ApMemory }) => ApMemory,
  });
  /** Fetched when they are opened. */
  private readonly toolbox = this.late({
    name: 'tools',
    load: () => import('../figure/tools.js'),
    take: ({ ApFigureTools }) => ApFigureTools,
  });
  /** Fetched with the first view of weights that is no matrix. */
  private readonly weights = this.late({
    name: 'weights',
    load: () => import('../weights/weights.js'),
    take: ({ ApWeights }) => ApWeights,
  });

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    const step = store?.current;
    if (!store || !step) return nothing;
    const drawsMatrix = !showsWords(store, step);
    return html`<section
      class="stage role-${hueOf(step)}"
      tabindex=${this.guided ? -1 : 0}
      aria-labelledby="title"
      data-step=${step.path}
      data-shape=${step.shape.join()}
      @keydown=${this.onKey}
    >
      ${this.guided ? this.renderGuidedHead(store, step) : this.renderHead(store, step)}
      ${this.guided ? nothing : html`<slot></slot>`}
      ${this.tools && !this.guided ? this.renderLate(store, this.toolbox, () => html`<ap-figure-tools .store=${store} .path=${step.path} .figure=${this.figure} @keydown=${this.onToolsKey}></ap-figure-tools>`) : nothing}
      <div
        id="views"
        role=${isWeights(step) ? 'tabpanel' : nothing}
        aria-labelledby=${isWeights(step) ? viewTab(store.weightsView) : nothing}
      >
        ${drawsMatrix ? this.renderLate(store, this.figures, () => this.renderFigures(store, step)) : nothing}
        ${drawsMatrix ? nothing : this.renderLate(store, this.weights, () => this.renderWeights(store, step))}
      </div>
      ${this.guided ? html`${this.renderGuidedChoices(store, step)}<slot></slot>` : nothing}
      ${this.renderMore(store, step)}
    </section>`;
  }

  /** Its place is kept until its script is there. */
  private renderWeights(store: TraceStore, step: Step): TemplateResult {
    const rows = Math.max(...step.shape.slice(-2));
    return html`<ap-weights
      .style="min-block-size:${rows * ROW + LEGEND}px"
      .store=${store}
      .path=${step.path}
      .room=${this.size.width}
    ></ap-weights>`;
  }

  /** What belongs to some steps. */
  private renderMore(store: TraceStore, step: Step): TemplateResult {
    // One figure has it below the gradient of what it changes.
    const changes = store.step(step.gradient?.of ?? '')?.source === 'parameter';
    const descends = (this.single ? changes : !this.guided && step.gradient) && store.wayBack;
    const compares = !this.guided && step.kind === 'concat' && store.comparison;
    return html`${descends ? this.renderLate(store, this.downhill, () => html`<ap-downhill .store=${store}></ap-downhill>`) : nothing}
    ${compares ? this.renderLate(store, this.equality, () => html`<ap-equality .store=${store}></ap-equality>`) : nothing}
    ${isAboutMemory(step) ? this.renderLate(store, this.memory, () => html`<ap-memory .store=${store} .path=${step.path}></ap-memory>`) : nothing}`;
  }

  /** The figure, and beside one that a fault has made wrong the right numbers. */
  private renderFigures(store: TraceStore, step: Step): TemplateResult {
    const { fault } = store;
    const differs = fault !== undefined && !fault.showsRight && fault.differs(step.path);
    const { width } = this.size;
    const beside = differs && width >= breakpoints.narrow;
    const room = beside ? (width - GAP) / 2 : width;
    const figure = html`<ap-figure
      .store=${store}
      .paths=${differs ? this.steady([step.path]) : this.pathsOf(store, step)}
      .room=${room}
      .height=${this.room.height}
      ?compared=${beside}
    ></ap-figure>`;
    if (!differs) return figure;
    return html`<div class="pair">
      ${figure}
      <ap-right
        .store=${store}
        .paths=${this.shown.paths}
        .room=${room}
        .height=${this.room.height}
        ?compared=${beside}
      ></ap-right>
    </div>`;
  }

  private shown: { key: string; paths: readonly string[] } = { key: '', paths: [] };

  /** The current step, and beside it the others of its stop where its figure draws lanes and there is room. */
  private pathsOf(store: TraceStore, step: Step): readonly string[] {
    const draws = drawsLanes(step.op) && this.size.width >= breakpoints.medium - 120;
    const lanes = draws ? lanesOf(store, step) : [step];
    return this.steady(lanes.map(({ path }) => path));
  }

  /** The same list for the same steps, so that a figure is told only of others. */
  private steady(paths: readonly string[]): readonly string[] {
    const key = paths.join(' ');
    if (key !== this.shown.key) this.shown = { key, paths };
    return this.shown.paths;
  }

  /** The figure, if the step is drawn as matrices now. */
  get matrices(): ApFigure | null {
    return this.figure;
  }

  /** With focus here, ← → and Space walk. */
  override focus(): void {
    this.focusOn('.stage');
  }

  /** To the cells of the result, or to its words where it is not drawn as cells. */
  focusResult(): void {
    const result = this.figure?.figure?.grids.find(({ isResult }) => isResult);
    const words = this.renderRoot.querySelector<HTMLElement>('ap-weights');
    if (!result) return words ? words.focus() : this.focus();
    this.figure?.focusGrid(result.name);
    this.figure?.scrollIntoView({ block: 'nearest' });
  }

  private focusOn(selector: string): void {
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  }

  /** Scrolls a cell of the result out from under the sheet. */
  uncover(cell: CellRef | undefined): void {
    requestAnimationFrame(() => {
      const { figure } = this.figure ?? {};
      const grid = figure?.grids.find(({ step }) => step.path === cell?.path);
      const place = cell && grid?.layout.locate(cell.index);
      if (grid && place) this.figure?.bring(grid, place);
    });
  }

  private renderHead(store: TraceStore, step: Step): TemplateResult {
    const words = store.t.proof;
    return html`<header>
      <div class="top">
        <h2 id="title">${renderTitle(store, step, { place: true })}</h2>
        <div class="choices">
          ${this.renderPickers(store, step, lanesOf(store, step), this.size.width < breakpoints.narrow)}
          <button
            type="button"
            class="tool"
            id="tools"
            aria-expanded=${this.tools}
            @click=${() => (this.tools = !this.tools)}
            @keydown=${this.onToolsKey}
          >
            ${words.tools}
          </button>
        </div>
      </div>
      <div class="line">
        ${this.renderText(store, step)}
        ${isWeights(step) ? renderViewTabs(store, 'views', (tab) => this.focusOn(`#${tab}`)) : nothing}
      </div>
      ${renderNotes(store, step)} ${renderOwn(store, step, () => this.makeOwn(store, step))}
    </header>`;
  }

  /** Which stop of the story it is, and the shape. */
  private renderGuidedHead(store: TraceStore, step: Step): TemplateResult {
    const { story, chapter, t } = store;
    const n = chapter ? story.indexOf(chapter) + 1 : 0;
    const title = store.told ? t.story.chapters[store.told.name].title : stepTitle(store, step);
    const place = n > 0 && !this.single ? fill(t.story.place, { n, total: story.length }) : nothing;
    return html`<header class="guided">
        <h2 id="title">
          <span class="name">${title}</span> <span class="soft">${place}</span>
          ${this.single && showsWords(store, step) ? nothing : renderShape(store, step)}
          ${renderRandom(store, step)}
        </h2>
      </header>
      ${renderNotes(store, step)}`;
  }

  /** Those that the figure allows: keys reach them after it, as it is what a person is led to. */
  private renderGuidedChoices(store: TraceStore, step: Step): TemplateResult {
    // Lanes that stand side by side need no choice.
    const lanes = this.pathsOf(store, step).length > 1 ? [step] : lanesOf(store, step);
    return html`<div class="choices guided">
      ${showsWords(store, step) ? nothing : this.renderPickers(store, step, lanes, true)}
      ${isWeights(step) ? renderViewTabs(store, 'views', (tab) => this.focusOn(`#${tab}`)) : nothing}
    </div>`;
  }

  /** They come with the figures; if those cannot be had, their place says so. */
  private renderPickers(
    store: TraceStore,
    step: Step,
    lanes: readonly Step[],
    narrow: boolean,
  ): TemplateResult {
    this.figures.need();
    return html`<ap-pickers
      .store=${store}
      .step=${step}
      .lanes=${lanes}
      ?narrow=${narrow}
    ></ap-pickers>`;
  }

  /** The button is gone then: the stage has the focus. */
  private makeOwn(store: TraceStore, { path }: Step): void {
    store.makeOwn(path);
    this.focus();
  }

  /** What the step does. */
  private renderText(store: TraceStore, step: Step): TemplateResult {
    const { first, rest } = firstSentence(stepText(store, step).text);
    return html`<p class="prose">
      ${prose(first)} ${rest ? this.renderRest(store, rest) : nothing}
    </p>`;
  }

  /** The other sentences, on request. */
  private renderRest({ t }: TraceStore, rest: string): TemplateResult {
    const { unfolded } = this;
    return html`<button
        type="button"
        class="more"
        aria-expanded=${unfolded}
        @click=${() => (this.unfolded = !unfolded)}
      >
        ${unfolded ? t.ui.less : t.ui.more}</button
      >${unfolded ? html`<span class="rest">${prose(rest)}</span>` : nothing}`;
  }

  private late<Module>(script: Script<Module>): LateScript<Module> {
    const failed = (detail: Problem): void => {
      this.dispatchEvent(new CustomEvent('ap-failure', { detail, bubbles: true }));
    };
    return new LateScript(this, { ...script, failed });
  }

  /** What a script draws once it is there. */
  private renderLate<Module>(
    store: TraceStore,
    script: LateScript<Module>,
    render: () => TemplateResult,
  ): TemplateResult {
    script.need();
    return script.render(store.state.lang, render);
  }

  protected override updated(_changed: PropertyValues<this>): void {
    const path = this.store?.current?.path ?? '';
    if (path === this.drawn) return;
    this.drawn = path;
    this.unfolded = this.tools = false;
    this.room.measure();
  }

  private readonly onToolsKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented || !this.tools)
      return;
    event.preventDefault();
    this.tools = false;
    this.focusOn('#tools');
  };

  /** ← → and Space walk, but only with focus on the stage itself. */
  private readonly onKey = (event: KeyboardEvent): void => {
    const { store } = this;
    const target = event.composedPath()[0];
    if (!store || !isPlain(event) || target !== event.currentTarget) return;
    if (event.key === 'ArrowRight') store.next();
    else if (event.key === 'ArrowLeft') store.previous();
    else if (event.key === ' ') store.play(!store.playing);
    else if (event.key === 'Escape') store.keep(undefined);
    else return;
    event.preventDefault();
  };
}

/** Lines between words are no tensor yet. */
const showsWords = (store: TraceStore, step: Step): boolean =>
  isWeights(step) && store.weightsView !== 'matrix';

define('ap-stage', ApStage);

declare global {
  interface HTMLElementTagNameMap {
    'ap-stage': ApStage;
  }
}
