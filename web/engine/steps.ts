import { describe, fail, fieldEnd, shapeText } from './errors.js';
import type { Axis, Declaration, OperationName, Role, Step } from './types.js';

/** What of a step never changes while its trace lives. */
export interface RecordedStep extends Omit<Step, 'edits' | 'fullyMaskedRows'> {
  /** Where its first element lies in its storage. */
  offset: number;
  /** What a scaling multiplies with: `1/√d_k`. */
  factorName: string;
}

const recordEnd = '\x1e';

/** Declarations as src/bindings/trace.cpp writes them, a record each. */
export function readDeclarations(text: string): Declaration[] {
  return text.split(recordEnd).map((record) => readDeclaration(record.split(fieldEnd)));
}

function readDeclaration([
  kind = '',
  symbol = '',
  formula = '',
  code = '',
  op,
  role,
  axes = '',
]: string[]) {
  return {
    kind,
    symbol,
    formula,
    code,
    op: op as OperationName,
    role: role as Role,
    axes: (axes === '' ? [] : axes.split(',')) as Axis[],
  };
}

/** The steps of a trace: a declaration, then where it stands and how it lies in memory. */
export function readSteps(text: string): RecordedStep[] {
  const records = text.split(recordEnd).map((record) => record.split(fieldEnd));
  const paths = records.map((fields) => fields[7] ?? '');
  return records.map((fields, place) => {
    const [shape, strides, offset = '', inputs, aliases, factorName = '', multiplyAdds = ''] =
      fields.slice(8);
    const reads = numbers(inputs).map((input) => paths[input] ?? '');
    return {
      ...readDeclaration(fields),
      path: paths[place] ?? '',
      shape: numbers(shape),
      strides: numbers(strides),
      inputs: reads,
      leaf: reads.length === 0,
      aliases: aliases === '1',
      offset: Number(offset),
      factorName,
      multiplyAdds: Number(multiplyAdds),
    };
  });
}

function numbers(list = ''): number[] {
  return list === '' ? [] : list.split(',').map(Number);
}

/** Row-major position ↔ index. */
export function positionOf(index: readonly number[], shape: readonly number[]): number {
  return shape.reduce((position, size, axis) => position * size + (index[axis] ?? 0), 0);
}

/** The position of a cell that somebody names. */
export function requirePosition(index: unknown, shape: readonly number[]): number {
  const expected = `a cell of shape ${shapeText(shape)}`;
  if (!Array.isArray(index) || index.length !== shape.length) {
    fail('index', 'index', describe(index), expected);
  }
  // A copy: each is read once.
  const cell = shape.map((_, axis): unknown => index[axis]);
  const inside = shape.every((size, axis) => {
    const place = cell[axis] as number;
    return Number.isInteger(place) && place >= 0 && place < size;
  });
  if (!inside) fail('index', 'index', `[${cell.map(describe).join(', ')}]`, expected);
  return positionOf(cell as number[], shape);
}

export function indexAt(position: number, shape: readonly number[]): number[] {
  const index = new Array<number>(shape.length);
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    const size = shape[axis] ?? 1;
    index[axis] = position % size;
    position = Math.floor(position / size);
  }
  return index;
}
