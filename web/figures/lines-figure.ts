// The picture of weights as lines, for a file: nothing in it is pointed at.

import { textSizes } from '../styles/sizes.js';
import { rounded } from '../trace/numbers.js';
import { joined } from '../trace/written.js';
import type { Figure } from './figure.js';
import { shortened } from './layout/labels.js';
import { FAINTEST, largestShown, middleOf, pathsOf, ROW, strength, type Lines } from './lines.js';
import { rectangle, text, type Mark, type Measure } from './marks.js';
import type { HeadWeights } from './weights.js';

/** Above the words, what they are. */
const HEAD = 20;
/** Between words and lines. */
const GAP = 8;
/** Of a word's room, at most. */
const WIDEST = 200;
const STROKE = 2.2;
const SQUARE = 10;

interface LinesOptions {
  width: number;
  /** What the two columns are called. */
  names: { query: string; key: string };
  decimals: number;
  measure: Measure;
}

export function linesFigure(lines: Lines, options: LinesOptions): Figure {
  const { names, decimals, measure } = options;
  const { model, shown, focus } = lines;
  const largest = largestShown(lines);
  const queries = model.queries.map((query, i) => joined(query, model.written[i]));
  const [left, right] = [queries, model.keys].map((words) =>
    Math.min(WIDEST, Math.max(...words.map((word) => measure(word, textSizes.m, 'sans')))),
  ) as [number, number];
  const numbered = focus?.side === 'query' && shown.length === 1 ? shown[0] : undefined;
  const numbers = numbered ? 8 + measure(`0.${'0'.repeat(decimals)}`, textSizes.s, 'mono') : 0;
  const middle = Math.max(60, Math.min(420, options.width - left - right - numbers - 2 * GAP));
  const start = left + GAP;
  const end = start + middle + GAP;
  const word = (of: string, x: number, row: number, align: 'start' | 'end', side: string): Mark =>
    text({
      x,
      y: HEAD + middleOf(row) + 5,
      text: shortened(of, WIDEST, measure, textSizes.m),
      size: textSizes.m,
      colour: 'ink',
      align,
      strong: focus?.side === side && focus.index === row,
    });
  const marks: Mark[] = [
    text({ x: left, y: 13, text: names.query, size: textSizes.s, align: 'end' }),
    text({ x: end, y: 13, text: names.key, size: textSizes.s }),
    ...queries.map((of, row) => word(of, left, row, 'end', 'query')),
    ...model.keys.map((of, row) => word(of, end, row, 'start', 'key')),
    { type: 'group', dx: start, dy: HEAD, marks: shown.flatMap((head) => strokes(head)) },
    ...model.keys.flatMap((_, row) => numberAt(row)),
  ];
  const height = HEAD + ROW * Math.max(queries.length, model.keys.length);
  const named = shown.some(({ name }) => name !== '');
  return {
    width: end + right + numbers,
    height: named ? height + 2 * SQUARE + 4 : height,
    marks: named ? [...marks, ...namesOfHeads(shown, height + SQUARE, measure)] : marks,
    grids: [],
    legends: [],
    duration: 0,
    overhang: 0,
  };

  function strokes(head: HeadWeights): Mark[] {
    const stroke = `head-${head.head}` as const;
    return pathsOf(lines, head, middle, largest).map((path) => ({
      type: 'path',
      ...path,
      stroke,
      width: STROKE,
    }));
  }

  /** Beside what the chosen word looks at, in the one head that is shown: the number of its line. */
  function numberAt(row: number): Mark[] {
    if (!numbered || !focus) return [];
    const weight = numbered.weight(focus.index, row);
    if (!(strength(weight, largest) >= FAINTEST)) return [];
    const x = end + right + numbers;
    const y = HEAD + middleOf(row) + 4;
    const digits = rounded(weight, Math.max(2, decimals));
    return [
      text({ x, y, text: digits, size: textSizes.s, face: 'mono', colour: 'ink', align: 'end' }),
    ];
  }
}

/** A square of its colour before each head's name. */
function namesOfHeads(heads: readonly HeadWeights[], top: number, measure: Measure): Mark[] {
  let x = 0;
  return heads.flatMap(({ head, name }): Mark[] => {
    const at = x;
    x += SQUARE + 6 + measure(name, textSizes.xs, 'sans') + 14;
    const box = { x: at, y: top, width: SQUARE, height: SQUARE };
    return [
      { type: 'path', d: rectangle(box), fill: `head-${head}` },
      text({ x: at + SQUARE + 6, y: top + 9, text: name, size: textSizes.xs }),
    ];
  });
}
