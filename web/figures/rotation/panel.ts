import type { RotationExplanation } from '../../engine/types/index.js';
import { textSizes } from '../../styles/sizes.js';
import { brief } from '../../trace/numbers.js';
import { hueOf } from '../../trace/operations.js';
import { shortened } from '../layout/labels.js';
import { text, type Colour, type Face, type Measure, type TextMark } from '../marks.js';
import type { Sheet } from '../layout/sheet.js';
import { dial } from './dial.js';
import { columnsOf, halfOf, pointTexts, turnOf, type Pair, type Turn } from './pair.js';

// The pairs of a row before and after they are turned, as dials.

/** The room for the chosen pair with the others below it, and for the chosen pair in one strip. */
export const turnSizes = { width: 196, height: 108 };
const LARGE = 74;
const FLAT = 44;
const LINE = 17;
/** The most width of a row's name. */
const ROOM = 120;
const SUPERSCRIPT = 9;
/** Beside and above a dial stand the numbers of its columns. */
const AXIS = 18;
/** The dials of all pairs. */
const SMALL = { radius: 17, across: 48, down: 58 };

interface At {
  x: number;
  y: number;
}

/** The chosen pair, what is written about it below, and all pairs of the row: the first ones turn fast, the last slowly. */
export function putTurns(sheet: Sheet, pair: Pair, { x, y }: At): void {
  const turn = turnOf(sheet.steps, pair);
  if (!turn) return;
  const middle = { x: x + turnSizes.width / 2 - AXIS / 2, y: y + AXIS + LARGE };
  putDial(sheet, pair, turn, { ...middle, radius: LARGE });
  const lines = { x, y: middle.y + LARGE + LINE + 6 };
  const end = write(sheet, pair, turn, lines);
  putAll(sheet, pair, { x, y: end + 8 });
}

/** The chosen pair, and beside it what is written about it. */
export function putTurn(sheet: Sheet, pair: Pair, { x, y }: At): void {
  const turn = turnOf(sheet.steps, pair);
  if (!turn) return;
  const middle = { x: x + FLAT + 2, y: y + AXIS + FLAT };
  putDial(sheet, pair, turn, { ...middle, radius: FLAT });
  write(sheet, pair, turn, { x: middle.x + FLAT + 2 * AXIS, y: y + AXIS + LINE });
}

const colourOf = ({ after }: Pair): Colour => `role-${hueOf(after.step)}`;

/** The names of the two columns stand at the ends of the axes. */
function putDial(sheet: Sheet, pair: Pair, turn: Turn, place: At & { radius: number }): void {
  const { x, y, radius } = place;
  const { moment } = sheet.options;
  const [right, above] = columnsOf(pair);
  const style = { size: textSizes.xs, colour: 'ink', strong: true } as const;
  sheet.marks.push(
    ...dial(turn, place, { moment, colour: colourOf(pair), strong: true }),
    text({ ...style, x: x + radius + 5, y: y + 4, text: right }),
    text({ ...style, x, y: y - radius - 6, text: above, align: 'middle' }),
  );
}

/** The row, the angle, and the pair before and after; returns where the last line ends. */
function write(sheet: Sheet, pair: Pair, turn: Turn, { x, y }: At): number {
  const { decimals, measure } = sheet.options;
  const { rule } = turn;
  const name = shortened(pair.after.rowLabels[pair.row] ?? '', ROOM, measure);
  const [before, after] = pointTexts(pair, turn, decimals);
  const style = { x, size: textSizes.xs, face: 'mono' } as const;
  sheet.marks.push(
    text({ ...style, y, text: name, face: 'sans', colour: 'ink', strong: true }),
    ...angleMarks(rule, { ...style, y: y + LINE }, measure),
    text({ ...style, y: y + 2 * LINE, text: `= ${brief(rule.angle)} rad`, colour: 'ink' }),
    text({ ...style, y: y + 3 * LINE, text: before }),
    text({ ...style, y: y + 4 * LINE, text: `→ ${after}`, colour: 'ink' }),
  );
  return y + 4 * LINE;
}

/** The angle as position / 10000^(2i/d), as in the formula. */
function angleMarks(
  { position, pair, width, angle }: RotationExplanation,
  style: At & { size: number; face: Face },
  measure: Measure,
): TextMark[] {
  const base = `θ = ${angle < 0 ? '-' : ''}${position} / 10000`;
  const x = style.x + measure(base, style.size, style.face) + 1;
  const power = { ...style, x, y: style.y - 4, size: SUPERSCRIPT };
  return [
    text({ ...style, text: base, colour: 'ink' }),
    text({ ...power, text: `${2 * pair}/${width}`, colour: 'ink' }),
  ];
}

/** All pairs of the row as small dials; every second one where there is no room. */
function putAll(sheet: Sheet, pair: Pair, { x, y }: At): void {
  const half = halfOf(pair.after);
  const perLine = Math.floor(turnSizes.width / SMALL.across);
  const lines = Math.floor((sheet.options.size.height - y) / SMALL.down);
  if (lines < 1) return;
  let stride = 1;
  while (half > lines * perLine * stride) stride *= 2;
  for (let first = 0, i = 0; first < half; first += stride, i += 1) {
    const at = {
      x: x + ((i % perLine) + 0.5) * SMALL.across,
      y: y + Math.floor(i / perLine) * SMALL.down + LINE + SMALL.radius,
    };
    putSmall(sheet, { ...pair, first }, at, first === pair.first);
  }
}

/** Under the names of its columns. */
function putSmall(sheet: Sheet, pair: Pair, { x, y }: At, strong: boolean): void {
  const turn = turnOf(sheet.steps, pair);
  if (!turn) return;
  const { radius } = SMALL;
  const { moment } = sheet.options;
  const name = text({
    x,
    y: y - radius - 4,
    text: columnsOf(pair).join(' · '),
    size: textSizes.xs,
    align: 'middle',
    colour: strong ? 'ink' : 'soft',
    strong,
  });
  const place = { x, y, radius };
  sheet.marks.push(...dial(turn, place, { moment, colour: colourOf(pair), strong }), name);
}
