import { html, noChange, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { define } from '../../kit/element/define.js';
import { Popover } from '../../kit/fields/popover.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { whenDrawn } from '../../kit/element/when-drawn.js';
import { base } from '../../styles/index.js';
import { wellFormed } from '../../text/index.js';
import { isOfSentence } from '../../trace/problem.js';
import { hasMemory, hasOneSentence } from '../state.js';
import type { PlaygroundStore } from '../store.js';
import type { Side } from '../words-read.js';
import { lineName, shortLineName } from './line-name.js';
import { SentenceBefore, withLine, type Line } from './sentence-before.js';
import { inputStyles } from './styles.js';
import { WordAsked } from './word-asked.js';
import type { ApWords } from './words.js';
import './words.js';

const PAUSE_MS = 120;

/**
 * The sentences in one line, cut into tokens: a second text for cross-attention, further ones for a batch. A text is
 * edited in place.
 *
 * @fires ap-edit - a text is being edited, or something is said of it: the tools for that are needed
 */
export class ApInput extends StoreElement<PlaygroundStore> {
  static override styles = [base, inputStyles];

  /** The text whose field is open. */
  @state() private edited: Line | undefined;

  private last: Line = { side: 'sentences', i: 0 };
  private readonly kept = new SentenceBefore();
  private readonly asked = new WordAsked(this, () => this.store);
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private composing = false;
  /** Text in a field that is not yet in the store. */
  private typed: { text: string; side: Side; i: number } | undefined;

  constructor() {
    super();
    new Popover(this, {
      isOpen: () => this.edited !== undefined || this.asked.isOpen,
      close: () => {
        this.finish();
        this.asked.close();
      },
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
    const line = (side: Side, i: number): TemplateResult => this.renderLine(store, side, i);
    return html`<section
      class="${hasOneSentence(store.submitted) ? 'single' : ''} ${this.edited ? 'editing' : ''}"
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
      ${this.renderTools(store)} ${this.renderMenu(store)}
    </section>`;
  }

  private renderLine(store: PlaygroundStore, side: Side, i: number): TemplateResult {
    const words = store.t.ui;
    const name = lineName(store, side, i);
    const tone = side === 'memory' ? 'second' : 'soft';
    const wrong = this.isWrong(store, side, i);
    const open = wrong || (this.edited?.side === side && this.edited.i === i);
    return html`<div class="line ${open ? 'open' : ''}">
      <label>
        <span class="name whole ${tone}">${name}</span>
        <span class="name short ${tone}">${shortLineName(store, side, i)}</span>
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
    const ask = ({ detail }: CustomEvent<number>): void => this.ask({ side, i }, detail);
    const asked = this.asked.placeIn({ side, i });
    if (store.isGuided) {
      return html`<ap-words
        class="cut"
        .store=${store}
        .side=${side}
        .line=${i}
        .asked=${asked}
        @click=${press}
        @ap-unknown=${ask}
      ></ap-words>`;
    }
    return html`<ap-tokens
      class="cut"
      .store=${store}
      .side=${side}
      .line=${i}
      .asked=${asked}
      @click=${press}
      @ap-unknown=${ask}
      >${store.submitted[side][i]}</ap-tokens
    >`;
  }

  /** A word that is not known, or why a sentence is not shown: below it, over the page. */
  private renderMenu(store: PlaygroundStore): TemplateResult | typeof nothing {
    const { word } = this.asked;
    if (!word && !(store.problem && isOfSentence(store.problem))) return nothing;
    const stood = word && this.kept.stood(store, word);
    return html`<ap-word-menu
      class="menu"
      .store=${store}
      .word=${word}
      .stood=${stood}
      @ap-taken=${this.onTaken}
    ></ap-word-menu>`;
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
    if (this.store) this.kept.keep(this.store, { side, i });
    this.edited = this.last = { side, i };
    this.asked.close();
    whenDrawn(this, () => {
      const field = this.fieldOf({ side, i });
      field?.focus();
      field?.select();
      field?.closest('.line')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
  }

  private fieldOf({ side, i }: Line): HTMLInputElement | null {
    return this.renderRoot.querySelector(`[name="${side}-${i}"]`);
  }

  private wordsOf(line: Line): ApWords | null | undefined {
    return this.fieldOf(line)?.closest('.line')?.querySelector<ApWords>('.cut');
  }

  private get menu(): HTMLElement | null {
    return this.renderRoot.querySelector('.menu');
  }

  /** Opens the menu of a word that is not known, or closes it. */
  private ask(line: Line, place: number): void {
    const isOpen = this.asked.placeIn(line) === place;
    this.asked.open(isOpen ? undefined : this.asked.of(line, place));
    this.last = line;
  }

  /** A known word stands there now: on to the next, or back to the text. */
  private readonly onTaken = (): void => {
    const line = this.edited ?? this.last;
    this.asked.open(this.edited ? undefined : this.asked.of(line));
    whenDrawn(this, () => this.focusAgain(line));
  };

  /** On the word that is asked about, in the field, or on what opens it. */
  private focusAgain(line: Line): void {
    const place = this.asked.placeIn(line);
    if (place >= 0) this.wordsOf(line)?.focusToken(place);
    else if (this.edited) this.fieldOf(line)?.focus();
    else this.lastEdit?.focus({ preventScroll: true });
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
    return store.problem !== undefined && isOfSentence(store.problem, { side, i });
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
    store.update(withLine(store, { side, i }, text));
    const { value = '', selectionEnd } = this.fieldOf({ side, i }) ?? {};
    this.asked.open(this.asked.typed({ side, i }, value.slice(0, selectionEnd ?? undefined)));
  }

  /** Enter applies the text, Escape takes it back, and the arrow leads to what is offered below. */
  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const typing = (event.target as Element).localName === 'input';
    const { menu } = this;
    if (event.key === 'Escape' && (this.edited || this.asked.isOpen)) this.takeBack();
    else if (event.key === 'Enter' && typing) this.apply();
    else if (event.key === 'ArrowDown' && typing && menu) menu.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  private apply(): void {
    const { edited, store } = this;
    this.finish();
    // A refused text stays in its field, and so does who corrects it.
    if (!edited || !store || this.isWrong(store, edited.side, edited.i)) return;
    this.asked.open(this.asked.of(edited));
    whenDrawn(this, () => this.focusAgain(edited));
  }

  private takeBack(): void {
    clearTimeout(this.waiting);
    this.typed = this.edited = undefined;
    this.asked.close();
    if (this.store) this.kept.takeBack(this.store);
    whenDrawn(this, () => this.lastEdit?.focus({ preventScroll: true }));
  }

  /** The menu stands at its word, or at the field. */
  protected override updated(): void {
    const { menu } = this;
    if (this.edited ?? menu) this.dispatchEvent(new CustomEvent('ap-edit'));
    if (!menu) return;
    const line = this.edited ?? this.last;
    const place = this.asked.placeIn(line);
    const at = (!this.edited && this.wordsOf(line)?.tokenAt(place)) || this.fieldOf(line);
    const bar = this.offsetParent?.getBoundingClientRect();
    const left = (at?.getBoundingClientRect().left ?? 0) - (bar?.left ?? 0);
    menu.style.setProperty('--at', `${left}px`);
  }
}

define('ap-input', ApInput);

declare global {
  interface HTMLElementTagNameMap {
    'ap-input': ApInput;
  }
}
