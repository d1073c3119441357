/** How a sentence is cut: words, with punctuation as separate tokens, or characters as a reader counts them. */
export type Tokenizer = 'word' | 'character';

/** Half a surrogate pair is not a character: it becomes U+FFFD, as browsers and the engine do. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

/**
 * The tokens of a sentence, without spaces; stops after `most` of them, so that a very long text costs no more than
 * a long one.
 */
export function tokenise(text: string, by: Tokenizer, most = Infinity): string[] {
  const tokens: string[] = [];
  for (const piece of pieces(wellFormed(text), by)) {
    if (tokens.length >= most) break;
    if (!isBlank(piece)) tokens.push(piece);
  }
  return tokens;
}

/** Whether a text shows nothing: spaces, line breaks, marks without width. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\u200B\u2060\uFEFF]*$/u.test(text);
}

/** Special tokens, such as [BOS] and <eos>, stay whole in either spelling. */
const MARK = /(\[[A-Z]+\]|<\/?[a-z]+>)/;

function* pieces(text: string, by: Tokenizer): Generator<string> {
  for (const [i, part] of text.split(MARK).entries()) {
    if (i % 2 === 1) yield part;
    else if (by === 'word' && hasOwnWords(part)) yield* matches(part, /[\p{L}\p{N}\p{M}'’]+|\S/gu);
    else yield* segments(part, by);
  }
}

/** Spaces between Chinese characters mark the ends of words; a dictionary would only cut the words further. */
function hasOwnWords(text: string): boolean {
  return /\p{Script=Han}\s+\p{Script=Han}/u.test(text);
}

function* segments(text: string, by: Tokenizer): Generator<string> {
  if (typeof Intl.Segmenter === 'function') {
    const granularity = by === 'word' ? 'word' : 'grapheme';
    const segmenter = new Intl.Segmenter(languageOf(text), { granularity });
    for (const { segment } of segmenter.segment(text)) yield segment;
  } else if (by === 'word') {
    yield* matches(text, /\p{Script=Han}|[\p{L}\p{N}\p{M}'’]+|[^\p{L}\p{N}\s]\p{M}*/gu);
  } else yield* matches(text, /\P{M}\p{M}*|\p{M}+/gu);
}

function* matches(text: string, pattern: RegExp): Generator<string> {
  for (const [piece] of text.matchAll(pattern)) yield piece;
}

/** The language whose dictionary finds words: Chinese script has no spaces. */
function languageOf(text: string): string {
  return /\p{Script=Han}/u.test(text) ? 'zh' : 'en';
}
