import type { Computed, Numbers } from '../../engine/types/computed.js';
import { textSizes } from '../../styles/sizes.js';
import { inUnits, NEARLY_ZERO, withPower } from '../../trace/numbers.js';
import type { FigureOptions, PlacedGrid } from '../figure.js';
import { cellText, ghostAt, valueAt, widestTexts } from './grid.js';
import type { Box, Mark, Measure } from '../marks.js';
import { rectangle, text } from '../marks.js';
import { outline, type CellPosition } from './outline.js';
import { cornerOf, digitWidth, operandPlaces, seenColumns, seenRows } from './place.js';

/** Digits are written in these sizes. */
const SIZES = [textSizes.m, textSizes.s, textSizes.xs];

/** In lower cells a token stands without its id. */
const ROOM_OF_ID = 36;

/** A grid's cells with their digits, its frame, the lines between heads, and the marks of what is chosen in it. */
export function gridMarks(grid: PlacedGrid, options: FigureOptions): Mark[] {
  const { box } = grid;
  const clip = { x: box.x - 1.5, y: box.y - 1.5, width: box.width + 3, height: box.height + 3 };
  return [
    cellsMark(grid, options),
    { type: 'path', d: rectangle(around(box)), stroke: 'line', width: 1 },
    {
      type: 'group',
      clip,
      marks: [
        ...separators(grid),
        ...ids(grid),
        ...ghosts(grid, options),
        ...choices(grid, options),
      ],
    },
    ...(options.scrollsInside ? goesOn(grid) : []),
  ];
}

/** It fades where it goes on. */
const FADE = { steps: [0.75, 0.5, 0.25], width: 4 };

function goesOn({ box, cellWidth, cellHeight, layout, offset, rowOffset }: PlacedGrid): Mark[] {
  const { x, y, width, height } = box;
  const right = layout.columns * cellWidth - width - offset > 1;
  const below = layout.rows * cellHeight - height - rowOffset > 1;
  return FADE.steps.flatMap((opacity, i): Mark[] => {
    const at = i * FADE.width;
    const far = at + FADE.width;
    const column = { y, width: FADE.width, height };
    const row = { x, width, height: FADE.width };
    const d = [
      offset > 1 ? rectangle({ ...column, x: x + at }) : '',
      right ? rectangle({ ...column, x: x + width - far }) : '',
      rowOffset > 1 ? rectangle({ ...row, y: y + at }) : '',
      below ? rectangle({ ...row, y: y + height - far }) : '',
    ].join('');
    return d ? [{ type: 'path', d, fill: 'ground', opacity }] : [];
  });
}

/** The numbers of tokens, small below their texts; a number that stands for none has no text. */
function ids(grid: PlacedGrid): Mark[] {
  const { cellWidth, cellHeight, layout, values, words } = grid;
  if (words.length === 0 || cellHeight < ROOM_OF_ID) return [];
  return Array.from(values).flatMap((id, i) => {
    if (words[id] === undefined) return [];
    const place = { row: Math.floor(i / layout.columns), column: i % layout.columns };
    const { x, y } = cornerOf(grid, place);
    return text({
      x: x + cellWidth / 2,
      y: y + cellHeight - 4,
      text: String(id),
      size: textSizes.xs,
      face: 'mono',
      align: 'middle',
    });
  });
}

/** For a line beside a box: it covers no cell. */
function around({ x, y, width, height }: Box): Box {
  return { x: x - 0.5, y: y - 0.5, width: width + 1, height: height + 1 };
}

function cellsMark(grid: PlacedGrid, { measure }: FigureOptions): Mark {
  const { box, cellWidth, cellHeight, decimals, scale } = grid;
  const { row, rows, column, columns, values } = seenPart(grid);
  const { x, y } = cornerOf(grid, { row, column });
  const fitting = SIZES.find(
    (one) => decimals !== undefined && digitWidth(grid, decimals, measure, one) <= cellWidth,
  );
  const size = fitting && cellHeight >= 24 ? fitting : textSizes.xs;
  const write = decimals === undefined ? undefined : writer(grid, { decimals, measure, size });
  return {
    type: 'group',
    clip: box,
    marks: [
      {
        type: 'cells',
        x,
        y,
        width: columns * cellWidth,
        height: rows * cellHeight,
        rows,
        columns,
        values,
        scale,
        size,
        ...(write && { texts: Array.from(values, write) }),
      },
    ],
  };
}

/** The cells that are seen. */
function seenPart(grid: PlacedGrid): {
  row: number;
  rows: number;
  column: number;
  columns: number;
  values: Numbers;
} {
  const { layout, values } = grid;
  const [column, right] = seenColumns(grid);
  const [row, foot] = seenRows(grid);
  const [rows, columns] = [foot - row, right - column];
  if (rows === layout.rows && columns === layout.columns)
    return { row, rows, column, columns, values };
  const seen: Numbers = new Float32Array(rows * columns);
  for (let i = 0; i < rows; i += 1) {
    const start = (row + i) * layout.columns;
    seen.set(values.subarray(start + column, start + right), i * columns);
  }
  return { row, rows, column, columns, values: seen };
}

/** Between a number that is longer than the others, and the next cell's. */
const AIR = 4;

/**
 * What the cells show. A number that an edit has made far longer than the others has fewer decimals, or a power; one that
 * has no room for a single digit says at least that it is not 0.
 */
function writer(
  grid: PlacedGrid,
  { decimals, measure, size }: { decimals: number; measure: Measure; size: number },
): (value: Computed) => string {
  const room = grid.cellWidth - AIR;
  // No longer than these, a text fits without being measured.
  const long = Math.max(...widestTexts(grid, decimals).map((one) => one.length));
  const fits = (label: string): boolean =>
    label.length <= long || measure(label, size, 'mono') <= room;
  return (value) => {
    if (!Number.isFinite(value)) return cellText(grid, value, 0);
    for (let count = decimals; count >= 0; count -= 1) {
      const label = cellText(grid, value, count);
      if (fits(label)) return label;
    }
    const shown = inUnits(value, grid.power);
    // Their signs are among the widest texts.
    if (!Number.isFinite(shown)) return cellText(grid, value, 0);
    const power = withPower(shown, 0);
    return fits(power) || Math.abs(shown) >= 1 ? power : NEARLY_ZERO;
  };
}

/** Lines between the heads. */
function separators(grid: PlacedGrid): Mark[] {
  const { group, columns } = grid.layout;
  if (group >= columns) return [];
  let d = '';
  for (let column = group; column < columns; column += group) {
    d += `M${cornerOf(grid, { row: 0, column }).x} ${grid.box.y}v${grid.box.height}`;
  }
  return [{ type: 'path', d, stroke: 'ground', width: 2 }];
}

const GHOST = 9;

/** The numbers before the edits, struck out, below the new ones and in their ink. */
function ghosts(grid: PlacedGrid, { measure }: FigureOptions): Mark[] {
  const { decimals, before, layout, scale } = grid;
  if (decimals === undefined || !before || grid.cellHeight < 28) return [];
  const marks: Mark[] = [];
  const write = writer(grid, { decimals, measure, size: GHOST });
  const [from, to] = seenColumns(grid);
  for (let row = 0; row < layout.rows; row += 1) {
    for (let column = from; column < to; column += 1) {
      const old = ghostAt(grid, row, column);
      if (old === undefined) continue;
      const { x, y } = cornerOf(grid, { row, column });
      const middle = x + grid.cellWidth / 2;
      const foot = y + grid.cellHeight - 4;
      const colour = { scale, value: valueAt(grid, row, column) };
      const style = { size: GHOST, face: 'mono', align: 'middle', colour } as const;
      marks.push(text({ ...style, x: middle, y: foot, text: write(old) }));
      marks.push({
        type: 'path',
        d: `M${x + 6} ${foot - 3}h${grid.cellWidth - 12}`,
        stroke: colour,
        width: 1,
      });
    }
  }
  return marks;
}

/** Outlines of operands, edited cells, the chosen cell and the one that is pointed at in the proof. */
function choices(grid: PlacedGrid, { selection }: FigureOptions): Mark[] {
  const { path } = grid.step;
  const at = (cells: readonly { path: string; index: readonly number[] }[]): CellPosition[] =>
    cells.flatMap((cell) => (cell.path === path && grid.layout.locate(cell.index)) || []);
  const { active, pointed } = selection;
  return [
    ...ring(grid, operandPlaces(grid, selection), 'ink', 1.5),
    ...ring(grid, at(selection.editedIn(path)), 'edited', 2),
    ...ring(grid, at(active ? [active] : []), 'accent', 2.5),
    ...ring(grid, at(pointed ? [pointed] : []), 'danger', 2.5),
  ];
}

/** An outline of what becomes of the active cell of another grid. */
export function echo(grid: PlacedGrid, place: CellPosition): Mark[] {
  return [{ type: 'group', clip: grid.box, marks: ring(grid, [place], 'ink', 1.5) }];
}

/** Two lines, a light one under a dark one, so that the outline is visible on any colour. */
function ring(
  grid: PlacedGrid,
  places: readonly CellPosition[],
  stroke: 'ink' | 'edited' | 'accent' | 'danger',
  width: number,
): Mark[] {
  if (places.length === 0) return [];
  const { x, y } = cornerOf(grid, { row: 0, column: 0 });
  const d = outline(places, grid.cellWidth, grid.cellHeight, x, y);
  return [
    { type: 'path', d, stroke: 'ground', width: width + 2 },
    { type: 'path', d, stroke, width },
  ];
}
