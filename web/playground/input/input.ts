import { html, noChange, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { define } from '../../kit/element/define.js';
import { Popover } from '../../kit/fields/popover.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { whenDrawn } from '../../kit/element/when-drawn.js';
import { base } from '../../styles/index.js';
import { wellFormed } from '../../text/index.js';
import { fill } from '../../trace/names.js';
import { hasMemory } from '../state.js';
import type { PlaygroundStore } from '../store.js';
import { inputStyles } from './styles.js';
import './words.js';

const PAUSE_MS = 120;
type Side = 'sentences' | 'memory';

/**
 * The sentences in one line, cut into tokens: a second text for cross-attention, further ones for a batch. A text is
 * edited in place.
 *
 * @fires ap-edit - a text is being edited: the tools for that are needed
 */
export class ApInput extends StoreElement<PlaygroundStore> {
  static override styles = [base, inputStyles];

  /** The text whose field is open. */
  @state() private edited: { side: Side; i: number } | undefined;

  private last = { side: 'sentences', i: 0 };
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private composing = false;
  /** Text in a field that is not yet in the store. */
  private typed: { text: string; side: Side; i: number } | undefined;

  constructor() {
    super();
    new Popover(this, {
      isOpen: () => this.edited !== undefined,
      close: () => this.finish(),
      button: () => this.lastEdit,
    });
  }

  /** The button that opened the last field. */
  private get lastEdit(): HTMLElement | null {
    const { side, i } = this.last;
    return this.renderRoot.querySelector(`.edit[data-of="${side}-${i}"]`);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.waiting);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    if (!store) return nothing;
    const { sentences, memory, model } = store.submitted;
    const second = hasMemory(store.submitted);
    const single = sentences.length === 1 && !second;
    const line = (side: Side, i: number): TemplateResult => this.renderLine(store, side, i);
    return html`<section
      class="${single ? 'single' : ''} ${this.edited ? 'editing' : ''}"
      aria-label=${store.t.ui.input}
      @keydown=${this.onKey}
    >
      <div class="lines">
        ${sentences.map((_, i) => {
          const other = second && i < memory.length ? line('memory', i) : nothing;
          const own = line('sentences', i);
          return model === 'encoder-decoder' ? html`${other} ${own}` : html`${own} ${other}`;
        })}
      </div>
      ${this.renderTools(store)}
    </section>`;
  }

  private renderLine(store: PlaygroundStore, side: Side, i: number): TemplateResult {
    const words = store.t.ui;
    const name = lineName(store, side, i);
    const wrong = this.isWrong(store, side, i);
    const open = wrong || (this.edited?.side === side && this.edited.i === i);
    return html`<div class="line ${open ? 'open' : ''}">
      <label>
        <span class="name ${side === 'memory' ? 'second' : 'soft'}">${name}</span>
        <input
          class="field text"
          name="${side}-${i}"
          autocomplete="off"
          spellcheck="false"
          placeholder=${words.placeholder}
          aria-invalid=${wrong}
          ?hidden=${!open}
          .value=${this.isBusy(side, i) ? noChange : live(store.submitted[side][i] ?? '')}
          data-applied
          @input=${(event: InputEvent) => this.onInput(event, side, i)}
          @compositionstart=${() => (this.composing = true)}
          @compositionend=${(event: CompositionEvent) => this.onComposed(event, side, i)}
          @change=${() => this.commit()}
        />
      </label>
      ${this.renderTokens(store, side, i)}
      <button
        type="button"
        class="edit"
        data-of="${side}-${i}"
        aria-expanded=${open}
        aria-label="${open ? words.closeToken : words.editText}${store.t.proof.colon}${name}"
        @click=${() => (open ? this.finish() : this.edit(side, i))}
      >
        ${open ? words.closeToken : words.editText}
      </button>
    </div>`;
  }

  /** On the workbench each token can be edited; until their script is there, they are the text as it is typed. */
  private renderTokens(store: PlaygroundStore, side: Side, i: number): TemplateResult {
    const press = (event: Event): void => this.onFree(event, side, i);
    if (store.isGuided) {
      return html`<ap-words
        class="cut"
        .store=${store}
        .side=${side}
        .line=${i}
        @click=${press}
      ></ap-words>`;
    }
    return html`<ap-tokens class="cut" .store=${store} .side=${side} .line=${i} @click=${press}
      >${store.submitted[side][i]}</ap-tokens
    >`;
  }

  private renderTools(store: PlaygroundStore): TemplateResult {
    return html`<ap-input-tools
      class="tools"
      .store=${store}
      .edited=${this.edited?.i}
      @ap-line=${({ detail }: CustomEvent<number | undefined>) => this.editOrClose(detail)}
    ></ap-input-tools>`;
  }

  /** A sentence was added, or one was removed. */
  private editOrClose(i: number | undefined): void {
    if (i === undefined) this.edited = undefined;
    else this.edit('sentences', i);
  }

  /** Shows the field of a text in place of its tokens. */
  private edit(side: Side, i: number): void {
    this.edited = this.last = { side, i };
    this.dispatchEvent(new CustomEvent('ap-edit'));
    whenDrawn(this, () => {
      const field = this.renderRoot.querySelector<HTMLInputElement>(`[name="${side}-${i}"]`);
      field?.focus();
      field?.select();
      field?.closest('.line')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
  }

  /** Closes the field; a refused text stays in it. */
  private finish(): void {
    this.commit();
    this.edited = undefined;
  }

  /** A press beside the tokens is one on the text. */
  private onFree(event: Event, side: Side, i: number): void {
    const pressed = event.composedPath()[0] as Element;
    if (pressed.matches('.cut, .chips, .word')) this.edit(side, i);
  }

  private isWrong(store: PlaygroundStore, side: Side, i: number): boolean {
    const name = side === 'memory' ? 'memory' : 'sentence';
    const argument = store.problem?.argument ?? '';
    return argument === name || argument === `${name} ${i + 1}`;
  }

  /** Whether a field is being typed in, and must not be changed. */
  private isBusy(side: Side, i: number): boolean {
    return this.composing || (this.typed?.side === side && this.typed.i === i);
  }

  /** Runs when typing pauses, and never while an input method is composing. */
  private onInput(event: InputEvent, side: Side, i: number): void {
    if (event.isComposing || this.composing) return;
    this.type((event.target as HTMLInputElement).value, side, i);
  }

  private onComposed(event: CompositionEvent, side: Side, i: number): void {
    this.composing = false;
    this.type((event.target as HTMLInputElement).value, side, i);
  }

  private type(text: string, side: Side, i: number): void {
    clearTimeout(this.waiting);
    this.typed = { text: wellFormed(text), side, i };
    this.waiting = setTimeout(() => this.commit(), PAUSE_MS);
  }

  private commit(): void {
    clearTimeout(this.waiting);
    const { store, typed } = this;
    this.typed = undefined;
    if (!store || !typed || this.composing) return;
    const { text, side, i } = typed;
    const hand = side === 'memory' ? 'memoryTokens' : 'tokens';
    const texts = store.submitted[side].map((old, at) => (at === i ? text : old));
    const tokens = store.submitted[hand].map((old, at) => (at === i ? null : old));
    store.update({ [side]: texts, [hand]: tokens });
  }

  /** Enter applies the text at once and closes its field. */
  private readonly onKey = (event: KeyboardEvent): void => {
    const typing = (event.target as Element).localName === 'input';
    if (event.key !== 'Enter' || !typing || event.isComposing) return;
    event.preventDefault();
    const { edited, store } = this;
    this.finish();
    // A refused text stays in its field, and so does who corrects it.
    if (store && edited && this.isWrong(store, edited.side, edited.i)) return;
    whenDrawn(this, () => this.lastEdit?.focus({ preventScroll: true }));
  };
}

/** `Sentence 2`; in a Transformer with two stacks, the name of the stack that reads it. */
function lineName(store: PlaygroundStore, side: Side, i: number): string {
  const words = store.t.ui;
  const second = side === 'memory';
  const several = store.submitted.sentences.length > 1;
  if (store.submitted.model === 'encoder-decoder') {
    const name = second ? words.source : words.target;
    return several ? `${name} ${i + 1}` : name;
  }
  if (several) return fill(second ? words.memoryN : words.sentenceN, { n: i + 1 });
  return second ? words.memory : words.sentence;
}

define('ap-input', ApInput);

declare global {
  interface HTMLElementTagNameMap {
    'ap-input': ApInput;
  }
}
