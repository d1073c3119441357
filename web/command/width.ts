import stringWidth from 'string-width';

const PLAIN = /^[\x20-\x7e−∞…⋮]*$/;

/** How many columns of a terminal a text takes. Most are numbers, of which it is known: the rules of Unicode take their time. */
export const widthOf = (text: string): number =>
  PLAIN.test(text) ? text.length : stringWidth(text);

/** What stays on one line: a word, or a Chinese character, each with the punctuation that belongs to it. */
const PIECES =
  /（*\p{Script=Han}[\p{Pe}\p{Pf}\p{Po}]*|（*[^\s\p{Script=Han}、，；：。（）]+[、，；：。）]*\s*|[、，；：。（）]+|\s+/gu;

/** Lines that are no longer than the terminal is wide; Chinese may end anywhere but before punctuation. */
export function wrapped(text: string, width: number): string[] {
  const pieces = text.match(PIECES) ?? [];
  const lines: string[] = [''];
  for (const piece of pieces) {
    const line = lines.at(-1)!;
    if (line !== '' && widthOf((line + piece).trimEnd()) > width) lines.push(piece.trimStart());
    else lines[lines.length - 1] = line + piece;
  }
  return lines.map((line) => line.trimEnd());
}
