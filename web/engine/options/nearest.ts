// The name that somebody may have meant.

/** Beyond this share of letters, names have nothing to do with each other. */
const largestDistance = 0.5;

/** As other libraries write it: `is_causal`, `numheads`. */
const plain = (name: string) => name.replace(/[^a-z\d]/gi, '').toLowerCase();

/** The most similar of these names; undefined if none is similar. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  // No known name is half as long.
  const meant = plain(name.slice(0, 64));
  let found: string | undefined;
  let least = largestDistance;
  for (const each of names) {
    const known = plain(each);
    const distance = editsBetween(meant, known) / Math.max(meant.length, known.length);
    if (distance >= least) continue;
    found = each;
    least = distance;
  }
  return found;
}

/** The number of letters to insert, remove or replace (Levenshtein). */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const replaced = (row[j] as number) + Number(letter !== other);
      next.push(Math.min(replaced, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
