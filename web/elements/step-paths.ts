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

/** How near two scopes are: equal parts count, an equal kind of part (`decoder.0`, `decoder.1`) counts less. */
export function nearness(scope: string, other: string): number {
  const [parts, others] = [scope, other].map((one) => (one ? one.split('.') : []));
  const same = parts!.reduce((sum, part, i) => {
    const facing = others![i];
    if (part === facing) return sum + 4;
    return isNumber(part) && isNumber(facing) ? sum + 2 : sum;
  }, 0);
  return same - Math.abs(parts!.length - others!.length);
}

function isNumber(part: string | undefined): boolean {
  return part !== undefined && /^\d+$/.test(part);
}
