import { html, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { load } from '../engine/load.js';
import type { AttentionPlayground } from '../engine/types.js';
import { starting as en } from '../i18n/en/starting.js';
import { loadDictionary } from '../i18n/index.js';
import { starting as zh } from '../i18n/zh/starting.js';
import { languageOf, whenSpoken } from '../kit/language.js';
import { OwnKeys } from '../kit/own-keys.js';
import { Poster } from '../kit/poster.js';
import { Still } from '../kit/still.js';
import { inTurns, nextTask, turnsTaken } from '../kit/turns.js';
import { SignalElement } from '../kit/store-element.js';
import { whenNear } from '../kit/when-near.js';
import type { Scheme } from '../styles/colour-scales.js';
import { base, flow, host, tokens } from '../styles/index.js';
import { panelStyles } from './panel-styles.js';

const STARTING = { en, zh };

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
 * @cssprop [--ap-sticky-top=0px] - height of the page's own header that stays at the top
 * @cssprop --ap-ground - background behind what is scrolled away; that of the page
 * @cssprop --ap-surface - background of fields and buttons
 * @cssprop --ap-ink - text
 * @cssprop --ap-ink-soft - text of less weight
 * @cssprop --ap-line - lines and borders
 * @cssprop --ap-accent - what is chosen, links, focus
 * @cssprop --ap-sans - typeface of texts
 * @cssprop --ap-mono - typeface of numbers
 * @fires {CustomEvent<null>} load - the first numbers are available
 * @fires {CustomEvent<unknown>} error - the engine could not be loaded; `detail` is the error
 */
export abstract class Panel<Texts extends PanelTexts> extends SignalElement {
  static override styles: CSSResultGroup = [tokens, host, base, panelStyles, flow];

  /** en or zh; by default that of the surrounding element. */
  @property({ reflect: true }) override lang = '';
  /** When to load: less than a screen away, in sight, or at once. */
  @property() loading: 'auto' | 'lazy' | 'eager' = 'auto';

  @state() protected scheme: Scheme = 'light';
  /** Set once the first numbers are available. */
  @state() protected engine: AttentionPlayground | undefined;
  @state() private failure: unknown;
  @query('.probe') private readonly probe!: HTMLElement | null;

  /** Resolves when the first numbers are available. */
  readonly ready: Promise<void>;
  private resolveReady!: () => void;
  private cancelNear: (() => void) | undefined;

  protected abstract readonly texts: Record<'en' | 'zh', Texts>;
  /** Computes the first numbers. */
  protected abstract begin(engine: AttentionPlayground): Promise<void>;
  /** Frees what the engine holds for this panel, if anything. */
  protected abstract end(): void;
  protected abstract renderPanel(t: Texts): TemplateResult;

  constructor() {
    super();
    this.ready = new Promise((resolve) => (this.resolveReady = resolve));
    new OwnKeys(this);
    new Poster(this);
    new Still(this);
  }

  protected get language(): 'en' | 'zh' {
    return languageOf(this);
  }

  protected get t(): Texts {
    return this.texts[this.language];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.engine) this.cancelNear = whenNear(this, this.loading, () => void this.start());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.cancelNear?.();
    // One that is only moved to another place of the page keeps all that it has.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.end();
      this.engine = undefined;
    });
  }

  protected override scheduleUpdate(): void | Promise<unknown> {
    return whenSpoken(this, () => super.scheduleUpdate());
  }

  /** A panel is complete when its parts are, which may be waiting for their turn. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const complete = await super.getUpdateComplete();
    await turnsTaken();
    return complete;
  }

  private async start(): Promise<void> {
    this.failure = undefined;
    try {
      const [engine] = await Promise.all([load(), loadDictionary(this.language)]);
      // Its attributes are known then; it may have been removed meanwhile.
      await this.updateComplete;
      await nextTask();
      if (!this.isConnected || this.engine) return;
      await this.begin(engine);
      await nextTask();
      if (!this.isConnected) return;
      this.engine = engine;
    } catch (error) {
      this.failure = error;
      this.dispatchEvent(new CustomEvent('error', { detail: error }));
      return;
    }
    await inTurns(() => this.updateComplete);
    this.resolveReady();
    this.dispatchEvent(new CustomEvent('load'));
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
        ${this.engine ? this.renderPanel(t) : this.renderWaiting()}
      </div>
      <i class="probe" aria-hidden="true" @transitionend=${this.readScheme}></i>`;
  }

  private renderWaiting(): TemplateResult {
    const words = STARTING[this.language];
    const { failure } = this;
    if (failure === undefined) return html`<p class="waiting" role="status">${words.loading}</p>`;
    return html`<div class="waiting" role="alert">
      <p title=${String(failure)}>${words.failed}</p>
      <button type="button" @click=${() => void this.start()}>${words.retry}</button>
    </div>`;
  }

  /** Canvases do not follow `light-dark()`; the probe's colour changes with the page's. */
  private readonly readScheme = (): void => {
    const dark = this.probe && getComputedStyle(this.probe).color === 'rgb(255, 255, 255)';
    this.scheme = dark ? 'dark' : 'light';
  };

  protected override firstUpdated(_changed: PropertyValues<this>): void {
    this.readScheme();
  }
}
