/**
 * What a step's path says: `decoder.0.self_attention.heads.2.scores` is called `scores`, belongs to head 2, and lies
 * in the scope `decoder.0.self_attention`, which all heads of that attention share.
 */
const HEAD = /(^|\.)heads\.(\d+)\./;

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** '' for a bare path. */
export function scopeOf(path: string): string {
  const bare = path.replace(HEAD, '$1');
  return bare.slice(0, Math.max(0, bare.lastIndexOf('.')));
}

/** Number of the head a step belongs to by its path. */
export function headOfPath(path: string): number | undefined {
  const match = HEAD.exec(path);
  return match ? Number(match[2]) : undefined;
}

/** The path of the same step of another head; itself where heads have no steps of their own. */
export function withHead(path: string, head: number): string {
  return path.replace(HEAD, `$1heads.${head}.`);
}

/**
 * How near another scope is: parts in common count, the same kind of part (`decoder.0`, `decoder.1`) counts less, and
 * what only the other has counts against it.
 */
export function nearness(scope: string, other: string): number {
  const [parts, others] = [scope, other].map((one) => (one ? one.split('.') : []));
  return others!.reduce((sum, part, i) => {
    const facing = parts![i];
    if (part === facing) return sum + 4;
    return sum + (isNumber(part) && isNumber(facing) ? 2 : -1);
  }, 0);
}

function isNumber(part: string | undefined): boolean {
  return part !== undefined && /^\d+$/.test(part);
}
