/**
 * Paths of which there may be no step, from an address or from another trace: compared with paths that there are by
 * how they are spelt. What a step is called and where it stands, it says itself.
 */

/** The part behind the last dot. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/**
 * How near another path is: parts before the name in common count, another number in the same place (`decoder.0`,
 * `decoder.1`) counts less, and what only the other has counts against it. Where one path has more parts, numbers in
 * the same place count different things.
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
