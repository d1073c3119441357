import type { Numbers } from '../engine/types/computed.js';
import { isBlank, tokenise, wellFormed } from '../text/index.js';

/** The words that a trained model knows, and no others. */
export class KnownWords {
  private readonly words: ReadonlySet<string>;
  private readonly byLowerCase: ReadonlyMap<string, string>;
  private readonly longest: number;

  /** `likeness` gives one number for each word: how like the word at a place the model takes it. */
  constructor(
    readonly list: readonly string[],
    private readonly likeness?: (place: number) => Numbers,
  ) {
    this.words = new Set(list);
    this.byLowerCase = new Map(list.map((word) => [word.toLowerCase(), word]));
    this.longest = list.reduce((most, word) => Math.max(most, [...word].length), 1);
  }

  /** All but marks. */
  get plain(): string[] {
    return this.list.filter((word) => !isMark(word));
  }

  has(word: string): boolean {
    return this.words.has(word);
  }

  /**
   * A sentence as the model reads it: of Chinese characters the longest words that it knows, other words whatever their
   * case. Punctuation that it does not know is not read; any other word, and an emoji, stays as it is written.
   */
  tokens(text: string, most = Infinity): string[] {
    const tokens: string[] = [];
    for (const run of wellFormed(text).split(/(\p{Script=Han}+)/u)) {
      if (tokens.length >= most) break;
      const found = /\p{Script=Han}/u.test(run) ? this.cut(run) : this.spelled(run);
      tokens.push(...found);
    }
    return tokens.slice(0, most);
  }

  /** How like one of them the model takes each word: one number for each; undefined if it is not known. */
  likenessTo(word: string): Numbers | undefined {
    const place = this.list.indexOf(word);
    return place < 0 ? undefined : this.likeness?.(place);
  }

  /** Some of them, where no sentence is given. */
  some(count: number): string[] {
    return this.plain.slice(0, count);
  }

  private cut(run: string): string[] {
    const letters = [...run];
    const tokens: string[] = [];
    let unknown = '';
    for (let at = 0; at < letters.length;) {
      let length = Math.min(this.longest, letters.length - at);
      while (length > 0 && !this.has(letters.slice(at, at + length).join(''))) length -= 1;
      if (length === 0) {
        unknown += letters[at]!;
        at += 1;
        continue;
      }
      if (unknown) tokens.push(...tokenise(unknown, 'word'));
      unknown = '';
      tokens.push(letters.slice(at, at + length).join(''));
      at += length;
    }
    return unknown ? [...tokens, ...tokenise(unknown, 'word')] : tokens;
  }

  private spelled(run: string): string[] {
    return tokenise(run, 'word').flatMap((token) => {
      if (this.has(token)) return [token];
      const known = this.byLowerCase.get(token.toLowerCase());
      if (known !== undefined) return [known];
      const isMeant = /\p{Extended_Pictographic}|[^\p{P}\p{S}]/u.test(token) && !isBlank(token);
      return isMeant ? [token] : [];
    });
  }
}

/** `<sos>`, `[PAD]`, or punctuation. */
export function isMark(word: string): boolean {
  return !/^[\p{L}\p{N}]+$/u.test(word);
}
