import type { Edit } from '../../engine/types/index.js';
import { parseNumber, shortest } from '../../trace/numbers.js';

/** Cells that one number was given to: from the first to the last place along each axis. */
interface Box {
  path: string;
  first: readonly number[];
  last: readonly number[];
  value: number;
}

/** `path*index*value`, one after the other; a path is omitted if it is that of the edit before, and `0-9` stands for places. */
export function writeEdits(edits: readonly Edit[]): string {
  let before = '';
  return boxesOf(edits)
    .map(({ path, first, last, value }) => {
      const name = path === before ? '' : path;
      before = path;
      const index = first.map((at, i) => (at === last[i] ? `${at}` : `${at}-${last[i]}`));
      return [name, index.join('.'), value === -Infinity ? '-inf' : shortest(value)].join('*');
    })
    .join('*');
}

/** Unchecked; at most so many. */
export function readEdits(text: string, most: number): Partial<Edit>[] {
  const parts = text.split('*');
  const edits: Partial<Edit>[] = [];
  let path = '';
  for (let i = 0; i < parts.length; i += 3) {
    path = parts[i] || path;
    const value = Math.fround(parseNumber(parts[i + 2] ?? ''));
    for (const index of cellsOf(parts[i + 1] ?? '', most + 1 - edits.length)) {
      edits.push({ path, index, value });
    }
  }
  return edits;
}

/** Edits that follow each other, of whole boxes as a cut head is one, each as one. */
function boxesOf(edits: readonly Edit[]): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < edits.length;) {
    const { path, index, value } = edits[at]!;
    let end = at + 1;
    while (end < edits.length && edits[end]!.path === path && edits[end]!.value === value) end += 1;
    const run = edits.slice(at, end);
    const box = { path, first: index, last: run.at(-1)!.index, value };
    const cells = listed(box.first, box.last, run.length + 1);
    const whole =
      cells.length === run.length && run.every((edit, i) => edit.index.join() === cells[i]!.join());
    if (whole) boxes.push(box);
    else boxes.push(...run.map((edit) => ({ path, first: edit.index, last: edit.index, value })));
    at = end;
  }
  return boxes;
}

/** All cells from the first to the last place along each axis, row by row; at most so many. */
function listed(first: readonly number[], last: readonly number[], most: number): number[][] {
  const cells: number[][] = [];
  const index = [...first];
  while (cells.length < most && first.every((at, i) => at <= last[i]!)) {
    cells.push([...index]);
    let axis = index.length - 1;
    while (axis >= 0 && index[axis] === last[axis]) {
      index[axis] = first[axis]!;
      axis -= 1;
    }
    if (axis < 0) break;
    index[axis]! += 1;
  }
  return cells;
}

/** What `0.3-5.2` stands for. */
function cellsOf(text: string, most: number): number[][] {
  const ends = text.split('.').map((one) => {
    const [, first = '', last = first] = /^(\d+)(?:-(\d+))?$/.exec(one) ?? [];
    return first === '' ? [NaN, NaN] : [Number(first), Number(last)];
  });
  const first = ends.map(([at]) => at!);
  const last = ends.map(([, at]) => at!);
  const cells = listed(first, last, most);
  // What is no place is refused with the others.
  return cells.length > 0 || most <= 0 ? cells : [first.map(() => NaN)];
}
