import { css, html, nothing, type TemplateResult } from 'lit';
import type { KnownWords } from '../../learned/known-words.js';
import { define } from '../../kit/define.js';
import { StoreElement } from '../../kit/store-element.js';
import { base } from '../../styles/index.js';
import { fill } from '../../trace/names.js';
import type { Patch } from '../state.js';
import type { PlaygroundStore } from '../store.js';
import { tokensOf, type UnknownWord } from '../validation.js';
import { words, type Texts } from './texts/index.js';

/** So many words are offered for one that is not known. */
const OFFERED = 6;

/** Each word of a sentence that the trained model does not know, with known ones to take in its place. */
export class ApUnknownWords extends StoreElement<PlaygroundStore> {
  static override styles = [
    base,
    css`
      ul {
        display: grid;
        gap: 6px;
        margin: 0;
        padding: 8px var(--ap-gap);
        border-block-end: 1px solid var(--ap-line);
        font-size: var(--ap-text-s);
        list-style: none;
      }
      li {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 8px;
      }
      select {
        max-inline-size: 12em;
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    const unknown = store?.unknownWords ?? [];
    const learned = store?.models.of(store.submitted.parameters);
    if (!store || !learned || unknown.length === 0) return nothing;
    const t = words[store.state.lang];
    const random = (): void => store.update({ parameters: 'random' });
    return html`<ul>
      ${unknown.map((one) => {
        const known = one.side === 'memory' ? learned.sourceWords : learned.words;
        return renderWord(store, one, known, t);
      })}
      <li><button type="button" @click=${random}>${t.randomInstead}</button></li>
    </ul>`;
  }
}

function renderWord(
  store: PlaygroundStore,
  unknown: UnknownWord,
  known: KnownWords,
  t: Texts,
): TemplateResult {
  const take = (word: string): void => store.update(replaced(store, unknown, word));
  const rest = ({ target }: Event): void => take((target as HTMLSelectElement).value);
  return html`<li>
    <span>${fill(t.unknown, { word: unknown.word })}</span>
    <span>${t.instead}</span>
    ${known
      .near(unknown.word, OFFERED)
      .map((word) => html`<button type="button" @click=${() => take(word)}>${word}</button>`)}
    <select aria-label=${fill(t.unknown, { word: unknown.word })} @change=${rest}>
      <option>${fill(t.allWords, { n: known.list.length })}</option>
      ${known.list.map((word) => html`<option value=${word}>${word}</option>`)}
    </select>
  </li>`;
}

/** The sentence with a known word in place of one that is not, as tokens by hand. */
function replaced(store: PlaygroundStore, { side, line, place }: UnknownWord, word: string): Patch {
  const { submitted } = store;
  const tokens = tokensOf(submitted, store.models.of(submitted.parameters))[side];
  const name = side === 'memory' ? 'memoryTokens' : 'tokens';
  return {
    [name]: submitted[name].map((byHand, at) =>
      at === line ? tokens[line]!.map((token, i) => (i === place ? word : token)) : byHand,
    ),
  };
}

define('ap-unknown-words', ApUnknownWords);

declare global {
  interface HTMLElementTagNameMap {
    'ap-unknown-words': ApUnknownWords;
  }
}
