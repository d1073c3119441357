import { html, nothing, type TemplateResult } from 'lit';
import { query, state } from 'lit/decorators.js';
import { define } from '../../kit/element/define.js';
import { isPlain } from '../../kit/input/keys.js';
import { Popover } from '../../kit/fields/popover.js';
import { whenDrawn } from '../../kit/element/when-drawn.js';
import { fill } from '../../trace/names.js';
import { LIMITS } from '../settings/limits.js';
import { cleanToken } from '../settings/types.js';
import type { PlaygroundStore } from '../store.js';
import { tokensStyles } from './tokens-styles.js';
import { ApWords } from './words.js';

/** The tokens of one sentence as chips; each can be edited, split, joined or deleted, or get a neighbour. */
export class ApTokens extends ApWords {
  static override styles = [...super.styles, tokensStyles];

  protected override readonly kind = 'chip';

  @state() private editing = -1;
  @state() private cursor = 0;
  @query('.editor input') private readonly field!: HTMLInputElement | null;

  constructor() {
    super();
    new Popover(this, {
      isOpen: () => this.editing >= 0,
      close: () => (this.editing = -1),
      button: () =>
        this.renderRoot.querySelectorAll<HTMLElement>('button.chip')[this.cursor] ?? null,
    });
  }

  protected override willUpdate(): void {
    if (this.editing >= this.tokens.length) this.editing = -1;
    this.cursor = Math.min(this.cursor, Math.max(0, this.tokens.length - 1));
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    if (!store) return nothing;
    return html`<div
        class="chips"
        role="group"
        aria-label=${this.nameOf(store)}
        @keydown=${this.onKey}
      >
        ${this.renderTokens(store)}
      </div>
      ${this.editing >= 0 ? this.renderEditor(store) : nothing}`;
  }

  protected override renderToken(
    store: PlaygroundStore,
    token: string,
    i: number,
    marks: string,
  ): TemplateResult {
    return html`<button
      type="button"
      class="chip ${marks}"
      tabindex=${this.tabIndexOf(i)}
      aria-label=${fill(store.t.ui.editToken, { n: i + 1, token })}
      aria-expanded=${i === this.editing}
      title=${store.t.ui.chipHint}
      @click=${() => this.open(i)}
      @focus=${() => (this.cursor = i)}
    >
      ${token}
    </button>`;
  }

  protected override tabIndexOf(place: number): 0 | -1 {
    return place === this.cursor ? 0 : -1;
  }

  private renderEditor(store: PlaygroundStore): TemplateResult {
    const words = store.t.ui;
    const i = this.editing;
    const full = this.tokens.length >= LIMITS.tokens;
    const last = i === this.tokens.length - 1;
    const button = (text: string, act: () => void, off = false): TemplateResult =>
      html`<button type="button" ?disabled=${off} @click=${act}>${text}</button>`;
    return html`<form class="editor" @submit=${this.onSubmit}>
      <label>
        ${fill(words.tokenText, { n: i + 1 })}
        <input
          class="field"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          maxlength=${LIMITS.tokenCharacters}
          .value=${this.tokens[i] ?? ''}
        />
      </label>
      <button type="submit">${words.applyToken}</button>
      ${button(words.splitToken, () => this.split(), full)}
      ${button(words.joinToken, () => this.join(), last)}
      ${button(words.insertToken, () => this.insert(), full)}
      ${button(words.deleteToken, () => this.delete(), this.tokens.length === 1)}
      ${button(words.closeToken, () => this.close())}
    </form>`;
  }

  private open(i: number): void {
    if (i === this.editing) return this.close();
    this.editing = i;
    whenDrawn(this, () => {
      if (!this.field) return;
      this.field.value = this.tokens[i] ?? '';
      this.field.focus({ preventScroll: true });
      this.field.select();
    });
  }

  private close(): void {
    this.editing = -1;
    whenDrawn(this, () => this.focusChip());
  }

  private focusChip(): void {
    this.renderRoot.querySelectorAll<HTMLElement>('button.chip')[this.cursor]?.focus();
  }

  /** Arrows move between chips, which are a single tab stop. */
  private readonly onKey = (event: KeyboardEvent): void => {
    if (!isPlain(event)) return;
    const last = this.tokens.length - 1;
    const to: Record<string, number> = {
      ArrowLeft: this.cursor - 1,
      ArrowRight: this.cursor + 1,
      Home: 0,
      End: last,
    };
    const next = to[event.key];
    if (event.key === 'Delete' && last > 0) this.replace(this.cursor, 1, []);
    else if (next === undefined) return;
    else this.cursor = Math.min(last, Math.max(0, next));
    event.preventDefault();
    whenDrawn(this, () => this.focusChip());
  };

  private readonly onSubmit = (event: Event): void => {
    event.preventDefault();
    if (this.apply(cleanToken(this.field?.value))) this.close();
  };

  /** An empty field deletes the token, unless it is the last one. */
  private apply(tokens: string[]): boolean {
    if (tokens.length === 0 && this.tokens.length === 1) return false;
    this.replace(this.editing, 1, tokens);
    return true;
  }

  private split(): void {
    const { field } = this;
    if (!field) return;
    const at = field.selectionStart ?? 0;
    const parts = [field.value.slice(0, at), field.value.slice(at)].flatMap(cleanToken);
    if (parts.length === 2) {
      this.replace(this.editing, 1, parts);
      // If the token did not change, the field would otherwise keep the typed text.
      field.value = parts[0]!;
    }
    field.focus();
  }

  private join(): void {
    const next = this.tokens[this.editing + 1] ?? '';
    const joined = cleanToken((this.field?.value ?? '') + next);
    this.replace(this.editing, 2, joined);
    this.refill(this.editing);
  }

  private insert(): void {
    const { newToken } = this.store!.t.ui;
    this.replace(this.editing + 1, 0, [newToken]);
    this.refill(this.editing + 1);
  }

  private delete(): void {
    this.replace(this.editing, 1, []);
    this.refill(Math.min(this.editing, this.tokens.length - 1));
  }

  private refill(i: number): void {
    this.editing = -1;
    this.cursor = i;
    this.open(i);
  }

  private replace(at: number, count: number, by: string[]): void {
    const tokens = [...this.tokens];
    tokens.splice(at, count, ...by);
    this.set(tokens);
  }
}

define('ap-tokens', ApTokens);

declare global {
  interface HTMLElementTagNameMap {
    'ap-tokens': ApTokens;
  }
}
