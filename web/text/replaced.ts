/** A sentence with another word in place of every token that is `unknown`; the rest stays as it is written. */
export function replaced(
  text: string,
  tokens: readonly string[],
  unknown: string,
  known: string,
): string {
  let written = '';
  let rest = text;
  for (const token of tokens) {
    // A token that is known may be written in another case.
    const at = rest.toLowerCase().indexOf(token.toLowerCase());
    if (at < 0) continue;
    const end = at + token.length;
    written += rest.slice(0, at) + (token === unknown ? known : rest.slice(at, end));
    rest = rest.slice(end);
  }
  return written + rest;
}
