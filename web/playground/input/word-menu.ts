import { css, html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { define } from '../../kit/element/define.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { offeredStyles, renderOffered } from '../../parts/learned/offered-words.js';
import { base } from '../../styles/index.js';
import { replaced } from '../../text/replaced.js';
import { fill } from '../../trace/names.js';
import { problemText } from '../../trace/problem-text.js';
import type { PlaygroundStore } from '../store.js';
import { knownBy, typedTokens, type UnknownWord } from '../words-read.js';
import { tokensName, withLine } from './sentence-before.js';

/**
 * What is said of a sentence below it, over the page: why it is not shown, or that a word is not known, with known ones to
 * take in its place.
 *
 * @fires ap-taken - a word was taken
 */
export class ApWordMenu extends StoreElement<PlaygroundStore> {
  static override styles = [
    base,
    offeredStyles,
    css`
      :host {
        display: grid;
        gap: 8px;
        padding: 10px 12px;
        border: 1px solid var(--ap-line);
        border-radius: var(--ap-radius);
        background: var(--ap-ground);
        box-shadow: var(--ap-shadow);
        font-size: var(--ap-text-s);
      }
      p {
        margin: 0;
        text-wrap: pretty;
      }
      .random {
        justify-self: start;
      }
    `,
  ];

  /** The word that is not known; undefined if the sentence is wrong in another way. */
  @property({ attribute: false }) word: UnknownWord | undefined;
  /** The known word that stood there before. */
  @property() stood: string | undefined;

  override focus(): void {
    this.renderRoot.querySelector('button')?.focus();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store, word } = this;
    if (!store) return nothing;
    const t = store.t.models;
    const learned = store.submittedModel;
    if (!word || !learned) {
      const { problem } = store;
      return html`<p role="status">${problem ? problemText(store, problem) : nothing}</p>`;
    }
    const reads = store.problem?.code === 'unknown_words' ? t.readsNone : t.readsRest;
    return html`<p role="status">${fill(t.unknown, { word: word.word })}<br />${reads}</p>
      ${renderOffered(
        {
          word: word.word,
          known: knownBy(learned, word.side),
          stood: this.stood,
          take: (known) => this.take(store, word, known),
        },
        t.knows,
      )}
      <button type="button" class="random" @click=${() => store.update({ parameters: 'random' })}>
        ${t.randomInstead}
      </button>`;
  }

  /** Of a text the word is replaced in it, of tokens by hand among them. */
  private take(store: PlaygroundStore, { side, line: i, word }: UnknownWord, known: string): void {
    const { submitted } = store;
    const tokens = typedTokens(submitted, store.submittedModel)[side][i]!;
    const byHand = submitted[tokensName(side)][i];
    const text = submitted[side][i] ?? '';
    store.update(
      byHand
        ? withLine(
            store,
            { side, i },
            text,
            tokens.map((one) => (one === word ? known : one)),
          )
        : withLine(store, { side, i }, replaced(text, tokens, word, known)),
    );
    this.dispatchEvent(new CustomEvent('ap-taken'));
  }
}

define('ap-word-menu', ApWordMenu);

declare global {
  interface HTMLElementTagNameMap {
    'ap-word-menu': ApWordMenu;
  }
}
