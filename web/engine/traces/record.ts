// A trace as plain JSON: how it was made, and every number of it.

import { fail } from '../errors.js';
import { countOf } from '../tensors.js';
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
import { plainNumber, plainTensor } from './plain.js';

export const format = 'attention-playground/trace';
export const version = 1;

/** More numbers than these make a text that no program likes to read. */
const mostNumbers = 2 ** 23;

/** What is read of a trace. */
export interface RecordSource {
  readonly steps: readonly Step[];
  readonly origin: Origin | undefined;
  readonly differentiated: { of: string; seed?: Tensor } | undefined;
  editedCells(): (Edit & { entry: number })[];
  tensor(path: string): Tensor;
  baseline(path: string): Tensor;
}

export function recordOf(trace: RecordSource, simd: Simd): TraceRecord {
  const work = recording(trace, simd);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** The same, one step of the trace a turn. */
export function* recording(trace: RecordSource, simd: Simd): Generator<undefined, TraceRecord> {
  const { origin, steps, differentiated } = trace;
  if (!origin) {
    const accepted = 'one of traceAttention, traceTransformer, traceScaling or trace of a model';
    fail('conflict', 'trace', 'of a generated token, or of a trainer', accepted);
  }
  const count = steps.reduce((sum, { shape }) => sum + countOf(shape), 0);
  if (count > mostNumbers) {
    fail('overflow', 'trace', `${count} numbers`, `at most ${mostNumbers}: npz() takes more`);
  }
  const drawn = (path: string) => origin.parameters !== 'all' && !origin.parameters.includes(path);
  const records: StepRecord[] = [];
  for (const step of steps) {
    records.push(stepRecord(trace, step));
    yield;
  }
  return {
    format,
    version,
    simd,
    call: origin.call,
    options: plain(origin.options) as Record<string, unknown>,
    parameters: steps
      .filter(({ path, source }) => source === 'parameter' && !drawn(path))
      .map(({ path }) => path),
    ...(differentiated && { backward: plain(differentiated) as TraceRecord['backward'] }),
    edits: entriesOf(trace.editedCells()),
    steps: records,
  };
}

function stepRecord(trace: RecordSource, { path, source, edits }: Step): StepRecord {
  const record = { path, ...plainTensor(trace.tensor(path)) };
  if (source !== 'parameter' || edits === 0) return record;
  return { ...record, unedited: plainTensor(trace.baseline(path)).data };
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
