import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { importAgain } from '../i18n/import-again.js';
import { hasDictionary } from '../i18n/index.js';
import { define } from '../kit/element/define.js';
import { isStill } from '../kit/element/motion.js';
import { sitePage } from '../kit/input/site-page.js';
import { PlaybackController } from '../kit/element/playback-controller.js';
import { Poster } from '../kit/element/poster.js';
import { SmallWindow } from '../kit/element/small-window.js';
import { Sticky } from '../kit/element/sticky.js';
import { Still } from '../kit/element/still.js';
import { nextTask, turnsTaken } from '../kit/element/turns.js';
import { UndoKeys } from '../kit/input/undo-keys.js';
import { failureStyles, renderFailure, renderWaiting } from '../kit/loading/waiting.js';
import '../parts/problem.js';
import type { ApProofSheet } from '../parts/proof/sheet.js';
import '../parts/stage/stage.js';
import type { ApStage } from '../parts/stage/stage.js';
import { base, flow, host, tokens } from '../styles/index.js';
import type { Problem } from '../trace/problem.js';
import { spokenStep } from '../trace/spoken.js';
import { UrlSync } from './address-sync.js';
import { Greeting } from './greeting.js';
import { leave, takeOver } from './handover.js';
import './input/input.js';
import { fetchFigures, fetchShown, lateParts } from './late-parts.js';
import { LateViews } from './late-views.js';
import { mappedStyles } from './mapped-styles.js';
import { renderLed, renderModeButton } from './led.js';
import { keepGreeted, keepMode, keptMode, wasGreeted } from './kept-choices.js';
import { hasOneSentence, isTransformer, type PlaygroundState } from './state.js';
import { onStepKey } from './step-keys.js';
import type { CellRef } from './store.js';
import { playgroundStyles } from './styles.js';
import { TraceElement } from './trace-element.js';

const PARTS_DRAWN = 4;

const names = (list: string | null): string[] => list?.split(/[\s,]+/) ?? [];

/**
 * Type a sentence and walk through attention, step by step, on the numbers of the C++ kernels.
 *
 * @slot poster - shown until the first numbers are drawn
 * @csspart intro - what attention does, in one line, until the walk begins
 * @csspart learned - the claim about a trained head, while that head is shown
 * @csspart input - the sentences and their tokens
 * @csspart controls - the settings
 * @csspart ribbon - the strip of steps, with previous, next and play
 * @csspart guide - where a person is led: what the present step says, with previous, next and play
 * @csspart map - the map of a Transformer
 * @csspart fault - right beside wrong, while a fault is made on purpose
 * @csspart stage - the current step: title, formula, matrices
 * @csspart proof - the arithmetic of the chosen cell
 * @csspart walk - all steps as cards
 * @cssprop [--ap-sticky-top=0px] - height of the page's own header that stays at the top: bars stick below it
 * @cssprop [--ap-reserved-height=min(100lvh, 640px)] - height that is kept free until the first numbers are drawn; on the workbench up to 1000px
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
 * @fires {CustomEvent<null>} load - the first numbers are available
 * @fires {CustomEvent<import('../trace/problem.js').ErrorDetail>} error - it could not start, something could not be loaded later, or a setting was refused; then the last good state stays
 * @fires {CustomEvent<{ progress: number }>} progress - while it loads, from 0 to 1
 * @fires {CustomEvent<{ step: string }>} step-change - another step is shown; `detail.step` is its path
 * @fires {CustomEvent<{ step: string, index: number[], value: number | undefined } | null>} cell-change - another cell is chosen; null if none is
 * @fires {CustomEvent<import('./saved-state.js').SavedState>} change - the state has changed; `detail` is the new state
 */
export class AttentionPlaygroundElement extends TraceElement {
  static override styles = [
    tokens,
    host,
    base,
    playgroundStyles,
    mappedStyles,
    flow,
    failureStyles,
  ];

  /** Names of parts, separated by spaces: intro input controls ribbon map walk guide proof mode share. */
  @property() hide: string | null = '';
  /** Names of parts that one figure has too: input. */
  @property() show: string | null = '';
  /** Address of the project's site, or a copy of it: there *Why* and *Copy link* lead, where a page does not hold the state. */
  @property({ attribute: 'site-url' }) siteUrl = '';
  /** Keeps the whole state in the address's hash; for one element per page. */
  @property({ type: Boolean, attribute: 'sync-url' }) syncUrl = false;

  /** How many of the parts (stage, ribbon, proof, walk) have been drawn. */
  @state() private drawn = 0;
  @query('.bar') private readonly bar!: HTMLElement | null;
  @query('.ribbon') private readonly ribbon!: HTMLElement | null;
  @query('.work') private readonly work!: HTMLElement | null;
  @query('.below') private readonly below!: HTMLElement | null;
  @query('ap-proof-sheet') private readonly sheet!: ApProofSheet | null;
  @query('ap-stage') private readonly stage!: ApStage | null;

  private readonly greeting = new Greeting(this, () => {
    if (this.syncUrl) keepGreeted();
  });
  private readonly window = new SmallWindow(this);
  private readonly url = new UrlSync(this.store, () => Boolean(this.lang));
  private readonly sticky = new Sticky(this);
  private readonly late = lateParts(this, this.store, this.starting.tell);
  private readonly views = new LateViews(this.store, this.late);
  /** The last cell that was scrolled clear of the sheet. */
  private uncovered: CellRef | undefined;

  constructor() {
    super();
    new Poster(this);
    new Still(this);
    new UndoKeys(this, () => this.store);
    new PlaybackController(this, () => this.store.play(false));
  }

  /**
   * One HTML file that shows the same, also from a disk without a network. Rejects with the reason if a file that belongs into it
   * cannot be fetched.
   */
  async standalone(): Promise<Blob> {
    await this.ready;
    const make = await importAgain(
      'standalone',
      () => import('./take/fetch-standalone.js'),
      ({ fetchStandalone }) => fetchStandalone,
    );
    return make(this.store, this.siteUrl);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.sticky.connect();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.sticky.disconnect();
  }

  /** Attributes set the state whenever they change; the address overrides them. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('lang')) this.starting.language.follow();
    this.spoken.speak();
    this.takeGiven(changed);
    // Whoever comes with a state has been here, or was told.
    const comesWithState = !this.hasUpdated && this.syncUrl && this.url.read();
    if (comesWithState) this.greeting.skip();
    else if (!this.hasUpdated) this.openAsKept();
    this.spoken.adopt();
    this.greeting.follow(this.store.state.step);
  }

  /** Without a state: in the mode that a person chose last on this site, and as for a first visit. */
  private openAsKept(): void {
    if (this.syncUrl && wasGreeted()) this.greeting.skip();
    // The page has set the whole state.
    if (this.store.opened > 0) return;
    const mode = this.syncUrl ? keptMode() : undefined;
    if (mode) this.store.update({ mode });
    if (!this.asksForTrace) this.store.openFirstVisit();
  }

  protected override begun(): void {
    takeOver(this.store);
    if (this.syncUrl) this.url.connect();
    this.greeting.begin(this.store.state.step);
  }

  protected override end(): void {
    this.url.disconnect();
    leave(this.store);
    super.end();
  }

  /** Draws one part after the other, each in its own task, so that the page stays responsive. */
  protected override async drawAll(): Promise<void> {
    while (this.drawn < PARTS_DRAWN) {
      await nextTask();
      // Until they have their height, the place of the walk would be in sight.
      if (this.drawn === PARTS_DRAWN - 1) await turnsTaken();
      this.drawn += 1;
      await this.updateComplete;
    }
  }

  protected override render(): TemplateResult {
    const { store } = this;
    const { lang } = store.state;
    if (!hasDictionary(this.starting.language.shown)) return this.renderWaiting();
    const words = store.t.ui;
    return html`<div
        class="frame"
        lang=${lang === 'zh' ? 'zh-CN' : 'en'}
        role="group"
        aria-label=${words.playground}
        @keydown=${(event: KeyboardEvent) => onStepKey(store, event)}
        @ap-open=${this.showWork}
        @ap-turn=${this.turn}
        @ap-failure=${({ detail }: CustomEvent<Problem>) => this.starting.tell(detail)}
      >
        ${this.hasWork ? this.renderSkip() : nothing} ${this.renderBar()}
        ${this.mode === 'workbench' ? this.renderRibbon() : nothing}
        <ap-problem .store=${store} ?besides=${this.showsInput}></ap-problem>
        ${this.views.fault(this.siteUrl)} ${this.renderLanguageFailure()}
        ${this.window.isSmall ? nothing : this.renderIntro()}
        ${this.hasWork ? this.renderWork() : this.renderWaiting()}
        <p class="only-read-aloud" aria-live="polite">
          ${this.mode === 'workbench' ? spokenStep(store) : nothing}
        </p>
      </div>
      <i class="probe" aria-hidden="true" @transitionend=${this.readScheme}></i>`;
  }

  private get hasWork(): boolean {
    return this.store.current !== undefined && this.drawn > 0 && !this.starting.failure;
  }

  private renderWaiting(): TemplateResult {
    const { language, failure, retry } = this.starting;
    return renderWaiting(language.shown, failure, retry);
  }

  /** Shown while the texts of the page's language cannot be had; the old ones stay. */
  private renderLanguageFailure(): TemplateResult | typeof nothing {
    const { language, failure } = this.starting;
    if (failure || !language.failure) return nothing;
    return renderFailure(language.shown, language.failure, language.retry);
  }

  /** For whoever comes by keyboard: past the bars, to the numbers. */
  private renderSkip(): TemplateResult {
    return html`<button type="button" class="skip" @click=${() => this.stage?.focusResult()}>
      ${this.store.isGuided ? this.store.t.story.skip : this.store.t.ui.skipToMatrix}
    </button>`;
  }

  /** What this is about: above the work, but in a small window below it. */
  private renderIntro(): TemplateResult | typeof nothing {
    if (this.drawn === 0 || this.mode !== 'workbench') return nothing;
    if (!this.shows('intro') || !this.shows('ribbon')) return nothing;
    return this.greeting.render(this.store.t, this.startAtWords);
  }

  private readonly turn = ({ detail }: CustomEvent<boolean>): void => {
    this.greeting.close();
    this.store.wayBack.turn(detail);
  };

  private readonly startAtWords = (): void => {
    this.greeting.close();
    this.store.startWalk();
    this.stage?.focus();
  };

  private shows(
    part:
      | 'intro'
      | 'input'
      | 'controls'
      | 'ribbon'
      | 'map'
      | 'walk'
      | 'guide'
      | 'proof'
      | 'mode'
      | 'share',
  ): boolean {
    return !names(this.hide).includes(part);
  }

  private renderBar(): TemplateResult | typeof nothing {
    const { store, mode } = this;
    if (!this.hasBar) return nothing;
    const [input, controls] = [this.showsInput, mode === 'workbench' && this.shows('controls')];
    if (!input && !controls) return nothing;
    return html`<div class=${input ? 'bar' : 'bar alone'}>
      ${input ? html`<ap-input part="input" ?stacked=${mode === 'figure' && !hasOneSentence(store.submitted)} .store=${store} @ap-edit=${() => this.late.bar.need()}></ap-input>` : nothing}
      ${this.views.bar(controls)} ${this.renderModeButton()}
    </div>`;
  }

  /** What is wrong with a sentence is said at it. */
  private get showsInput(): boolean {
    return this.hasBar && this.shows('input');
  }

  /** One figure stands without its sentence, unless the page shows it. */
  private get hasBar(): boolean {
    return this.mode !== 'figure' || names(this.show).includes('input');
  }

  private renderModeButton(): TemplateResult | typeof nothing {
    if (!this.shows('mode') || this.drawn === 0) return nothing;
    return renderModeButton(
      this.store,
      (mode) => this.chooseMode(mode),
      (mode) => void fetchShown(this.late, { ...this.store.state, mode }),
    );
  }

  /** The site keeps what a person has chosen; a page that shows one element decides for itself. */
  private chooseMode(mode: PlaygroundState['mode']): void {
    this.greeting.close();
    this.store.update({ mode });
    if (this.syncUrl) keepMode(mode);
  }

  /** The page that a link to the present state opens: this one if its address keeps the state, or the site's workbench. */
  private get linked(): string {
    if (this.syncUrl) return location.href;
    return this.siteUrl && sitePage(this.siteUrl, 'play').href;
  }

  private renderRibbon(): TemplateResult | typeof nothing {
    if (!this.shows('ribbon')) return nothing;
    return html`<div class="ribbon">${this.drawn > 1 ? this.views.ribbon() : nothing}</div>`;
  }

  private renderWork(): TemplateResult {
    const { store, drawn, mode } = this;
    if (mode !== 'workbench') return this.renderLed();
    const proof = this.shows('proof');
    const work = html`<div class=${proof ? 'work' : 'work alone'}>
      <ap-stage part="stage" .store=${store}>${this.views.learned()}</ap-stage>
      ${proof ? this.renderProof() : nothing}
    </div>`;
    const mapped = isTransformer(store.state) && this.shows('map');
    return html`${mapped ? this.views.mapped(work) : work} ${this.renderTake()}
    ${this.window.isSmall ? this.renderIntro() : nothing}
    ${drawn > 3 && this.shows('walk') ? this.views.walk() : nothing}`;
  }

  private renderTake(): TemplateResult | typeof nothing {
    if (!this.shows('share')) return nothing;
    const { linked: page, siteUrl } = this;
    return this.views.take({ page, siteUrl, figure: () => this.stage?.matrices }) as TemplateResult;
  }

  private renderLed(): TemplateResult {
    const { store } = this;
    const guide = this.shows('guide');
    return renderLed({
      store,
      learned: this.views.learned(!guide),
      guide: guide ? this.views.guide(this.siteUrl) : nothing,
      proof: this.shows('proof') ? this.renderProof() : nothing,
      modes: this.hasBar ? nothing : this.renderModeButton(),
      take: this.renderTake(),
      goesOn: () => void fetchFigures(this.late),
    });
  }

  /** What is missing for the state that the page opens on. */
  protected override async fetchParts(): Promise<void> {
    await this.updateComplete;
    const { state } = this.store;
    await Promise.all([
      fetchShown(this.late, state),
      this.shows('proof') ? this.late.sheet.fetch() : undefined,
      // Its file is there before the engine is; whether it is not, is said when the model is read.
      this.store.models.fetch(state.parameters).catch(() => undefined),
    ]);
  }

  private renderProof(): TemplateResult {
    this.late.sheet.need();
    return this.late.sheet.render(
      this.store.state.lang,
      () =>
        html`<ap-proof-sheet
          part="proof"
          .store=${this.drawn > 2 ? this.store : undefined}
          .siteUrl=${this.siteUrl}
          @ap-toggle=${() => this.requestUpdate()}
        ></ap-proof-sheet>`,
    );
  }

  protected override updated(changed: PropertyValues<this>): void {
    this.events.tell();
    // What is missing says so in its place.
    if (this.drawn > 0) void fetchShown(this.late, this.store.state);
    if (this.below) this.late.walk.fetchWhenSeen(this.below);
    if (this.store.fault) this.late.fault.need();
    const covered = this.sheet?.open ? this.store.kept : undefined;
    if (covered !== this.uncovered) this.stage?.uncover((this.uncovered = covered));
    if (changed.has('hide')) this.sticky.watch(this.bar, this.ribbon);
  }

  protected override firstUpdated(): void {
    super.firstUpdated();
    this.sticky.watch(this.bar, this.ribbon);
  }

  /** Scrolls the stage into view when a step is opened from the walk below or the map. */
  private readonly showWork = ({ detail }: CustomEvent<{ closed: boolean } | null>): void => {
    // The pressed item of the map is not there any more; the walk's cards are still close.
    if (detail?.closed) this.stage?.focus();
    const top = this.work?.getBoundingClientRect().top ?? 0;
    if (top >= 0 && top < innerHeight / 2) return;
    this.work?.scrollIntoView({ block: 'start', behavior: isStill() ? 'auto' : 'smooth' });
  };
}

define('attention-playground', AttentionPlaygroundElement);

declare global {
  interface HTMLElementTagNameMap {
    'attention-playground': AttentionPlaygroundElement;
  }
}
