// A trace as plain JSON: how it was made, and every number of it.

import { fail } from '../errors.js';
import { countOf } from '../tensors.js';
import { atOnce } from '../turns.js';
import type {
  Edit,
  RecordedEdit,
  Simd,
  Step,
  StepRecord,
  Tensor,
  TraceRecord,
} from '../types/index.js';
import type { Origin } from './origin.js';
import { plainData, plainNumber, plainTensor } from './plain.js';

export const format = 'attention-playground/trace';
export const version = 1;

/** More numbers than these make a text that no program likes to read. */
const mostNumbers = 2 ** 23;

/** What a record is made of. */
export interface RecordSource {
  readonly steps: readonly Step[];
  /** How it was made; undefined if no single call makes it. */
  readonly origin: Origin | undefined;
  /** Of its backward pass, if there is one. */
  readonly backward: { of: string; seed?: Tensor } | undefined;
  /** Each with the entry of the undo list that it belongs to. */
  readonly edits: readonly (Edit & { entry: number })[];
  tensor(path: string): Tensor;
  baseline(path: string): Tensor;
}

export const recordOf = (source: RecordSource, simd: Simd): TraceRecord =>
  atOnce(recording(source, simd));

/** Its JSON, in pieces: the text of a large one, made at once, would keep a page from answering. */
export function* recordText(source: RecordSource, simd: Simd): Generator<undefined, string[]> {
  const { steps, ...head } = yield* recording(source, simd);
  const pieces = [JSON.stringify(head).slice(0, -1), ',"steps":['];
  for (const [place, step] of steps.entries()) {
    pieces.push(`${place > 0 ? ',' : ''}${JSON.stringify(step)}`);
    yield;
  }
  return [...pieces, ']}'];
}

function* recording(source: RecordSource, simd: Simd): Generator<undefined, TraceRecord> {
  const { origin, steps, backward } = source;
  if (!origin) {
    const accepted =
      'one of traceAttention, traceTransformer, traceWeights, traceScaling or trace of a model';
    fail('conflict', 'trace', 'of a generated token, or of a trainer', accepted);
  }
  const count = steps.reduce((sum, { shape }) => sum + countOf(shape), 0);
  if (count > mostNumbers) {
    fail('overflow', 'trace', `${count} numbers`, `at most ${mostNumbers}: npz() takes more`);
  }
  const drawn = (path: string) => origin.parameters !== 'all' && !origin.parameters.includes(path);
  const records: StepRecord[] = [];
  for (const step of steps) records.push(yield* stepRecord(source, step));
  return {
    format,
    version,
    simd,
    call: origin.call,
    options: plain(origin.options) as Record<string, unknown>,
    parameters: steps
      .filter(({ path, source }) => source === 'parameter' && !drawn(path))
      .map(({ path }) => path),
    ...(backward && { backward: plain(backward) as TraceRecord['backward'] }),
    edits: entriesOf(source.edits),
    steps: records,
  };
}

function* stepRecord(
  from: RecordSource,
  { path, source, edits, shape }: Step,
): Generator<undefined, StepRecord> {
  const record = { path, shape: [...shape], data: yield* plainData(from.tensor(path).data) };
  if (source !== 'parameter' || edits === 0) return record;
  return { ...record, unedited: yield* plainData(from.baseline(path).data) };
}

/** Cells by the entry of the undo list that they belong to. */
function entriesOf(cells: readonly (Edit & { entry: number })[]): RecordedEdit[] {
  const entries: RecordedEdit[] = [];
  for (const { entry, path, index, value } of cells) {
    entries[entry] ??= { path, cells: [] };
    entries[entry].cells.push({ index, value: plainNumber(value) });
  }
  return entries;
}

/** A copy with tensors as JSON. */
function plain(value: unknown): unknown {
  if (typeof value === 'number') return plainNumber(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  if ('data' in value && 'shape' in value) return plainTensor(value as Tensor);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}
