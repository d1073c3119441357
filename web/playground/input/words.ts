import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { startToken } from '../../engine/models/tokens.js';
import { define } from '../../kit/element/define.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { base } from '../../styles/index.js';
import { padded, paddingToken } from '../../text/index.js';
import { fill } from '../../trace/names.js';
import { LIMITS } from '../settings/limits.js';
import type { PlaygroundStore } from '../store.js';
import { activeTokens } from './token-marks.js';
import { wordsStyles } from './words-styles.js';

const NEARLY_FULL = 48;

/**
 * The tokens of one sentence as words. Where a person is led, they are one text to read and to press: the figure has its words
 * to choose from.
 */
export class ApWords extends StoreElement<PlaygroundStore> {
  static override styles = [base, wordsStyles];

  /** The text, and the sentence in it. */
  @property() side: 'sentences' | 'memory' = 'sentences';
  @property({ type: Number }) line = 0;

  /** The place of the word that is asked about. */
  @property({ type: Number }) asked = -1;

  private readonly queryToken = this.derived(() => this.activeTokens.query);
  private readonly keyToken = this.derived(() => this.activeTokens.key);

  private get activeTokens(): { query?: number; key?: number } {
    return this.store ? activeTokens(this.store, this.side, this.line) : {};
  }

  /** As they are written: a trained model reads of them what it knows. */
  protected get tokens(): readonly string[] {
    return this.store?.typed[this.side][this.line] ?? [];
  }

  tokenAt(place: number): HTMLElement | undefined {
    return this.renderRoot.querySelectorAll<HTMLElement>('.chips > :is(.word, button.chip)')[place];
  }

  focusToken(place: number): void {
    this.tokenAt(place)?.focus();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    if (!store) return nothing;
    return html`<div class="chips" role="group" tabindex="0" aria-label=${this.nameOf(store)}>
      ${this.renderTokens(store)}
    </div>`;
  }

  protected nameOf({ t }: PlaygroundStore): string {
    const name = this.side === 'memory' ? t.ui.memoryN : t.ui.sentenceN;
    return fill(t.ui.tokensOf, { name: fill(name, { n: this.line + 1 }) });
  }

  /** All tokens, and what is said of them. */
  protected renderTokens(store: PlaygroundStore): TemplateResult {
    const [query, key] = [this.queryToken.value, this.keyToken.value];
    const marksOf = (place: number): string =>
      `${query === place ? 'query' : ''} ${key === place ? 'key' : ''}`;
    const { side, line } = this;
    const unknown = new Set(
      store.unknownWords
        .filter((one) => one.side === side && one.line === line)
        .map(({ place }) => place),
    );
    let read = 0;
    return html`${this.renderStart(store)}
    ${this.tokens.map((token, i) => {
      if (unknown.has(i)) return this.renderUnknown(store, token, i);
      read += 1;
      return this.renderToken(store, token, i, marksOf(read - 1));
    })}
    ${this.renderPadding(store)} ${this.renderAfter(store)}`;
  }

  /** `marks` are classes. */
  protected renderToken(
    _: PlaygroundStore,
    token: string,
    __: number,
    marks: string,
  ): TemplateResult {
    return html`<span class="word ${marks}">${token}</span>`;
  }

  protected readonly kind: 'word' | 'chip' = 'word';

  protected tabIndexOf(_place: number): 0 | -1 {
    return 0;
  }

  /** A word that the trained model does not know, with a menu of others. */
  protected renderUnknown(store: PlaygroundStore, word: string, i: number): TemplateResult {
    return html`<button
      type="button"
      class="${this.kind} unknown"
      tabindex=${this.tabIndexOf(i)}
      aria-label=${fill(store.t.models.showKnown, { word })}
      aria-expanded=${i === this.asked}
      @click=${() => this.dispatchEvent(new CustomEvent('ap-unknown', { detail: i }))}
    >
      ${word}
    </button>`;
  }

  /** The start token that the page puts before a decoder's words. */
  private renderStart(store: PlaygroundStore): TemplateResult | typeof nothing {
    if (this.side === 'memory' || store.state.model !== 'encoder-decoder') return nothing;
    return html`<span class="chip pad" title=${store.t.ui.startHint}>${startToken}</span>`;
  }

  /** The padding that the engine adds to shorter sentences of a batch. */
  private renderPadding(store: PlaygroundStore): TemplateResult | typeof nothing {
    const read = store.tokens[this.side];
    const missing = padded(read, this.line).length - (read[this.line]?.length ?? 0);
    if (missing === 0) return nothing;
    return html`<span class="chip pad">${paddingToken}${missing > 1 ? ` × ${missing}` : ''}</span>`;
  }

  private renderAfter(store: PlaygroundStore): TemplateResult {
    const words = store.t.ui;
    const { length } = this.tokens;
    const count = fill(words.tokenCount, { n: length, most: LIMITS.tokens });
    const byHand = store.state[this.side === 'memory' ? 'memoryTokens' : 'tokens'][this.line];
    return html`${
      length >= NEARLY_FULL
        ? html`<span class="count ${length >= LIMITS.tokens ? 'full' : 'soft'}">${count}</span>`
        : nothing
    }
    ${
      byHand
        ? html`<span class="hint soft">${words.byHand}</span>
            <button type="button" class="again" @click=${() => this.set(null)}>
              ${words.cutAgain}
            </button>`
        : nothing
    }`;
  }

  protected set(tokens: string[] | null): void {
    const { store } = this;
    const key = this.side === 'memory' ? 'memoryTokens' : 'tokens';
    store?.update({ [key]: store.state[key].map((old, i) => (i === this.line ? tokens : old)) });
  }
}

define('ap-words', ApWords);

declare global {
  interface HTMLElementTagNameMap {
    'ap-words': ApWords;
  }
}
