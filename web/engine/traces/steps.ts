import { describe, fail, fieldEnd, shapeText } from '../errors.js';
import { composeTexts } from '../notation/index.js';
import { remembered } from '../module/remembered.js';
import type {
  Axis,
  Declaration,
  FaultName,
  LeafSource,
  OperationName,
  Role,
  Step,
  StepScope,
} from '../types/index.js';

/** The properties of a step that never change while its trace lives. */
export interface RecordedStep extends Omit<Step, 'edits' | 'fullyMaskedRows'> {
  /** Index of its first element in its storage. */
  offset: number;
}

export const recordEnd = '\x1e';

/** Reads declarations as src/bindings/trace.cpp writes them, one record each. */
export function readDeclarations(text: string): Declaration[] {
  return text.split(recordEnd).map((record) => readDeclaration(record.split(fieldEnd)));
}

function readDeclaration(fields: readonly string[]): Declaration {
  const [kind = '', symbol = '', variable = '', formula = '', code = '', numpy = ''] = fields;
  const [op, role, axes, arity] = fields.slice(6);
  const [least = 0, most = -1] = list(arity).map(Number);
  return {
    kind,
    symbol,
    variable,
    formula,
    code,
    numpy,
    op: op as OperationName,
    role: role as Role,
    axes: list(axes) as Axis[],
    arity: [least, most < 0 ? Infinity : most],
  };
}

/** Reads the steps of a trace: each is a declaration, then its scope and its layout in memory. */
export function readSteps(text: string): RecordedStep[] {
  const records = text.split(recordEnd);
  const ends = records.map(endOfFixed);
  const steps = records.map((record, place) => fixedStep(record.slice(0, ends[place])));
  const texts = composeTexts(steps);
  return steps.map(({ superscript: _, backward, ...step }, place) => {
    const lengths = (records[place] as string).slice((ends[place] as number) + 1).split(fieldEnd);
    const [shape, strides, offset = '', multiplyAdds = ''] = lengths;
    return {
      ...step,
      templates: { code: step.code, numpy: step.numpy },
      ...(texts[place] as (typeof texts)[number]),
      inputs: step.inputs.map((input) => steps[input]?.path ?? ''),
      ...(backward && { gradient: gradientOf(backward, steps) }),
      shape: numbers(shape),
      strides: numbers(strides),
      offset: Number(offset),
      multiplyAdds: Number(multiplyAdds),
    };
  });
}

/** What a step of a backward pass is, with paths in place of indices. */
function gradientOf(
  { of, through, share, update }: Backward,
  steps: readonly { path: string }[],
): NonNullable<Step['gradient']> {
  const pathOf = (place: number) => steps[place]?.path ?? '';
  return {
    ...(of !== undefined && { of: pathOf(of) }),
    ...(through !== undefined && { through: pathOf(through) }),
    ...(share !== undefined && { share: true as const }),
    ...(update !== undefined && { update: true as const }),
  };
}

interface Backward {
  of?: number;
  through?: number;
  share?: number;
  update?: number;
}

/** Fields at the end of a record that change with the lengths of sentences. */
const fieldsOfLengths = 4;

function endOfFixed(record: string): number {
  let end = record.length;
  for (let i = 0; i < fieldsOfLengths; i++) end = record.lastIndexOf(fieldEnd, end - 1);
  return end;
}

/** Steps by the fixed part of their records: from token to token, nearly all of them are the same. */
const rememberedStep = remembered<Readonly<ReturnType<typeof readFixed>>>();

function fixedStep(record: string) {
  return rememberedStep(record, () => readFixed(record.split(fieldEnd)));
}

/** A step as it is recorded: its texts are templates, its inputs indices in the list. */
function readFixed(fields: readonly string[]) {
  const { arity: _, ...declaration } = readDeclaration(fields);
  const [path = '', name = '', scope = '', superscript = ''] = fields.slice(10);
  const [inputs, aliases, source = '', fault = '', attributes = ''] = fields.slice(14);
  const backward = fields[19] ?? '';
  const reads = numbers(inputs);
  return {
    ...declaration,
    path,
    name,
    scope: readScope(scope),
    superscript,
    inputs: reads,
    leaf: reads.length === 0,
    aliases: aliases === '1',
    ...(source === '' ? {} : { source: source as LeafSource }),
    ...(fault === '' ? {} : { fault: fault as FaultName }),
    attributes: readAttributes(attributes),
    ...(backward === '' ? {} : { backward: readAttributes(backward) as Backward }),
  };
}

const scopeWords = ['sentence', 'keySentence', 'stack', 'part'];

/** `sentence=target,layer=0,row=0`: words and numbers; row and column give its tile. */
function readScope(text: string): StepScope {
  const read = pairs(text).map(([name, value]) => [
    name,
    scopeWords.includes(name) ? value : Number(value),
  ]);
  const { row, column, ...scope } = Object.fromEntries(read);
  if (row === undefined) return Object.freeze(scope);
  return Object.freeze({
    ...scope,
    tile: Object.freeze(column === undefined ? [row] : [row, column]),
  });
}

/** `k=5,normalized_shape=8 64,p=#1048576000`: a number, or several separated by blanks; floats by their bits. */
function readAttributes(text: string): Step['attributes'] {
  const read = pairs(text).map(([name, value]) => {
    const several = value.split(' ').map(readNumber);
    return [name, several.length === 1 ? several[0] : Object.freeze(several)];
  });
  return Object.freeze(Object.fromEntries(read));
}

function readNumber(text: string): number {
  return text.startsWith('#') ? floatOf(Number(text.slice(1))) : Number(text);
}

/** The float with these bits, as the shortest decimal that rounds to it: 0.1, not 0.10000000149011612. */
function floatOf(bits: number): number {
  const [float = NaN] = new Float32Array(Uint32Array.of(bits).buffer);
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(float.toPrecision(digits));
    if (Math.fround(short) === float) return short;
  }
  return float;
}

function pairs(text: string): [string, string][] {
  return list(text).map((pair) => {
    const [name = '', value = ''] = pair.split('=');
    return [name, value];
  });
}

function list(text = ''): string[] {
  return text === '' ? [] : text.split(',');
}

function numbers(text?: string): number[] {
  return list(text).map(Number);
}

/** Row-major position ↔ index. */
export function positionOf(index: readonly number[], shape: readonly number[]): number {
  return shape.reduce((position, size, axis) => position * size + (index[axis] ?? 0), 0);
}

/** The position of a cell that a caller names. */
export function requirePosition(index: unknown, shape: readonly number[]): number {
  const expected = `a cell of shape ${shapeText(shape)}`;
  if (!Array.isArray(index) || index.length !== shape.length) {
    fail('index', 'index', describe(index), expected);
  }
  // A copy, as each number is read only once.
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
