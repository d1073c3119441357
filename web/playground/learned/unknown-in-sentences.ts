import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../kit/element/define.js';
import { StoreElement } from '../../kit/element/store-element.js';
import '../../parts/learned/unknown-words.js';
import type { Patch } from '../state.js';
import type { PlaygroundStore } from '../store.js';
import { tokensOf, type UnknownWord } from '../validation.js';

/** What the trained model does not know of what was submitted. */
export class ApUnknownInSentences extends StoreElement<PlaygroundStore> {
  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    const learned = store?.models.of(store.submitted.parameters);
    if (!store || !learned) return nothing;
    const words = store.unknownWords.map((unknown) => ({
      word: unknown.word,
      known: unknown.side === 'memory' ? learned.sourceWords : learned.words,
      take: (known: string) => store.update(replaced(store, unknown, known)),
    }));
    return html`<ap-unknown-words
      .words=${words}
      .texts=${store.t.models}
      .random=${() => store.update({ parameters: 'random' })}
    ></ap-unknown-words>`;
  }
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

define('ap-unknown-in-sentences', ApUnknownInSentences);

declare global {
  interface HTMLElementTagNameMap {
    'ap-unknown-in-sentences': ApUnknownInSentences;
  }
}
