import { untracked } from '@preact/signals-core';
import { html, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { Computed } from '../engine/types/computed.js';
import type { AttentionPlayground } from '../engine/types/index.js';
import { fetchFormulas } from '../kit/formulas/late-tables.js';
import { OwnKeys } from '../kit/input/own-keys.js';
import { Poster } from '../kit/element/poster.js';
import { Starting, type Loading } from '../kit/element/starting.js';
import { Still } from '../kit/element/still.js';
import { SignalElement } from '../kit/element/store-element.js';
import { nextTask, turnsTaken } from '../kit/element/turns.js';
import { UndoKeys, type Undoing } from '../kit/input/undo-keys.js';
import { failureStyles, renderFailure, renderWaiting } from '../kit/loading/waiting.js';
import type { Scheme } from '../styles/colour-scales.js';
import { base, flow, host, tokens } from '../styles/index.js';
import { panelStyles } from './panel-styles.js';

/** The texts that every panel has. */
export interface PanelTexts {
  /** Its name for screen readers. */
  panel: string;
}

/**
 * What all panels share: they load the engine when they come near the view, follow the language and colours of the
 * page, report when the engine cannot be loaded, and free their memory when removed.
 *
 * @slot poster - shown until the first numbers are drawn
 * @csspart panel - everything that the panel shows
 * @cssprop [--ap-reserved-height=min(100lvh, 1000px)] - height that is kept free until the first numbers are drawn
 * @cssprop [--ap-explanations=block] - `none` where the text around it says what the panel is about
 * @cssprop [--ap-sticky-top=0px] - height of the page's own header that stays at the top
 * @cssprop --ap-ground - background behind what is scrolled away; that of the page
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
 * @fires {CustomEvent<import('../trace/problem.js').ErrorDetail>} error - it could not start, or the texts of another language could not be loaded
 * @fires {CustomEvent<{ progress: number }>} progress - while it loads, from 0 to 1
 * @fires {CustomEvent<Record<string, string | number>>} change - something else was chosen; `detail` has the properties that show it again
 * @fires {CustomEvent<Record<string, string | number>>} results - something else was measured; `detail` has what `results` then has
 */
export abstract class Panel<Texts extends PanelTexts> extends SignalElement {
  static override styles: CSSResultGroup = [tokens, host, base, panelStyles, flow, failureStyles];

  /** en or zh; by default that of the surrounding element. */
  @property({ reflect: true }) override lang = '';
  /** When to load: less than a screen away, in sight, or at once. */
  @property() loading: Loading = 'auto';
  /** Address of the wasm file. A page has one engine: the first element that loads decides. */
  @property({ attribute: 'wasm-url' }) wasmUrl = '';

  @state() protected scheme: Scheme = 'light';
  /** Set once the first numbers are available. */
  @state() protected engine: AttentionPlayground | undefined;
  @query('.probe') private readonly probe!: HTMLElement | null;
  /** What was chosen, and what was measured, when it was last told. */
  private told = { choices: '', results: '{}' };

  private readonly starting = new Starting(this, {
    fetch: () => {
      this.prepare?.();
      return fetchFormulas();
    },
    begin: async (engine, counts) => {
      await this.begin(engine);
      await nextTask();
      if (counts()) this.engine = engine;
    },
    draw: () => this.updateComplete,
    end: () => {
      this.end();
      this.engine = undefined;
    },
  });

  protected abstract readonly texts: Record<'en' | 'zh', Texts>;
  /** Reads the first sentence while the engine is fetched, as a browser takes long to find its first words. */
  protected prepare?(): void;
  /** Computes the first numbers. */
  protected abstract begin(engine: AttentionPlayground): Promise<void>;
  /** Frees what the engine holds for this panel, if anything. */
  protected abstract end(): void;
  protected abstract renderPanel(t: Texts): TemplateResult | typeof nothing;

  constructor() {
    super();
    new OwnKeys(this);
    new Poster(this);
    new Still(this);
    new UndoKeys(this, () => this.undoing);
  }

  /** What Ctrl+Z and Ctrl+Shift+Z act on. */
  protected get undoing(): Undoing | undefined {
    return undefined;
  }

  /** What is shown, as the properties that show it again: those that a person can choose. */
  protected get choices(): Readonly<Record<string, string | number>> {
    return {};
  }

  /** What the panel shows that it has measured, by name: for what a page makes of it. Empty until there is something. */
  get results(): Readonly<Record<string, string | Computed>> {
    return {};
  }

  /** Resolves when the first numbers are available; rejects with the reason if they cannot be. Trying again renews it. */
  get ready(): Promise<void> {
    return this.starting.ready;
  }

  protected get language(): 'en' | 'zh' {
    return this.starting.language.shown;
  }

  protected get t(): Texts {
    return this.texts[this.language];
  }

  protected override scheduleUpdate(): void | Promise<unknown> {
    return this.starting.language.whenSpoken(() => super.scheduleUpdate());
  }

  /** A panel is complete when its parts are, which may be waiting for their turn. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const complete = await super.getUpdateComplete();
    await turnsTaken();
    return complete;
  }

  protected override render(): TemplateResult {
    const { t, language } = this;
    return html`<div
        class="frame"
        part="panel"
        lang=${language === 'zh' ? 'zh-CN' : 'en'}
        role="group"
        aria-label=${t.panel}
      >
        ${this.renderState(t)}
      </div>
      <i class="probe" aria-hidden="true" @transitionend=${this.readScheme}></i>`;
  }

  private renderState(t: Texts): TemplateResult {
    const { engine, starting } = this;
    const { language } = starting;
    if (!engine || starting.failure)
      return renderWaiting(language.shown, starting.failure, starting.retry);
    const { failure } = language;
    return html`${failure ? renderFailure(language.shown, failure, language.retry) : nothing}
    ${this.renderPanel(t)}`;
  }

  /** Canvases do not follow `light-dark()`; the probe's colour changes with the page's. */
  private readonly readScheme = (): void => {
    const dark = this.probe && getComputedStyle(this.probe).color === 'rgb(255, 255, 255)';
    this.scheme = dark ? 'dark' : 'light';
  };

  protected override updated(changed: PropertyValues<this>): void {
    if (!this.engine) return;
    const { told } = this;
    const [choices, results] = [JSON.stringify(this.choices), JSON.stringify(this.results)];
    this.told = { choices, results };
    // What is shown at first nobody has chosen.
    const begins = (changed as Map<PropertyKey, unknown>).has('engine');
    if (choices !== told.choices && !begins) this.send('change', this.choices);
    if (results !== told.results) this.send('results', this.results);
  }

  /** What a listener reads is not what the panel shows. */
  private send(
    name: 'change' | 'results',
    detail: Readonly<Record<string, string | number>>,
  ): void {
    untracked(() => this.dispatchEvent(new CustomEvent(name, { detail })));
  }

  protected override firstUpdated(_changed: PropertyValues<this>): void {
    this.readScheme();
  }
}
