import { isMark, type KnownWords } from './known-words.js';

/** A word is offered for another if at most this share of its letters differs. */
const CLOSE = 1 / 3;

/**
 * Known words to take in place of one that is not known, best first: those that it may be misspelled from, then those that
 * the model takes most like the word that `stood` there.
 */
export function nearWords(
  known: KnownWords,
  word: string,
  count: number,
  stood?: string,
): string[] {
  const spelled = spelledLike(known, word).slice(0, count);
  const alike = stood === undefined ? [] : alikeIn(known, stood, count);
  return [...new Set([...spelled, ...alike])].slice(0, count);
}

/** The known words that one that is not known may be misspelled from. */
function spelledLike({ plain }: KnownWords, word: string): string[] {
  const own = scriptOf(word);
  return plain
    .filter((known) => scriptOf(known) === own)
    .map((known) => ({ known, far: distance(word.toLowerCase(), known.toLowerCase()) }))
    .sort((a, b) => a.far - b.far)
    .filter(({ known, far }) => far <= Math.max(1, known.length * CLOSE))
    .map(({ known }) => known);
}

/** Words of the same script, first the one that the model takes most like it, which is the word itself. */
function alikeIn(known: KnownWords, word: string, count: number): string[] {
  const likeness = known.likenessTo(word);
  if (!likeness) return [];
  const left = new Set(
    [...known.list.keys()].filter((place) => {
      const other = known.list[place]!;
      return scriptOf(other) === scriptOf(word) && !isMark(other);
    }),
  );
  const chosen: string[] = [];
  while (chosen.length < count && left.size > 0) {
    const best = [...left].reduce((a, b) => (likeness[b]! > likeness[a]! ? b : a));
    left.delete(best);
    chosen.push(known.list[best]!);
  }
  return chosen;
}

function scriptOf(word: string): 'han' | 'other' {
  return /\p{Script=Han}/u.test(word) ? 'han' : 'other';
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
