import type { Computed } from '../../engine/types/computed.js';
import { textSizes } from '../../styles/sizes.js';
import { NEARLY_ZERO, rounded, withPower } from '../../trace/numbers.js';
import { hueOf } from '../../trace/operations.js';
import { pixel } from '../chart/line.js';
import type { PlacedGrid } from '../figure.js';
import { BOLD, shortened } from '../layout/labels.js';
import { clamp } from '../layout/place.js';
import type { Sheet } from '../layout/sheet.js';
import { isOne } from '../layout/row-sums.js';
import { SUM_END } from '../layout/sums.js';
import { rectangle, text, type Mark, type TextMark } from '../marks.js';
import type { PlayedRow } from './row.js';

// A bar of exp(x − max) for each key, and in it its share of their sum; below them the words and two lines of numbers.

const [GAP, BARS, LINE] = [18, 44, 15];
export const STRIP_HEIGHT = GAP + BARS + 3 * LINE + 6;
const BAR = { most: 30, share: 0.7 };
/** Bars closer to each other are not told apart, and words in less room not read. */
const LEAST = { bar: 4, word: 20 };
/** Between the bars and what is written left of them. */
const EDGE = 8;
/** When in the motion the bars have grown, and begin to shrink. */
const TURN = 0.5;

const plain = { size: textSizes.xs } as const;
const digits = { ...plain, face: 'mono' } as const;
const raised = { size: 9 } as const;

interface Strip {
  sheet: Sheet;
  row: PlayedRow;
  /** The line that the bars stand on. */
  left: number;
  right: number;
  foot: number;
  /** The room of one bar. */
  each: number;
}

/** Below a result whose rows have their names in a gutter; false if there is no room for its bars. */
export function putStrip(
  sheet: Sheet,
  row: PlayedRow,
  { box, step }: PlacedGrid,
  gutter: number,
): boolean {
  const left = Math.max(gutter + 1, widest(sheet, row) + EDGE);
  const right = box.x + box.width;
  const each = (right - left) / row.words.length;
  if (each < LEAST.bar) return false;
  const strip: Strip = { sheet, row, left, right, foot: box.y + box.height + GAP + BARS, each };
  const { moment } = sheet.options;
  const grown = clamp(moment / TURN, 0, 1);
  const shared = clamp((moment - TURN) / (1 - TURN), 0, 1);
  const fill = `role-${hueOf(step)}` as const;
  sheet.marks.push(
    { type: 'path', d: bars(strip, grown, 0), fill, opacity: 0.25 },
    { type: 'path', d: bars(strip, grown, shared), fill },
    { type: 'path', d: `M${left} ${strip.foot + 0.5}H${right}`, stroke: 'line', width: 1 },
    ...names(strip),
    { type: 'group', marks: powers(strip), opacity: grown },
    { type: 'group', marks: shares(strip), opacity: shared },
  );
  return true;
}

/** exp(x − max), as far as it has grown, and from there on its way to the weight. */
function bars({ row, left, foot, each }: Strip, grown: number, shared: number): string {
  const width = Math.max(1, Math.min(BAR.most, each * BAR.share));
  const bar = (i: number): string => {
    const [from, to] = [heightOf(row.exponentials[i]!), heightOf(row.weights[i]!)];
    const height = grown * (from + (to - from) * shared);
    const x = left + (i + 0.5) * each - width / 2;
    return height > 0 ? rectangle({ x, y: foot - height, width, height }) : '';
  };
  return row.words.map((_, i) => bar(i)).join('');
}

/** An edited weight may be any number. */
function heightOf(value: Computed): number {
  return Number.isFinite(value) ? clamp(pixel(value, { low: 0, high: 1 }, 0, BARS), 0, BARS) : 0;
}

const maximumText = ({ options }: Sheet, { rule }: PlayedRow): string =>
  `${options.words.proof.maximumShort} ${rounded(rule.maximum, 2)}`;

const exponentText = ({ options }: Sheet): string => `x − ${options.words.proof.maximumShort}`;

/** Where all scores are −∞, nothing is divided. */
const divisorText = ({ rule }: PlayedRow): string =>
  `÷ ${rule.fullyMasked ? 'Σ' : rounded(rule.sum, 2)}`;

/** What is written left of the bars, but for the name. Usual numbers have the same room, so that no bar moves with the row. */
function widest(sheet: Sheet, row: PlayedRow): number {
  const { measure, words } = sheet.options;
  const { maximumShort } = words.proof;
  const sans = [maximumText(sheet, row), `${maximumShort} -00.00`];
  const mono = [divisorText(row), '÷ 00.00'];
  return Math.max(
    ...sans.map((one) => measure(one, plain.size, 'sans')),
    ...mono.map((one) => measure(one, digits.size, digits.face)),
    measure('e', textSizes.s, 'math') + measure(exponentText(sheet), raised.size, 'sans') + 1,
  );
}

/** The row and its largest score left of the bars, the words below them; what is to be said where there are none. */
function names({ sheet, row, left, right, foot, each }: Strip): Mark[] {
  const { measure, words } = sheet.options;
  const beside = { ...plain, x: left - EDGE, align: 'end' } as const;
  const name = shortened(row.name, (left - EDGE - 2) / BOLD, measure);
  const none = shortened(words.figure.allMasked, right - left, measure);
  const below = row.words.flatMap((word, i): TextMark[] => {
    const strong = i === row.chosen;
    const isTold = each >= LEAST.word;
    if (!isTold && !strong) return [];
    const label = shortened(word, isTold ? each - 4 : right - left, measure);
    const half = measure(label, plain.size, 'sans') / 2;
    const x = clamp(left + (i + 0.5) * each, left + half, right - half);
    const at = { ...plain, x, y: foot + LINE - 2, align: 'middle' } as const;
    return [text({ ...at, text: label, colour: strong ? 'ink' : 'soft', strong })];
  });
  return [
    text({ ...beside, y: foot - BARS + 12, text: name, colour: 'ink', strong: true }),
    text({ ...beside, y: foot - 4, text: maximumText(sheet, row) }),
    text({ ...endOf(right), y: foot + LINE - 2, text: 'Σ', size: textSizes.s, face: 'math' }),
    ...below,
    ...(row.rule.fullyMasked
      ? [text({ ...plain, x: (left + right) / 2, y: foot - 16, text: none, align: 'middle' })]
      : []),
  ];
}

const endOf = (right: number): { x: number; align: 'end' } => ({
  x: right + SUM_END,
  align: 'end',
});

/** e to the power of each, and their sum. */
function powers(strip: Strip): Mark[] {
  const { sheet, row, left, right, foot } = strip;
  const y = foot + 2 * LINE - 1;
  const exponent = exponentText(sheet);
  const end = left - EDGE;
  const base = end - sheet.options.measure(exponent, raised.size, 'sans') - 1;
  return [
    text({ size: textSizes.s, x: base, y, text: 'e', face: 'math', italic: true, align: 'end' }),
    text({ ...raised, x: end, y: y - 4, text: exponent, align: 'end' }),
    ...numbers(strip, row.exponentials, y),
    text({ ...digits, ...endOf(right), y, text: rounded(row.rule.sum, 2), colour: 'ink' }),
  ];
}

/** Each divided by that sum, and what these sum to. */
function shares(strip: Strip): Mark[] {
  const { row, left, right, foot } = strip;
  const y = foot + 3 * LINE;
  const { sum } = row;
  const off = sum !== undefined && !row.rule.fullyMasked && !isOne(sum);
  const end = {
    ...digits,
    ...endOf(right),
    y,
    colour: off ? 'danger' : 'ink',
    strong: off,
  } as const;
  return [
    text({ ...digits, x: left - EDGE, y, text: divisorText(row), align: 'end', colour: 'ink' }),
    ...numbers(strip, row.weights, y, row.edited),
    ...(sum === undefined ? [] : [text({ ...end, text: rounded(sum, 2) })]),
  ];
}

/** With as many decimals as have room; none at all if they have not. */
function numbers(
  strip: Strip,
  values: readonly Computed[],
  y: number,
  edited: readonly boolean[] = [],
): Mark[] {
  const { sheet, row, left, each } = strip;
  const { measure, decimals, detail } = sheet.options;
  const fits = (one: string): boolean => measure(one, digits.size, digits.face) <= each - 3;
  const counts = Array.from({ length: decimals + 1 }, (_, less) => decimals - less);
  const count = counts.find((one) => (one > 0 || decimals === 0) && fits((0).toFixed(one)));
  if (count === undefined || detail === 'fit') return [];
  return values.map((value, i) => {
    const ways = [rounded(value, count), withPower(value, 0), NEARLY_ZERO];
    const at = { ...digits, x: left + (i + 0.5) * each, y, align: 'middle' } as const;
    const colour = edited[i] ? 'edited' : i === row.chosen ? 'ink' : 'soft';
    return text({ ...at, text: ways.find(fits) ?? '', colour });
  });
}
