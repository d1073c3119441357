import type { Axis, Explanation, RowSummary, Step, Tensor } from '../engine/types/index.js';
import type { Numbers } from '../engine/types/computed.js';
import type { Dictionary } from '../i18n/index.js';
import type { Extent } from '../styles/colour-scales.js';
import type { CellRef } from '../trace/cells.js';
import type { MatrixLayout } from '../trace/layout.js';
import type { Box, Mark, Measure, ScaleOf } from './marks.js';

/** What a figure reads: the recorded steps and their numbers. It holds and computes no numbers of its own. */
export interface FigureSteps {
  step(path: string): Step | undefined;
  tensor(path: string): Tensor;
  /** The numbers without edits; undefined if no edit has changed them. */
  baseline(path: string): Tensor | undefined;
  extent(...paths: string[]): Extent;
  /** Sums, means and deviations of the rows along the last axis, or along another: −2 for the columns. */
  rows(path: string, axis?: number): RowSummary;
  /** How a cell was computed. */
  explain(cell: CellRef): Explanation | undefined;
  /** What places along an axis are called; undefined if plain numbers are best. */
  namesAlong(step: Step, axis: number, batch: number): readonly string[] | undefined;
  /** The tokens that a step's numbers stand for. */
  tokensOf(step: Step, batch: number): readonly string[];
}

/** One slice of a step as rows and columns of numbers, read from the steps. */
export interface Grid {
  step: Step;
  layout: MatrixLayout;
  transposed: boolean;
  values: Numbers;
  /** The numbers without edits; only where an edit changed some. */
  before: Numbers | undefined;
  /** The numbers that these are compared with, if any. */
  old?: Numbers;
  rowAxis: Axis | undefined;
  columnAxis: Axis | undefined;
  rowLabels: readonly string[];
  columnLabels: readonly string[];
  /** One name for each group of columns: the heads. */
  groupLabels: readonly string[];
  extent: Extent;
  scale: ScaleOf;
  /** Its digits are in units of ten to this power: gradients are often far below 1. */
  power: number;
  /** The tokens of ids. */
  words: readonly string[];
}

/** A grid at its place in a figure. */
export interface PlacedGrid extends Grid {
  /** Unique in the figure. */
  name: string;
  isResult: boolean;
  /** Which input of the operation it is, as one step may be several. */
  input: number | undefined;
  /** What is seen of it. */
  box: Box;
  cellWidth: number;
  cellHeight: number;
  /** The number of decimals; undefined if the cells are too small for digits. */
  decimals: number | undefined;
  /** The name of what scrolls it sideways, if it is wider than its box, and how far it has been moved. */
  scroller: string | undefined;
  offset: number;
  /** The same downwards, if it is higher than its box. */
  rowScroller: string | undefined;
  rowOffset: number;
}

/** What is chosen: the steps drawn (the lanes of one stop), the sentence, the head, and the cells. */
export interface Selection {
  paths: readonly string[];
  /** The one of them that the page is at. */
  current: string;
  batch: number;
  head: number;
  active: CellRef | undefined;
  pointed: CellRef | undefined;
  operandsIn(path: string): readonly CellRef[];
  editedIn(path: string): readonly CellRef[];
}

export interface FigureOptions {
  selection: Selection;
  /** The width not to exceed, and the height to fill at most; figures of many rows may be higher. */
  size: { width: number; height: number };
  /** The width beyond that, which turned labels alone may reach into. */
  beyond?: number;
  /** Whether it is drawn as on a phone; by default where its width is that of one. */
  narrow?: boolean;
  /** Whether what has no room for its digits scrolls inside its place instead of losing them: on a phone. */
  scrollsInside?: boolean;
  words: Dictionary;
  measure: Measure;
  /** From 0 to 1: how far the motion is that shows the operation; 1 is the result. */
  moment: number;
  decimals: number;
  /** Whether sums stand below the columns of weights, too. */
  columnSums?: boolean;
  /** Whether weights are coloured by their square root. */
  root: boolean;
  /** Digits wherever they fit, always, or never. */
  detail: 'auto' | 'digits' | 'fit';
  /** How far in pixels each scroller of the figure has been moved, by its name. */
  scroll: Readonly<Record<string, number>>;
  /** Whether operands that are shown on request, such as a mask, stand apart. */
  apart: boolean;
  /** Its columns in another order: in bands of equal width, each with a name. */
  order?: ColumnOrder | undefined;
}

export interface ColumnOrder {
  columns: readonly (readonly number[])[];
  names: readonly string[];
}

export interface Figure {
  width: number;
  height: number;
  marks: readonly Mark[];
  /** The grids in it, of operands and of the result, which pointer and keys move in. */
  grids: readonly PlacedGrid[];
  legends: readonly Legend[];
  /** How long its motion takes in milliseconds; 0 if nothing moves. */
  duration: number;
  /** How much more room its turned labels would need on the right. */
  overhang: number;
}

/** A scale and the steps that share it. */
export interface Legend {
  scale: ScaleOf;
  /** What the numbers are; without a scale where all of them are 0. */
  unit: 'weights' | 'probabilities' | 'signed' | 'zero' | 'zeroElse';
  paths: readonly string[];
}

/** Draws one kind of operation. */
export type FigureMaker = (steps: FigureSteps, options: FigureOptions) => Figure;
