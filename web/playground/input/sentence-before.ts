import type { PlaygroundStore } from '../store.js';
import type { Patch } from '../state.js';
import { typedTokens, type Side, type UnknownWord } from '../words-read.js';

/** Where a sentence stands. */
export interface Line {
  side: Side;
  i: number;
}

/** Names of the settings of a text: as it is typed, and its tokens by hand. */
export const tokensName = (side: Side): 'tokens' | 'memoryTokens' =>
  side === 'memory' ? 'memoryTokens' : 'tokens';

/** The change of one sentence among several. */
export const withLine = (
  { submitted }: PlaygroundStore,
  { side, i }: Line,
  text: string,
  byHand: string[] | null = null,
): Patch => ({
  [side]: submitted[side].map((old, at) => (at === i ? text : old)),
  [tokensName(side)]: submitted[tokensName(side)].map((old, at) => (at === i ? byHand : old)),
});

/** A sentence as it was before somebody began to edit it: to take it back, and to know which word stood where. */
export class SentenceBefore {
  private kept: (Line & { text: string; byHand: string[] | null; tokens: string[] }) | undefined;

  /** A sentence with words that the model does not know is no place to go back to. */
  keep(store: PlaygroundStore, { side, i }: Line): void {
    const isSame = this.kept?.side === side && this.kept.i === i;
    const isWhole = !store.unknownWords.some((one) => one.side === side && one.line === i);
    if (isSame && !isWhole) return;
    const { state } = store;
    this.kept = {
      side,
      i,
      text: state[side][i] ?? '',
      byHand: state[tokensName(side)][i] ?? null,
      tokens: isWhole ? (store.tokens[side][i] ?? []) : [],
    };
  }

  takeBack(store: PlaygroundStore): void {
    const { kept } = this;
    if (!kept || kept.i >= store.submitted[kept.side].length) return;
    const { submitted } = store;
    const same = submitted[kept.side][kept.i] === kept.text;
    if (!same) store.update(withLine(store, kept, kept.text, kept.byHand));
  }

  /** The word that stood where one of the present tokens stands: between what is equal at the beginning and at the end. */
  stood(store: PlaygroundStore, { side, line: i, place }: UnknownWord): string | undefined {
    const tokens = typedTokens(store.submitted, store.submittedModel)[side][i] ?? [];
    const before = this.kept?.side === side && this.kept.i === i ? this.kept.tokens : [];
    const most = Math.min(before.length, tokens.length);
    let start = 0;
    while (start < most && before[start] === tokens[start]) start += 1;
    let end = 0;
    while (end < most - start && before.at(-1 - end) === tokens.at(-1 - end)) end += 1;
    const replaced = before.slice(start, before.length - end);
    return replaced[Math.min(place - start, replaced.length - 1)];
  }
}
