/**
 * The words of a text for the search index: whole words, and single characters of Chinese, which has no
 * spaces. VitePress sends the function's text to the page, so it can use nothing from around it.
 */
export function searchWords(text: string): string[] {
  return text.match(/\p{Script=Han}|[^\s\p{P}\p{Script=Han}]+/gu) ?? [];
}
