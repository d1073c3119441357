// Recorded tensors as Python: short ones as lists, longer ones as base64 of their float32.

import type { Tensor } from '../types/index.js';
import type { Computed, Numbers } from '../types/computed.js';
import type { Language } from './languages.js';

/** A tensor of the record that a program reads. */
export interface Recorded {
  name: string;
  shape: readonly number[];
  /** Ids of tokens, which index a table, are no floats. */
  integers: boolean;
  read(): Tensor;
}

/** So many characters stand on a line. */
const lineLength = 100;

/** Longer tensors are base64. */
const longestList = 64;

/** The shortest decimal that is the same float. */
export function floatText(value: Computed, language: Language): string {
  if (Number.isNaN(value)) return language.notANumber;
  if (!Number.isFinite(value)) return `${value < 0 ? '-' : ''}${language.infinity}`;
  if (Object.is(value, -0)) return '-0.0';
  for (let digits = 1; digits <= 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return pythonFloat(short);
  }
  return pythonFloat(value);
}

function pythonFloat(value: Computed): string {
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** (2, 3) as Python: a single size has a comma. */
export function shapeTuple(shape: readonly number[]): string {
  return shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
}

/** A list of lists; its rows stand below each other if they do not fit on a line. */
function nested(texts: readonly string[], shape: readonly number[], depth = 1): string {
  const [size, ...rest] = shape;
  if (size === undefined) return texts[0] ?? '';
  const step = texts.length / size;
  const rows = Array.from({ length: size }, (_, i) =>
    nested(texts.slice(i * step, (i + 1) * step), rest, depth + 1),
  );
  const line = rows.join(', ');
  if (rest.length === 0 || line.length < lineLength) return `[${line}]`;
  return `[\n${rows.map((row) => `${'  '.repeat(depth)}${row},\n`).join('')}${'  '.repeat(depth - 1)}]`;
}

/** Whether a tensor's numbers are written as digits. */
export function isShort({ data }: Tensor): boolean {
  return data.length <= longestList || isUniform(data);
}

function isUniform(data: Numbers): boolean {
  const [first] = data;
  return data.every((value) => Object.is(value, first));
}

/** A short tensor as an expression. */
export function shortExpression(
  { shape, data }: Tensor,
  integers: boolean,
  language: Language,
): string {
  const text = (value: Computed) => (integers ? String(value) : floatText(value, language));
  if (data.length === 0 || (data.length > 8 && isUniform(data))) {
    return language.full(shapeTuple(shape), text(data[0] ?? 0), integers);
  }
  return language.array(nested(Array.from(data, text), shape), integers);
}

/** A tensor as an expression with its numbers in base64, on as many lines as they need. */
export function base64Expression({ shape, data }: Tensor): string {
  const lines = base64Of(data).match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? [];
  return `data(${shapeTuple(shape)}, '''\n${lines.join('\n')}\n''')`;
}

function base64Of(data: Numbers): string {
  const bytes = littleEndian(data);
  let binary = '';
  // Some thousand arguments are more than a call may have.
  for (let at = 0; at < bytes.length; at += 4096) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 4096));
  }
  return btoa(binary);
}

/** Whether this host writes the lowest byte of a number first, as nearly all do. */
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

export function littleEndian(data: Numbers): Uint8Array {
  if (isLittleEndian) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const bytes = new Uint8Array(data.byteLength);
  const view = new DataView(bytes.buffer);
  data.forEach((value, i) => view.setFloat32(4 * i, value, true));
  return bytes;
}
