/**
 * The words of a text that is clicked, as it shows them and without the signs around them. Its author separates them by spaces, also in
 * Chinese: where a browser would cut a word is not the same everywhere.
 */
export const wordsOf = (text: string): { shown: string; word: string }[] =>
  text
    .split(/\s+/)
    .filter((shown) => shown !== '')
    .map((shown) => ({ shown, word: shown.replace(/^\p{P}+|\p{P}+$/gu, '') || shown }));
