import { html, noChange, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { define } from '../../kit/define.js';
import { StoreElement } from '../../kit/store-element.js';
import { base } from '../../styles/index.js';
import { wellFormed } from '../../text/index.js';
import { fill } from '../../trace/names.js';
import { PRESETS } from '../presets.js';
import { LIMITS } from '../settings/limits.js';
import { SETTINGS } from '../settings/table.js';
import { DEFAULTS, hasMemory, type Patch } from '../state.js';
import type { PlaygroundStore } from '../store.js';
import { inputStyles } from './styles.js';
import './tokens.js';

const PAUSE_MS = 120;
type Side = 'sentences' | 'memory';

/** The input of sentences, cut into tokens: a second text for cross-attention, further ones for a batch. */
export class ApInput extends StoreElement<PlaygroundStore> {
  static override styles = [base, inputStyles];

  private waiting: ReturnType<typeof setTimeout> | undefined;
  private composing = false;
  /** Text in a field that is not yet in the store. */
  private typed: { text: string; side: Side; i: number } | undefined;

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
      class=${single ? 'single' : second ? 'cross' : 'self'}
      aria-label=${store.t.ui.input}
    >
      <div class="lines">
        ${sentences.map((_, i) => {
          const other = second && i < memory.length ? line('memory', i) : nothing;
          const own = line('sentences', i);
          return model === 'encoder-decoder' ? html`${other} ${own}` : html`${own} ${other}`;
        })}
      </div>
      ${this.renderActions(store)}
    </section>`;
  }

  private renderLine(store: PlaygroundStore, side: Side, i: number): TemplateResult {
    const words = store.t.ui;
    const { sentences } = store.submitted;
    const second = side === 'memory';
    const several = sentences.length > 1;
    const name = lineName(store, side, i);
    return html`<div class="line">
      <label>
        <span class="name ${second ? 'second' : 'soft'}">${name}</span>
        <input
          class="field text"
          name="${side}-${i}"
          autocomplete="off"
          spellcheck="false"
          placeholder=${words.placeholder}
          aria-invalid=${this.isWrong(store, side, i)}
          .value=${this.isBusy(side, i) ? noChange : live(store.submitted[side][i] ?? '')}
          data-applied
          @input=${(event: InputEvent) => this.onInput(event, side, i)}
          @compositionstart=${() => (this.composing = true)}
          @compositionend=${(event: CompositionEvent) => this.onComposed(event, side, i)}
          @change=${() => this.commit()}
          @keydown=${this.onKey}
        />
      </label>
      ${
        several && !second
          ? html`<button
              type="button"
              aria-label=${fill(words.removeSentence, { n: i + 1 })}
              @click=${() => this.removeLine(store, i)}
            >
              ${words.remove}
            </button>`
          : nothing
      }
      <ap-tokens .store=${store} .side=${side} .line=${i}></ap-tokens>
    </div>`;
  }

  private renderActions(store: PlaygroundStore): TemplateResult {
    const words = store.t.ui;
    const full = store.submitted.sentences.length >= LIMITS.sentences;
    return html`<div class="actions">
        <select
          name="example"
          aria-label=${words.example}
          @change=${(event: Event) => this.choose(store, event)}
        >
          <option value="">${words.chooseExample}</option>
          ${PRESETS.map(({ name }) => html`<option value=${name}>${words.presets[name]}</option>`)}
        </select>
        <select
          name="tokenizer"
          aria-label=${words.tokenizer}
          @change=${(event: Event) => this.cutBy(store, event)}
        >
          ${SETTINGS.tokenizer.type.words.map(
            (name) =>
              html`<option value=${name} .selected=${live(name === store.state.tokenizer)}>
                ${store.t.settings.tokenizer.choices[name]}
              </option>`,
          )}
        </select>
      </div>
      <div class="add">
        <button
          type="button"
          aria-label=${words.addSentence}
          ?disabled=${full}
          @click=${() => this.addLine(store)}
        >
          + ${words.oneMoreSentence}
        </button>
        ${full ? html`<span class="soft">${fill(words.batchFull, { n: LIMITS.sentences })}</span>` : nothing}
      </div>`;
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

  /** Enter applies the text at once. */
  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.isComposing) this.commit();
  };

  private choose(store: PlaygroundStore, event: Event): void {
    const select = event.target as HTMLSelectElement;
    const preset = PRESETS.find(({ name }) => name === select.value);
    select.value = '';
    if (preset) store.update(preset.patch);
  }

  private cutBy(store: PlaygroundStore, event: Event): void {
    const value = (event.target as HTMLSelectElement).value;
    const tokenizer = SETTINGS.tokenizer.type.words.find((name) => name === value);
    const { tokens, memoryTokens } = store.state;
    const nulls = (list: readonly unknown[]): null[] => list.map(() => null);
    if (tokenizer) {
      store.update({ tokenizer, tokens: nulls(tokens), memoryTokens: nulls(memoryTokens) });
    }
  }

  private addLine(store: PlaygroundStore): void {
    const { sentences, memory, tokens, memoryTokens, model } = store.submitted;
    const fitting = PRESETS.filter(({ patch }) => patch.model === model);
    const next = (fitting[sentences.length] ?? PRESETS[sentences.length])?.patch;
    const another = next?.sentences?.[0] ?? DEFAULTS.sentences[0]!;
    const patch: Patch = { sentences: [...sentences, another], tokens: [...tokens, null] };
    if (hasMemory(store.submitted)) {
      const own = model === 'encoder-decoder' ? next?.memory?.[0] : memory[memory.length - 1];
      patch.memory = [...memory, own ?? DEFAULTS.memory[0]!];
      patch.memoryTokens = [...memoryTokens, null];
    }
    store.update({ ...patch, batch: sentences.length });
    requestAnimationFrame(() => this.focusLast());
  }

  private focusLast(): void {
    const fields = this.renderRoot.querySelectorAll<HTMLInputElement>('[name^="sentences-"]');
    const last = fields[fields.length - 1];
    last?.focus();
    last?.select();
  }

  private removeLine(store: PlaygroundStore, i: number): void {
    const { sentences, memory, tokens, memoryTokens } = store.submitted;
    const others = <T>(list: readonly T[]): T[] => list.filter((_, at) => at !== i);
    const patch: Patch = { sentences: others(sentences), tokens: others(tokens) };
    if (memory.length > 1) {
      patch.memory = others(memory);
      patch.memoryTokens = others(memoryTokens);
    }
    store.update(patch);
  }
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
