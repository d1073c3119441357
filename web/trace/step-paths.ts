/**
 * Paths from an address or another trace, which may have no step here: they are compared with existing paths as text.
 * For a step that exists, use its `name` and `scope`.
 */

/** The part after the last dot. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/**
 * How similar another path is: equal parts before the name count most, another number in the same place (`decoder.0`,
 * `decoder.1`) counts less, and parts that only the other path has count against it. If the paths have different
 * numbers of parts, numbers in the same place mean different things and do not count.
 */
export function nearness(path: string, other: string): number {
  const parts = path.split('.').slice(0, -1);
  const others = other.split('.').slice(0, -1);
  const counts = parts.length === others.length;
  return others.reduce((sum, part, i) => {
    const facing = parts[i];
    const numbers = isNumber(part) && isNumber(facing);
    if (part === facing && (counts || !numbers)) return sum + 4;
    return sum + (counts && numbers ? 2 : -1);
  }, 0);
}

function isNumber(part: string | undefined): boolean {
  return Boolean(part) && Number.isInteger(Number(part));
}
