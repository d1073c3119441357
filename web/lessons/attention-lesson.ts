import { signal } from '@preact/signals-core';
import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { fill } from '../i18n/fill.js';
import type { Language } from '../i18n/index.js';
import { parentOf } from '../kit/element/around.js';
import { define } from '../kit/element/define.js';
import { PageLanguage } from '../kit/element/language.js';
import { isStill } from '../kit/element/motion.js';
import { SignalElement } from '../kit/element/store-element.js';
import { whenDrawn } from '../kit/element/when-drawn.js';
import { decoded } from '../kit/input/hash.js';
import { sitePage } from '../kit/input/site-page.js';
import { LessonFigure, type FigureElement } from './figure.js';
import { textsFor, type LessonHost } from './host.js';
import type { LessonBeatElement } from './lesson-beat.js';
import { lessonStyles } from './lesson-styles.js';
import { progress } from './progress.js';
import { mergedStates } from './states.js';
import type { Texts } from './texts/en.js';

/**
 * A lesson: beats, of which one is shown after the other, and a live figure beside them, which is any element of this package.
 * Without its script everything can be read.
 *
 * @slot - beats
 * @slot figure - the figure; several if beats name theirs
 * @csspart figure - the figure's place
 * @csspart text - the beats' place
 * @cssprop [--ap-sticky-top=0px] - height of the page's own header that stays at the top
 * @fires {CustomEvent<{ beat: string }>} beat-change - another beat is shown
 */
export class AttentionLessonElement extends SignalElement implements LessonHost {
  static override styles = lessonStyles;

  /** Under which name the learner's progress is kept: the same in every language. */
  @property() name = '';
  /** Address of the project's site, whose workbench opens the figure. */
  @property({ attribute: 'site-url' }) siteUrl = '';
  /** The shown beat is kept in the page's address; for one lesson per page. */
  @property({ type: Boolean, attribute: 'sync-url' }) syncUrl = false;
  /** All beats at once. */
  @property({ type: Boolean, attribute: 'show-all', reflect: true }) showAll = false;

  @state() private beats: readonly LessonBeatElement[] = [];
  private readonly at = signal(0);
  private readonly spoken = signal<Language>('en');
  private readonly figures = new Map<Element, LessonFigure>();
  private readonly speaking = new PageLanguage(this, () => undefined);

  get lessonName(): string {
    return this.name;
  }

  get language(): Language {
    return this.spoken.value;
  }

  private get current(): LessonBeatElement | undefined {
    return this.beats[this.at.value];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Its figure says what fails.
    this.speaking.fetch().catch(() => undefined);
    this.beats = [...this.querySelectorAll<LessonBeatElement>(':scope > lesson-beat')];
    addEventListener('hashchange', this.onHash);
    const { beat } = progress.of(this.name);
    const linked = this.beatAt(this.linked);
    this.show(linked ?? this.beatAt(beat) ?? 0);
    // Whoever follows a link to a beat sees the lesson with it.
    if (linked !== undefined) requestAnimationFrame(() => this.scrollIntoView({ block: 'start' }));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.onHash);
  }

  private get linked(): string | undefined {
    return decoded(location.hash.slice(1)) || undefined;
  }

  private beatAt(id: string | undefined): number | undefined {
    const at = this.beats.findIndex((beat) => beat.id !== '' && beat.id === id);
    return at < 0 ? undefined : at;
  }

  private readonly onHash = (): void => {
    const at = this.beatAt(this.linked);
    if (at !== undefined && at !== this.at.value) this.show(at);
  };

  /** The figure that a beat shows: the one that it names, else the first. */
  private figureOf(beat: LessonBeatElement | undefined): LessonFigure | undefined {
    const named = beat?.getAttribute('figure') ?? '';
    if (named === 'none') return undefined;
    const all = [...this.querySelectorAll<FigureElement>(':scope > [slot=figure]')];
    const element = named ? all.find(({ id }) => id === named) : all[0];
    if (!element) return undefined;
    const known = this.figures.get(element) ?? new LessonFigure(element);
    this.figures.set(element, known);
    return known;
  }

  figureFor(element: Element): LessonFigure | undefined {
    for (let at: Element | null = element; at; at = parentOf(at)) {
      if (at.localName !== 'lesson-beat') continue;
      return at === this.current ? this.figureOf(at as LessonBeatElement) : undefined;
    }
    return undefined;
  }

  showState(element: Element, own: string): void {
    const figure = this.figureFor(element);
    if (figure && this.current)
      void figure.show(mergedStates([this.stateOf(this.current), own]), {});
  }

  /** The settings of a beat: its own over those of the beats before with the same figure. */
  private stateOf(beat: LessonBeatElement): string {
    const figure = this.figureOf(beat);
    const before = this.beats.slice(0, this.beats.indexOf(beat) + 1);
    const same = before.filter((one) => this.figureOf(one) === figure);
    return mergedStates(same.map((one) => one.getAttribute('state') ?? ''));
  }

  private show(at: number): void {
    const before = this.at.peek();
    this.at.value = at;
    const beat = this.current;
    if (!beat) return;
    const figure = this.figureOf(beat);
    for (const one of this.querySelectorAll(':scope > [slot=figure]'))
      one.toggleAttribute('hidden', one !== figure?.element);
    for (const one of this.beats) one.hidden = !this.showAll && one !== beat;
    for (const one of this.pictures) one.hidden = !this.showAll;
    const [show, hide] = ['show', 'hide'].map((name) => beat.getAttribute(name) ?? undefined);
    const state = beat.hasAttribute('keep') ? undefined : this.stateOf(beat);
    void figure?.show(state, { show, hide });
    const done = at === this.beats.length - 1;
    const started = at > 0 || progress.of(this.name).beat !== undefined;
    if (started) progress.change(this.name, { beat: beat.id, ...(done && { done }) });
    if (this.syncUrl && beat.id && at !== before) {
      const address = new URL(location.href);
      address.hash = beat.id;
      history.replaceState(history.state, '', address);
    }
    this.dispatchEvent(new CustomEvent('beat-change', { detail: { beat: beat.id } }));
  }

  private go(by: 1 | -1): void {
    this.show(this.at.value + by);
    whenDrawn(this, () => {
      this.current?.focus({ preventScroll: true });
      // Both begin at the top: on a phone the figure is above what is said.
      const columns = this.renderRoot.querySelector('.columns');
      const isCut = (columns?.getBoundingClientRect().top ?? 0) < 0;
      const isNarrow = matchMedia('(width < 840px)').matches;
      if (isCut || isNarrow)
        columns?.scrollIntoView({ block: 'start', behavior: isStill() ? 'auto' : 'smooth' });
    });
  }

  private toggleAll(): void {
    this.showAll = !this.showAll;
    this.show(this.at.value);
  }

  /** With all beats in sight, the one that is worked at is the current one. */
  private readonly onFocus = (event: Event): void => {
    if (!this.showAll) return;
    const at = this.beats.findIndex((beat) => beat.contains(event.target as Node));
    if (at >= 0 && at !== this.at.value) this.show(at);
  };

  protected override willUpdate(): void {
    this.spoken.value = this.speaking.shown;
    const { place } = textsFor(this.language);
    // Whoever goes on hears where they are.
    this.beats.forEach((beat, i) => {
      beat.setAttribute('role', 'group');
      beat.setAttribute('aria-label', fill(place, { n: i + 1, all: this.beats.length }));
    });
  }

  protected override render(): TemplateResult {
    const t = textsFor(this.language);
    const figure = this.figureOf(this.current);
    return html`<div class="lesson" lang=${this.language === 'zh' ? 'zh-CN' : 'en'}>
      ${this.renderBar(t, figure)}
      <div class="columns ${figure ? '' : 'alone'} ${this.pictures.length > 0 ? 'pictured' : ''}">
        <div class="figure" part="figure" role="region" aria-label=${t.figure}>
          <slot name="figure"></slot>
        </div>
        <div class="text" part="text">
          <div @focusin=${this.onFocus} @pointerdown=${this.onFocus}>
            <slot @slotchange=${this.onBeats}></slot>
          </div>
          ${this.showAll ? nothing : this.renderNavigation(t)}
        </div>
      </div>
    </div>`;
  }

  /** Of its figure, in beats, where the page's build has drawn them: on paper they stand for the live one. */
  private get pictures(): NodeListOf<HTMLElement> {
    return this.querySelectorAll(':scope > lesson-beat > [data-picture]');
  }

  /** Beats that come later, such as those of a page that is being edited. */
  private readonly onBeats = (): void => {
    const beats = [...this.querySelectorAll<LessonBeatElement>(':scope > lesson-beat')];
    const isSame = beats.length === this.beats.length && beats.every((b, i) => b === this.beats[i]);
    if (isSame) return;
    this.beats = beats;
    this.show(Math.min(this.at.value, Math.max(0, beats.length - 1)));
  };

  private renderBar(t: Texts, figure: LessonFigure | undefined): TemplateResult {
    const { beats, at } = this;
    const place = fill(t.place, { n: at.value + 1, all: beats.length });
    return html`<div class="bar">
      ${
        this.showAll
          ? nothing
          : html`<progress
                max=${beats.length}
                value=${at.value + 1}
                aria-label=${t.lesson}
              ></progress>
              <span class="place">${place}</span>`
      }
      <span class="links">
        <button type="button" class="plain" @click=${() => this.toggleAll()}>
          ${this.showAll ? t.oneByOne : t.showAll}
        </button>
        ${this.renderWorkbench(t, figure)}
      </span>
    </div>`;
  }

  private renderWorkbench(
    t: Texts,
    figure: LessonFigure | undefined,
  ): TemplateResult | typeof nothing {
    if (!this.siteUrl || !figure?.isPlayground) return nothing;
    // Its place is kept, so that nothing moves when there is something to open.
    if (!figure.isThere)
      return html`<span class="workbench" aria-hidden="true">${t.workbench}</span>`;
    const page = sitePage(this.siteUrl, 'play');
    page.hash = figure.element.address!;
    return html`<a class="workbench" href=${page.href}>${t.workbench}</a>`;
  }

  private renderNavigation(t: Texts): TemplateResult {
    const { at, beats } = this;
    const beat = this.current;
    const prompt = beat?.querySelector(PROMPTS);
    const isOpen = prompt !== null && progress.of(this.name).answers[beat?.id ?? ''] === undefined;
    const isLast = at.value >= beats.length - 1;
    return html`<nav class="steps" aria-label=${t.lesson}>
      ${
        at.value > 0
          ? html`<button type="button" class="back" @click=${() => this.go(-1)}>
              <span aria-hidden="true">←</span> ${t.back}
            </button>`
          : nothing
      }
      ${
        isLast
          ? html`<p class="done">${t.done}</p>`
          : html`<button
              type="button"
              class=${isOpen ? 'next' : 'next strong'}
              @click=${() => this.go(1)}
            >
              ${isOpen ? t.skip : t.next} <span aria-hidden="true">→</span>
            </button>`
      }
    </nav>`;
  }
}

/** What asks for an answer. */
const PROMPTS =
  'lesson-choice, lesson-number, lesson-row, lesson-shape, lesson-point, lesson-order, lesson-task';

define('attention-lesson', AttentionLessonElement);

declare global {
  interface HTMLElementTagNameMap {
    'attention-lesson': AttentionLessonElement;
  }
}
