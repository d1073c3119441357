import { isBlank, tokenise, wellFormed } from '../text/index.js';

/** A word is offered for another if at most this share of its letters differs. */
const CLOSE = 1 / 3;

/** The words that a trained model knows, and no others. */
export class KnownWords {
  private readonly words: ReadonlySet<string>;
  private readonly byLowerCase: ReadonlyMap<string, string>;
  private readonly longest: number;

  constructor(readonly list: readonly string[]) {
    this.words = new Set(list);
    this.byLowerCase = new Map(list.map((word) => [word.toLowerCase(), word]));
    this.longest = list.reduce((most, word) => Math.max(most, [...word].length), 1);
  }

  has(word: string): boolean {
    return this.words.has(word);
  }

  /**
   * A sentence as the model reads it: of Chinese characters the longest words that it knows, other words whatever their
   * case. Punctuation that it does not know is not read; any other word stays as it is written.
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

  /** The known words that one that is not known may be misspelled from, best first. */
  near(word: string, count: number): string[] {
    const own = scriptOf(word);
    return this.list
      .filter((known) => scriptOf(known) === own && !isMark(known))
      .map((known) => ({ known, far: distance(word.toLowerCase(), known.toLowerCase()) }))
      .sort((a, b) => a.far - b.far)
      .filter(({ known, far }) => far <= Math.max(1, known.length * CLOSE))
      .slice(0, count)
      .map(({ known }) => known);
  }

  /** Some of them, where no sentence is given. */
  some(count: number): string[] {
    return this.list.filter((word) => !isMark(word)).slice(0, count);
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
      return /^[\p{P}\p{S}]+$/u.test(token) || isBlank(token) ? [] : [token];
    });
  }
}

function scriptOf(word: string): 'han' | 'other' {
  return /\p{Script=Han}/u.test(word) ? 'han' : 'other';
}

/** `<sos>`, `[PAD]`, or punctuation. */
function isMark(word: string): boolean {
  return !/^[\p{L}\p{N}]+$/u.test(word);
}

/** How many letters must be changed, added or left out (Levenshtein 1966). */
function distance(from: string, to: string): number {
  const [a, b] = [[...from], [...to]];
  let row = b.map((_, i) => i + 1);
  for (const [i, letter] of a.entries()) {
    let before = i;
    let left = i + 1;
    row = row.map((above, j) => {
      left = Math.min(left + 1, above + 1, before + (letter === b[j] ? 0 : 1));
      before = above;
      return left;
    });
  }
  return row.at(-1) ?? a.length;
}
