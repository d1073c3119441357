import type { Axis } from '../../engine/types/index.js';
import { textSizes } from '../../styles/sizes.js';
import type { Box, Measure, TitleMark } from '../marks.js';
import { symbolWidth } from './symbols.js';

/** The height of a line of a title, and the room between its symbol and its shape. */
export const TITLE_LINE = 16;
const GAP = 6;
/** Where it is set as a formula, a symbol is wider: bold, with air around its signs. */
const AS_SET = 1.2;

/** A shape that may be shown in a title, by its width. */
interface Wide<Shape> {
  shape: Shape;
  width: number;
}

/**
 * The first of some shapes that fits into a title's box: beside the symbol, or in a line of its own below it. None where none
 * does: a title is never cut.
 */
export function fittingShape<Shape>(
  { width, height }: Pick<Box, 'width' | 'height'>,
  symbol: number,
  shapes: readonly Wide<Shape>[],
): { shape: Shape | undefined; below: boolean } {
  const hasLines = height >= 2 * TITLE_LINE;
  for (const { shape, width: wide } of shapes) {
    if (symbol + GAP + wide <= width) return { shape, below: false };
    if (hasLines && wide <= width) return { shape, below: true };
  }
  return { shape: undefined, below: false };
}

/** What a title shows, and how wide that is. */
export interface ShownTitle extends Pick<TitleMark, 'axes'> {
  /** Whether the axes stand in a line of their own. */
  below: boolean;
  width: number;
}

/** The width of a symbol (TeX) as a title shows it. */
export function titleSymbolWidth(symbol: string, transposed: boolean, measure: Measure): number {
  const tex = transposed ? `{${symbol}}^{\\top}` : symbol;
  return symbolWidth(tex, textSizes.s, measure) * AS_SET;
}

/** The axes of a title as far as they fit beside its symbol (TeX): with their names, as sizes alone, or none. */
export function shownTitle(
  title: TitleMark,
  symbol: string,
  words: Readonly<Record<Axis, string>>,
  measure: Measure,
): ShownTitle {
  const { axes, transposed } = title;
  const wide = titleSymbolWidth(symbol, transposed, measure);
  const sizes = axes.map(({ size }) => ({ axis: undefined, size }));
  const shapes = [axes, sizes].map((one) => {
    const width = measure(shapeText(one, words), textSizes.s, 'mono');
    return { shape: { axes: one, width }, width };
  });
  const { shape, below } = fittingShape(title, wide, shapes);
  if (!shape) return { axes: [], below, width: wide };
  const width = below ? Math.max(wide, shape.width) : wide + GAP + shape.width;
  return { axes: shape.axes, below, width };
}

function shapeText(axes: TitleMark['axes'], words: Readonly<Record<Axis, string>>): string {
  return `[${axes.map(({ axis, size }) => (axis ? `${words[axis]} ${size}` : size)).join(', ')}]`;
}
