import type { Step } from '../../engine/types/index.js';
import { matrixLayout, rowMajor } from '../../trace/layout.js';
import type { PlacedGrid } from '../figure.js';
import type { Box, CellsMark, Mark } from '../marks.js';
import type { Numbers } from '../../engine/types/computed.js';
import { cellBox, cornerOf } from './place.js';

/** Where an operation that only moves numbers has read a cell: the number of the input, and the index in it. */
export interface Source {
  input: number;
  index: number[];
}

/** Of view, transpose, contiguous, split, concat and append; undefined if no input has the cell. */
export function sourceOf(
  { op, attributes, shape }: Step,
  inputs: readonly Step[],
  index: readonly number[],
): Source | undefined {
  const first = inputs[0];
  if (!first) return undefined;
  const axisOf = (name: string): number => {
    const axis = Number(attributes[name] ?? -1);
    return axis < 0 ? axis + shape.length : axis;
  };
  const read = [...index];
  if (op === 'view') return { input: 0, index: unflattened(flattened(index, shape), first.shape) };
  if (op === 'transpose') {
    const [a, b] = [axisOf('axis'), axisOf('other_axis')];
    [read[a], read[b]] = [index[b]!, index[a]!];
  }
  if (op === 'split') read[axisOf('axis')]! += Number(attributes.start ?? 0);
  if (op !== 'concat' && op !== 'append') return { input: 0, index: read };
  const axis = axisOf('axis');
  for (const [input, { shape: part }] of inputs.entries()) {
    if (read[axis]! < part[axis]!) return { input, index: read };
    read[axis]! -= part[axis]!;
  }
  return undefined;
}

const flattened = (index: readonly number[], shape: readonly number[]): number =>
  rowMajor(shape).reduce((sum, pitch, axis) => sum + pitch * index[axis]!, 0);

const unflattened = (place: number, shape: readonly number[]): number[] =>
  rowMajor(shape).map((pitch, axis) => Math.floor(place / pitch) % shape[axis]!);

/** Cells of a result that were read as one block, and where that block stands in the figure. */
export interface Block {
  row: number;
  rows: number;
  column: number;
  columns: number;
  from: Box;
}

interface ReadBlock extends Block {
  source: PlacedGrid;
  /** The row of the source that the first row was read from. */
  read: number;
}

/** Blocks of `unit` columns; rows that were neighbours in the source stay together. */
function blocksOf(
  result: PlacedGrid,
  sources: readonly PlacedGrid[],
  inputs: readonly Step[],
  unit: number,
): ReadBlock[] {
  const { layout, step } = result;
  const blocks: ReadBlock[] = [];
  for (let column = 0; column < layout.columns; column += unit) {
    let open: ReadBlock | undefined;
    for (let row = 0; row < layout.rows; row += 1) {
      const found = sourceOf(step, inputs, layout.index(row, column));
      const path = found && inputs[found.input]!.path;
      const source = sources.find(
        (grid) => grid.step.path === path && grid.layout.locate(found!.index),
      );
      if (!source) continue;
      const at = source.layout.locate(found!.index)!;
      const cell = cellBox(source, at);
      if (open?.source === source && open.from.x === cell.x && open.read + open.rows === at.row) {
        open.rows += 1;
        open.from.height += cell.height;
      } else {
        const columns = Math.min(unit, layout.columns - column);
        const from = { ...cell, width: cell.width * columns };
        open = { row, rows: 1, column, columns, from, source, read: at.row };
        blocks.push(open);
      }
    }
  }
  return blocks;
}

/** The cells of a result on their way from where they were read; nothing once they have arrived. */
export function travelling(
  result: PlacedGrid,
  sources: readonly PlacedGrid[],
  inputs: readonly Step[],
  unit: number,
  moment: number,
): Mark[] {
  return moment < 1 ? travellers(result, blocksOf(result, sources, inputs, unit), moment) : [];
}

/** Blocks between where they were read and where they are written. */
export function travellers(result: PlacedGrid, blocks: readonly Block[], moment: number): Mark[] {
  if (moment >= 1) return [];
  const between = (a: number, b: number): number => a + (b - a) * moment;
  return blocks.map((block): CellsMark => {
    const { row, rows, column, columns, from } = block;
    const to = cornerOf(result, { row, column });
    const values: Numbers = new Float32Array(rows * columns);
    for (let i = 0; i < rows; i += 1) {
      const start = (row + i) * result.layout.columns + column;
      values.set(result.values.subarray(start, start + columns), i * columns);
    }
    return {
      type: 'cells',
      x: between(from.x, to.x),
      y: between(from.y, to.y),
      width: between(from.width, columns * result.cellWidth),
      height: between(from.height, rows * result.cellHeight),
      rows,
      columns,
      values,
      scale: result.scale,
      size: 0,
    };
  });
}

/** How the heads stand in a step: in one matrix without bounds, as bands of it, or each in a matrix of its own. */
export type Standing = 'joined' | 'bands' | 'places';

export function standing(step: Step): Standing {
  if (!step.axes.includes('head')) return 'joined';
  return matrixLayout(step, {}).columnAxes.length > 1 ? 'bands' : 'places';
}
