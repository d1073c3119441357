/** Signs of Markdown, of formulas on GitHub (`$`) and of its mentions; `|` ends a cell. */
const SIGNS = /[\\`*_[\]<>|~&$#@]|:(?=\/\/)/g;

const controls: Readonly<Record<string, string>> = { '\n': '\\\\n', '\r': '\\\\r', '\t': '\\\\t' };

/** A text that Markdown reads as text, also in a cell of a table: blanks that it would drop are written by their numbers. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(SIGNS, '\\$&')
    .replace(/\b(www)\./gi, '$1\\.')
    .replace(/[\n\r\t]/g, (sign) => controls[sign]!)
    .replace(/\p{Surrogate}|[\0-\x1f\x7f\ufffe\uffff]/gu, '\ufffd')
    .replace(/^ | $| (?= )/g, '&#32;');
}
