import type { Edit } from '../../engine/types.js';
import { parseNumber, shortest } from '../../trace/numbers.js';

/** `path*index*value`, one after the other; a path is omitted if it is that of the edit before. */
export function writeEdits(edits: readonly Edit[]): string {
  let before = '';
  return edits
    .map(({ path, index, value }) => {
      const name = path === before ? '' : path;
      before = path;
      return [name, index.join('.'), value === -Infinity ? '-inf' : shortest(value)].join('*');
    })
    .join('*');
}

/** Unchecked. */
export function readEdits(text: string): Partial<Edit>[] {
  const parts = text.split('*');
  const edits: Partial<Edit>[] = [];
  let path = '';
  for (let i = 0; i < parts.length; i += 3) {
    path = parts[i] || path;
    const value = Math.fround(parseNumber(parts[i + 2] ?? ''));
    const index = (parts[i + 1] ?? '').split('.').map((one) => (one === '' ? NaN : Number(one)));
    edits.push({ path, index, value });
  }
  return edits;
}
