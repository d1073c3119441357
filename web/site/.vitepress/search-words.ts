// How the site's search takes texts and queries apart. VitePress sends the text of these functions to the page, so none of them can
// use anything from around it.

import type { DefaultTheme } from 'vitepress';

/**
 * The words of a text: whole words, and single characters of Chinese, which has no spaces. √d_k is also found as sqrt d_k, and
 * `isCausal` as is_causal, as PyTorch writes it; dQ stays whole. Of a query (it has no `field`) the small words are left out, since
 * all others must be found: “attention in the browser” is also one in a browser.
 */
export function searchWords(text: string, field?: string): string[] {
  const words = text
    .replaceAll('√', ' sqrt ')
    .match(/\p{Script=Han}|[^\s\p{P}\p{Script=Han}]+/gu)
    ?.flatMap((word) => {
      const parts = word.match(/\p{Lu}?[^\p{Lu}]+|\p{Lu}+/gu) ?? [];
      if (parts.length === 1 || parts.some(({ length }) => length === 1)) return [word];
      return field ? [word, ...parts] : parts;
    });
  if (!words || field) return words ?? [];
  const small =
    /^(a|an|and|are|as|at|by|do|does|for|from|how|i|in|is|not|of|on|or|the|to|vs|what|with)$/i;
  const telling = words.filter((word) => !small.test(word));
  return telling.length > 0 ? telling : words;
}

/** A misspelt letter is forgiven in a word of five: “mask” is not “task”. */
export function forgiven(word: string): number | false {
  return word.length > 4 ? 0.2 : false;
}

/** A reference has all words in few lines: what explains them comes first. */
export function weightOf(id: string): number {
  return /\/guide\/elements\b/.test(id) ? 0.5 : 1;
}

export const miniSearch: DefaultTheme.LocalSearchOptions['miniSearch'] = {
  options: { tokenize: searchWords },
  searchOptions: { combineWith: 'AND', fuzzy: forgiven, boostDocument: weightOf },
};
