import type { Step } from '../../engine/types/index.js';
import { textSizes } from '../../styles/sizes.js';
import { axisNames } from '../../trace/axes.js';
import type { Figure, FigureOptions, FigureSteps, Grid, PlacedGrid } from '../figure.js';
import { gridOf } from './grid.js';
import { gridMarks } from './grid-marks.js';
import { headRules } from './head-rules.js';
import { legendsOf } from '../legend.js';
import {
  columnLabelMarks,
  columnLabels,
  gutterOf,
  longestReach,
  rowLabelMarks,
  type ColumnLabels,
} from './labels.js';
import type { Mark, PathMark, TitleMark } from '../marks.js';
import { rectangle, text } from '../marks.js';
import type { CellPosition } from './outline.js';
import {
  cellBox,
  cornerOf,
  DIGIT_HEIGHT,
  inside,
  isSeen,
  leastDigitWidth,
  operandPlaces,
  placed,
  seenColumns,
  type Where,
} from './place.js';
import { shownTitle, titleSymbolWidth } from './titles.js';

/** Whether a figure is drawn as on a phone. */
export function isNarrow({ narrow, size }: FigureOptions): boolean {
  return narrow ?? size.width < PHONE;
}

/** How marks are moved until the motion has ended. */
export interface Moved {
  dx?: number;
  dy?: number;
  opacity?: number;
}

export const TITLE_HEIGHT = 20;
/** Below this width a figure is one for a phone. */
const PHONE = 480;
const GROUP_HEIGHT = 18;
/** Below a grid whose digits need a unit. */
export const UNIT_HEIGHT = 14;
const UNIT = '× 10';
const SUPERSCRIPT = 9;
/** Right of and below all marks. */
const AIR = 3;
/** Below a result that is wider than its box. */
export const SCROLLBAR = 12;

/** Collects the marks and grids of one figure. Its helpers know the figure's steps and options. */
export class Sheet {
  readonly marks: Mark[] = [];
  readonly grids: PlacedGrid[] = [];
  /** Where the labels of columns end, and how far they would reach beyond the room that they have. */
  private labelsEnd = 0;
  private overhang = 0;

  constructor(
    readonly steps: FigureSteps,
    readonly options: FigureOptions,
  ) {}

  get isNarrow(): boolean {
    return isNarrow(this.options);
  }

  /** The least width of a cell that one can point at. */
  get leastCell(): number {
    return this.isNarrow ? 9 : 12;
  }

  private get scrollsInside(): boolean {
    return this.options.scrollsInside === true && this.options.detail !== 'fit';
  }

  /** The least width of the cells of grids that have their columns in common; `otherwise` where they may lose their digits. */
  leastWidth(grids: readonly Grid[], otherwise: number): number {
    if (!this.scrollsInside) return otherwise;
    return Math.max(...grids.map((grid) => leastDigitWidth(grid, this.options)));
  }

  /** The least height of a row that keeps its digits; 0 where it may lose them. */
  get leastRow(): number {
    return this.scrollsInside ? DIGIT_HEIGHT : 0;
  }

  /** The least height of a row of so many: all of them are seen, unless they are so many that they scroll inside. */
  leastHeight(rows: number): number {
    if (rows > 128) return 1;
    if (rows > 48) return 3;
    return Math.max(this.leastRow, rows > 24 ? 6 : 9);
  }

  /** The width or height of an operand that is drawn as a strip. */
  get strip(): number {
    if (this.scrollsInside) return 48;
    return this.isNarrow ? 40 : 56;
  }

  /** The height of a strip of so many rows. */
  stripOf(rows: number): number {
    return Math.min(this.strip, rows * Math.max(this.leastRow, 12));
  }

  read(step: Step, layout: Parameters<typeof gridOf>[3] = {}): Grid {
    return gridOf(this.steps, this.options, step, layout);
  }

  inputs(step: Step): Step[] {
    return step.inputs.flatMap((path) => this.steps.step(path) ?? []);
  }

  /** Digits that need a unit are left out, or have each their own, where there is no room for it: above another grid. */
  place(grid: Grid, { hasUnit = false, ...where }: Where & { hasUnit?: boolean }): PlacedGrid {
    const { options, scrollsInside } = this;
    const needs = grid.power !== 0 && !where.isResult && !hasUnit;
    if (!scrollsInside) return placed(grid, needs ? { ...where, bare: true } : where, options);
    return placed(needs ? { ...grid, power: 0 } : grid, inside(grid, where, options), options);
  }

  /** Draws a grid, moved. */
  put(grid: PlacedGrid, moved: Moved = {}): PlacedGrid {
    this.grids.push(grid);
    this.marks.push({ type: 'group', marks: gridMarks(grid, this.options), ...moved });
    this.unit(grid);
    return grid;
  }

  hasUnit({ power, decimals }: PlacedGrid): boolean {
    return power !== 0 && decimals !== undefined;
  }

  /** What the digits of a grid are multiples of, below its right end. */
  private unit(grid: PlacedGrid): void {
    if (!this.hasUnit(grid)) return;
    const { power, box } = grid;
    const { measure } = this.options;
    const exponent = String(power).replace('-', '−');
    const raised = measure(exponent, SUPERSCRIPT, 'mono') + 1;
    const whole = measure(UNIT, textSizes.xs, 'mono') + raised;
    const x = Math.max(box.x + box.width, box.x + whole);
    const y = box.y + box.height + UNIT_HEIGHT - 1;
    const digits = { size: textSizes.xs, face: 'mono', align: 'end' } as const;
    this.marks.push(
      text({ ...digits, x, y: y - 4, text: exponent, size: SUPERSCRIPT }),
      text({ ...digits, x: x - raised, y, text: UNIT }),
    );
  }

  /** The cell of a grid that is active; undefined if it is in another slice. */
  activeIn(grid: Grid): CellPosition | undefined {
    const { active } = this.options.selection;
    return active?.path === grid.step.path ? grid.layout.locate(active.index) : undefined;
  }

  /** The row that is chosen in a grid: that of the active cell, or of its operands. */
  chosen(grid: Grid & { input?: number | undefined }): {
    row: number | undefined;
    column: number | undefined;
  } {
    const active = this.activeIn(grid);
    if (active) return active;
    const places = operandPlaces(grid, this.options.selection);
    const one = (values: number[]): number | undefined =>
      values.length > 0 && values.every((value) => value === values[0]) ? values[0] : undefined;
    return {
      row: one(places.map(({ row }) => row)),
      column: one(places.map(({ column }) => column)),
    };
  }

  gutter(labels: readonly string[]): number {
    return gutterOf(labels, this.options.measure, this.isNarrow ? 56 : 96);
  }

  rowLabels(grid: PlacedGrid, width: number): void {
    this.marks.push(
      ...rowLabelMarks(
        grid.rowLabels,
        {
          top: (row) => cornerOf(grid, { row, column: 0 }).y,
          x: grid.box.x - 6,
          width: width - 8,
          cellHeight: grid.cellHeight,
          isSeen: (row) => isSeen(grid, row),
        },
        this.options.measure,
        this.chosen(grid).row,
      ),
    );
  }

  header(grid: Grid, cellWidth: number): ColumnLabels & { whole: number } {
    const labels = columnLabels(grid.columnLabels, cellWidth, this.options.measure);
    return { ...labels, whole: labels.height + (grid.groupLabels.length > 0 ? GROUP_HEIGHT : 0) };
  }

  /** Labels above a grid, and above them the names of the heads. */
  columnLabels(grid: PlacedGrid, header: ColumnLabels): void {
    const { box, cellWidth, scroller } = grid;
    const { measure, size, beyond = 0 } = this.options;
    const left = (column: number): number => cornerOf(grid, { row: 0, column }).x;
    const [from, to] = labelledColumns(grid, header.turned);
    const overhang = scroller ? longestReach(header, cellWidth, measure) : header.overhang;
    const wanted = box.x + box.width + overhang;
    const edge = size.width + beyond;
    if (overhang > 0) this.overhang = Math.max(this.overhang, wanted - edge);
    this.labelsEnd = Math.max(this.labelsEnd, Math.min(wanted, edge));
    const marks = columnLabelMarks(
      header,
      { left, from, to, cellWidth, y: box.y, edge },
      measure,
      this.chosen(grid).column,
    );
    const turned = header.turned ? 60 : 0;
    const clip = {
      x: box.x - 14,
      y: box.y - header.height - GROUP_HEIGHT - 4,
      width: box.width + 28 + turned,
      height: header.height + GROUP_HEIGHT + 4,
    };
    this.marks.push({
      type: 'group',
      clip,
      marks: [...marks, ...headRules(grid, measure, header.height)],
    });
  }

  /** The name of a step with the axes that are drawn, which opens it on the page. It ends where the figure does. */
  title(grid: Grid, x: number, y: number, room: number, height = TITLE_HEIGHT): void {
    const { step, transposed, layout } = grid;
    const width = Math.min(room, this.options.size.width - x);
    const names = axisNames(step);
    const axes = [...layout.rowAxes, ...layout.columnAxes].map((axis) => ({
      axis: names[axis],
      size: step.shape[axis]!,
    }));
    this.marks.push({ type: 'title', path: step.path, transposed, axes, x, y, width, height });
  }

  /** The least width of a grid’s title, in whole pixels. */
  leastTitle({ step, transposed }: Grid): number {
    return Math.ceil(titleSymbolWidth(step.symbol, transposed, this.options.measure));
  }

  private titleWidth(mark: TitleMark): number {
    const { measure, words } = this.options;
    return shownTitle(mark, this.steps.step(mark.path)!.symbol, words.axes, measure).width;
  }

  sign(sign: string, x: number, y: number): void {
    this.marks.push(
      text({ x, y: y + 5, text: sign, size: textSizes.m, face: 'mono', align: 'middle' }),
    );
  }

  /** Where a row or a column runs from an operand into the chosen cell. */
  band(from: PlacedGrid, to: PlacedGrid, place: CellPosition, along: 'row' | 'column'): void {
    const cell = cellBox(to, place);
    const box =
      along === 'row'
        ? { x: from.box.x, y: cell.y, width: cell.x - from.box.x, height: cell.height }
        : { x: cell.x, y: from.box.y, width: cell.width, height: cell.y - from.box.y };
    const end = along === 'row' ? from.box.x + from.box.width : from.box.y + from.box.height;
    const gap =
      along === 'row'
        ? { ...box, x: end, width: to.box.x - end }
        : { ...box, y: end, height: to.box.y - end };
    const seen = cell.x >= to.box.x - 1 && cell.x + cell.width <= to.box.x + to.box.width + 1;
    if (!seen) return;
    const fill: PathMark = { type: 'path', d: rectangle(gap), fill: 'accent', opacity: 0.14 };
    const edge: PathMark = {
      type: 'path',
      d: rectangle(box),
      stroke: 'accent',
      width: 1,
      opacity: 0.8,
    };
    this.marks.push(fill, edge);
  }

  finish(duration = 300): Figure {
    const { marks, grids } = this;
    let width = this.labelsEnd;
    let height = 0;
    for (const { box, isResult, scroller } of grids) {
      width = Math.max(width, box.x + box.width);
      height = Math.max(height, box.y + box.height + (isResult && scroller ? SCROLLBAR : 0));
    }
    for (const mark of marks) {
      if (mark.type === 'text' && mark.align === 'end') width = Math.max(width, mark.x);
      else if (mark.type === 'text')
        width = Math.max(
          width,
          mark.x +
            this.options.measure(mark.text, mark.size, mark.face) /
              (mark.align === 'middle' ? 2 : 1),
        );
      if (mark.type === 'text') height = Math.max(height, mark.y + 4);
      if (mark.type === 'title') width = Math.max(width, mark.x + this.titleWidth(mark));
      if (mark.type === 'cells') {
        width = Math.max(width, mark.x + mark.width);
        height = Math.max(height, mark.y + mark.height);
      }
    }
    return {
      width: Math.ceil(width + AIR),
      height: Math.ceil(height + AIR),
      marks,
      grids,
      legends: legendsOf(grids),
      duration: grids.length > 1 ? duration : 0,
      overhang: this.overhang,
    };
  }
}

/**
 * The first column that has a label, and the one after the last: a column of which a part is scrolled away has none, as
 * it would be cut; a turned one stands as long as the middle of its column is seen.
 */
function labelledColumns(grid: PlacedGrid, turned: boolean): [number, number] {
  const { box, cellWidth } = grid;
  const [from, to] = seenColumns(grid);
  const most = turned ? cellWidth / 2 : 1;
  const left = (column: number): number => cornerOf(grid, { row: 0, column }).x;
  const isCutBefore = box.x - left(from) > most;
  const isCutAfter = left(to) - (box.x + box.width) > most;
  return [isCutBefore ? from + 1 : from, isCutAfter ? to - 1 : to];
}

/** Whether all columns of a result must be seen: those of queries over keys. */
export function isPairs({ rowAxis, columnAxis }: Grid): boolean {
  return rowAxis === 'query' && columnAxis === 'key';
}
