import type { ReactiveController, ReactiveElement } from 'lit';
import { isOfSentence } from '../../trace/problem.js';
import type { PlaygroundStore } from '../store.js';
import { unknownWords, type UnknownWord } from '../words-read.js';
import type { Line } from './sentence-before.js';

/** Which word that a trained model does not know is asked about: its menu is open. */
export class WordAsked implements ReactiveController {
  private place: Omit<UnknownWord, 'word'> | undefined;

  constructor(
    private readonly host: ReactiveElement,
    private readonly store: () => PlaygroundStore | undefined,
  ) {
    host.addController(this);
  }

  hostConnected(): void {}

  get isOpen(): boolean {
    return this.place !== undefined;
  }

  close(): void {
    if (!this.place) return;
    this.place = undefined;
    this.host.requestUpdate();
  }

  open(word: UnknownWord | undefined): void {
    this.place = word;
    this.host.requestUpdate();
  }

  /** The place among the tokens of a sentence; -1 if it is asked about none of them. */
  placeIn({ side, i }: Line): number {
    const { place } = this;
    return place?.side === side && place.line === i ? place.place : -1;
  }

  /** That word; else the first of a sentence of which none is known, which cannot be shown. */
  get word(): UnknownWord | undefined {
    const store = this.store();
    if (!store) return undefined;
    const { place } = this;
    if (place) return this.find((one) => isSamePlace(one, place));
    const { problem } = store;
    if (problem?.code !== 'unknown_words') return undefined;
    return this.find(({ side, line: i }) => isOfSentence(problem, { side, i }));
  }

  /** The word of a sentence at a place, or the first one. */
  of({ side, i }: Line, place?: number): UnknownWord | undefined {
    return this.find(
      (one) => one.side === side && one.line === i && (place === undefined || one.place === place),
    );
  }

  /** The word that is being typed: the last one of what stands before the cursor. */
  typed({ side, i }: Line, before: string): UnknownWord | undefined {
    const store = this.store();
    if (!store || /\s$/.test(before)) return undefined;
    const { submitted, submittedModel } = store;
    const texts = { ...submitted, [side]: submitted[side].map(() => before) };
    const last = unknownWords(texts, submittedModel)
      .filter((one) => one.side === side && one.line === i)
      .at(-1);
    return last && before.endsWith(last.word) ? this.of({ side, i }, last.place) : undefined;
  }

  private find(is: (one: UnknownWord) => boolean): UnknownWord | undefined {
    return this.store()?.submittedUnknown.find(is);
  }
}

const isSamePlace = (one: UnknownWord, { side, line, place }: Omit<UnknownWord, 'word'>): boolean =>
  one.side === side && one.line === line && one.place === place;
