import type { Step } from '../../engine/types/index.js';
import { axisNames } from '../../trace/axes.js';
import type { Grid, PlacedGrid } from '../figure.js';
import { headRule } from './head-rules.js';
import type { Box, ScaleOf } from '../marks.js';
import { clamp } from './place.js';
import type { Moved, Sheet } from './sheet.js';

/** The rule in a head's colour and its name, above its place. */
export const NAME = 20;
/** The least width and height of a card, and the space between two; of many cards on a phone. */
const CARD = { width: 56, height: 26, gap: 14 };
const MANY = { width: 36, height: 18, gap: 7 };
/** A cell of a card at most, and a row that shows digits at least. */
const SMALL = 12;
const DIGITS = 17;
const LARGE = { width: 52, height: 34 };

export interface HeadPlaces {
  cellWidth: number;
  cellHeight: number;
  /** The width of the chosen head's matrix that is seen. */
  seen: number;
  cards: readonly Box[];
}

/** The number of heads of a step, and the name of each. */
export function headNames(sheet: Sheet, step: Step): string[] {
  const axis = axisNames(step).indexOf('head');
  const names = axis < 0 ? [] : sheet.steps.namesAlong(step, axis, sheet.options.selection.batch);
  return Array.from({ length: step.shape[axis] ?? 1 }, (_, i) => names?.[i] ?? String(i + 1));
}

/** Room for the matrix of the chosen head, as large as can be, and for `count` cards of the others. */
export function headPlaces(sheet: Sheet, result: Grid, count: number, room: Box): HeadPlaces {
  const under = below(sheet, result, count, room);
  // Beside the cards a matrix that scrolls would show few of its columns.
  if (count === 0 || under.cellHeight >= DIGITS || sheet.leastRow > 0) return under;
  const side = beside(sheet, result, count, room);
  const fits = side.cellWidth >= sheet.leastCell && side.cards.every(({ height }) => height >= 20);
  return fits && side.cellHeight > under.cellHeight + 1 ? side : under;
}

const cardOf = (sheet: Sheet, count: number): typeof CARD =>
  sheet.isNarrow && count > 3 ? MANY : CARD;

function chosen(sheet: Sheet, result: Grid, width: number, height: number) {
  const { rows, columns } = result.layout;
  const least = sheet.leastWidth([result], columns > 16 ? sheet.leastCell : 1);
  return {
    seen: width,
    cellWidth: clamp(width / columns, least, LARGE.width),
    cellHeight: clamp(height / rows, sheet.leastHeight(rows), LARGE.height),
  };
}

/** The cards stand in lines below. */
function below(sheet: Sheet, result: Grid, count: number, room: Box): HeadPlaces {
  const { rows, columns } = result.layout;
  const card = cardOf(sheet, count);
  const { gap } = card;
  const most = Math.max(1, Math.floor((room.width + gap) / (card.width + gap)));
  const lines = Math.ceil(count / most);
  const perLine = Math.ceil(count / Math.max(1, lines));
  const width = Math.min(columns * 16, (room.width - (perLine - 1) * gap) / perLine);
  const share = Math.min(room.height - rows * DIGITS, 0.34 * room.height) / Math.max(1, lines);
  const height = clamp(share - NAME - gap, card.height, rows * Math.max(SMALL, sheet.leastRow));
  const left = room.height - lines * (height + NAME + gap);
  const main = chosen(sheet, result, room.width, left);
  const top = room.y + rows * main.cellHeight;
  const cards = Array.from({ length: count }, (_, i) => ({
    x: room.x + (i % perLine) * (width + gap),
    y: top + Math.floor(i / perLine) * (height + NAME + gap) + NAME + gap,
    width,
    height,
  }));
  return { ...main, cards };
}

/** The cards stand in columns on the right. */
function beside(sheet: Sheet, result: Grid, count: number, room: Box): HeadPlaces {
  const { rows, columns } = result.layout;
  const card = cardOf(sheet, count);
  const { gap } = card;
  const most = Math.max(1, Math.floor((room.height + gap) / (card.height + NAME + gap)));
  const across = Math.ceil(count / most);
  const perColumn = Math.ceil(count / across);
  const width = clamp((0.26 * room.width) / across, card.width, columns * SMALL);
  const left = room.width - across * (width + 2 * gap);
  const main = chosen(sheet, result, left, room.height);
  const start = room.x + Math.min(left, columns * main.cellWidth) + 2 * gap;
  const pitch = (rows * main.cellHeight + gap + NAME) / perColumn;
  const height = Math.min(rows * SMALL, pitch - NAME - gap);
  const cards = Array.from({ length: count }, (_, i) => ({
    x: start + Math.floor(i / perColumn) * (width + gap),
    y: room.y + (i % perColumn) * pitch,
    width,
    height,
  }));
  return { ...main, cards };
}

export interface Card {
  step: Step;
  head: number;
  name: string;
  box: Box;
  /** The colours of the matrix that it is a part of. */
  scale: ScaleOf;
  moved?: Moved;
}

/** One head as a small matrix under its rule and its name. */
export function putCard(sheet: Sheet, { step, head, name, box, scale, moved }: Card): PlacedGrid {
  const grid = sheet.read(step, { head });
  const card = sheet.place(
    { ...grid, scale },
    {
      name: `head ${head}`,
      x: box.x,
      y: box.y,
      cellWidth: box.width / grid.layout.columns,
      cellHeight: box.height / grid.layout.rows,
      bare: true,
    },
  );
  sheet.marks.push(...headRule(sheet.options.measure, head, name, { ...box, y: box.y - 3 }));
  return sheet.put(card, moved);
}
