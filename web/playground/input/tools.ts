import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { define } from '../../kit/element/define.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { base } from '../../styles/index.js';
import { fill } from '../../trace/names.js';
import { PRESETS } from '../examples/presets.js';
import { nextSentence } from '../examples/sentences.js';
import { LIMITS } from '../settings/limits.js';
import { SETTINGS } from '../settings/table.js';
import { hasMemory, type Patch } from '../state.js';
import type { PlaygroundStore } from '../store.js';
import { toolsStyles } from './tools-styles.js';

/**
 * The examples; while a text is edited, also what concerns the texts.
 *
 * @fires ap-line - a sentence was added, whose number is `detail`; or one was removed
 */
export class ApInputTools extends StoreElement<PlaygroundStore> {
  static override styles = [base, toolsStyles];

  /** The number of the text that is edited. */
  @property({ attribute: false }) edited: number | undefined;

  protected override render(): TemplateResult | typeof nothing {
    const { store, edited } = this;
    if (!store) return nothing;
    const isEdited = edited !== undefined;
    const words = store.t.ui;
    const { sentences } = store.submitted;
    const full = sentences.length >= LIMITS.sentences;
    return html`<select
        name="example"
        aria-label=${words.example}
        ?hidden=${store.isGuided && !isEdited}
        @change=${(event: Event) => this.choose(store, event)}
      >
        <option value="">${words.chooseExample}</option>
        ${Object.entries(store.t.examples.names).map(([name, text]) => html`<option value=${name}>${text}</option>`)}
      </select>
      <select
        name="tokenizer"
        aria-label=${words.tokenizer}
        ?hidden=${!isEdited}
        @change=${(event: Event) => this.cutBy(store, event)}
      >
        ${SETTINGS.tokenizer.type.words.map(
          (name) =>
            html`<option value=${name} .selected=${live(name === store.state.tokenizer)}>
              ${store.t.settings.tokenizer.choices[name]}
            </option>`,
        )}
      </select>
      <button
        type="button"
        aria-label=${words.addSentence}
        ?hidden=${!isEdited || full}
        @click=${() => this.addLine(store)}
      >
        + ${words.oneMoreSentence}
      </button>
      ${full && isEdited ? html`<span class="soft">${fill(words.batchFull, { n: LIMITS.sentences })}</span>` : nothing}
      ${
        isEdited && sentences.length > 1
          ? html`<button
              type="button"
              aria-label=${fill(words.removeSentence, { n: edited + 1 })}
              @click=${() => this.removeLine(store, edited)}
            >
              ${words.remove}
            </button>`
          : nothing
      } `;
  }

  private choose(store: PlaygroundStore, event: Event): void {
    const select = event.target as HTMLSelectElement;
    const { value } = select;
    select.value = '';
    const preset = PRESETS.find(({ name }) => name === value);
    if (preset) store.show(preset);
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
    const { sentences, memory, tokens, memoryTokens } = store.submitted;
    const { own, second = memory[memory.length - 1]! } = nextSentence(store.submitted);
    const patch: Patch = { sentences: [...sentences, own], tokens: [...tokens, null] };
    if (hasMemory(store.submitted)) {
      patch.memory = [...memory, second];
      patch.memoryTokens = [...memoryTokens, null];
    }
    store.update({ ...patch, batch: sentences.length });
    this.tell(sentences.length);
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
    this.tell(undefined);
  }

  private tell(detail: number | undefined): void {
    this.dispatchEvent(new CustomEvent('ap-line', { detail }));
  }
}

define('ap-input-tools', ApInputTools);

declare global {
  interface HTMLElementTagNameMap {
    'ap-input-tools': ApInputTools;
  }
}
