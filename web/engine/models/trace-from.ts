// ap.traceFrom: makes a trace again from its record.

import { describe, fail, isEngineError } from '../errors.js';
import type { Memory } from '../module/memory.js';
import type { Table } from '../options/option.js';
import { readOptions } from '../options/read.js';
import * as tables from '../options/tables.js';
import { requireObject } from '../options/values.js';
import { toFloats, toNumber } from '../traces/plain.js';
import { requirePosition } from '../traces/steps.js';
import { traceAttention, traceScaling, traceWeights } from '../traces/trace.js';
import type {
  GivenWeightsOptions,
  ScalingOptions,
  Tensor,
  Trace,
  TraceAttentionOptions,
  TraceRecord,
  TraceTransformerOptions,
} from '../types/index.js';
import type { Numbers } from '../tensors.js';
import { traceTransformer } from './transformer.js';

const accepted = 'what toJSON() of a trace gave';

/** No option lies deeper: [sentences, tokens] of an option, matrices of `projections`. */
const deepest = 6;

interface ReadStep {
  path: string;
  numbers: Numbers;
  unedited: Numbers;
}

export function traceFrom(memory: Memory, given: TraceRecord | string): Trace {
  const record = readOptions(tables.traceRecord, parsed(given), 'record', 'record.');
  if (record.simd !== memory.simd) {
    const expected = `an engine that load({ simd: '${record.simd}' }) gave`;
    fail('conflict', 'record.simd', `${record.simd}, and the engine is ${memory.simd}`, expected);
  }
  const steps = list(record.steps, 'record.steps').map(readStep);
  const trace = made(memory, record.call, optionsOf(record, steps));
  try {
    differentiate(trace, record.backward);
    list(record.edits, 'record.edits').forEach((edit, i) => redo(trace, edit, `record.edits.${i}`));
    compare(trace, steps);
    return trace;
  } catch (error) {
    trace.dispose();
    throw error;
  }
}

function parsed(given: unknown): TraceRecord {
  if (typeof given !== 'string') return given as TraceRecord;
  try {
    return JSON.parse(given) as TraceRecord;
  } catch (error) {
    return fail('file', 'record', `no JSON: ${String(error)}`, accepted);
  }
}

function list(value: unknown, argument: string): unknown[] {
  if (!Array.isArray(value)) fail('type', argument, describe(value), 'a list');
  return Array.from(value as unknown[]);
}

function object(value: unknown, argument: string): Readonly<Record<string, unknown>> {
  requireObject(value, argument, 'an object');
  return value as Readonly<Record<string, unknown>>;
}

function text(value: unknown, argument: string): string {
  if (typeof value !== 'string') fail('type', argument, describe(value), 'a text');
  return value;
}

function readStep(given: unknown, place: number): ReadStep {
  const argument = `record.steps.${place}`;
  const { path, shape, data, unedited } = object(given, argument);
  const numbers = toFloats(data, shape, `${argument}.data`);
  return {
    path: text(path, `${argument}.path`),
    numbers,
    unedited: unedited === undefined ? numbers : toFloats(unedited, shape, `${argument}.unedited`),
  };
}

/** The options of the call that made it, with the parameters that were given. */
function optionsOf(
  record: Pick<TraceRecord, 'call'> & Partial<Pick<TraceRecord, 'options' | 'parameters'>>,
  steps: readonly ReadStep[],
): object {
  const argument = 'record.options';
  const given = object(record.options, argument);
  const options = decoded(withNumbers(tables[record.call], given), argument, 0) as object;
  const paths = list(record.parameters, 'record.parameters');
  if (paths.length === 0) return options;
  const found = new Map(steps.map(({ path, unedited }) => [path, unedited]));
  const parameters = paths.map((path) => {
    const numbers = found.get(path as string);
    if (!numbers) fail('step', 'record.parameters', describe(path), 'paths of its steps');
    return [path, numbers];
  });
  return { ...options, parameters: Object.fromEntries(parameters) as object };
}

/** A copy in which numbers that JSON does not have are numbers again: where the table has one, as texts may say `NaN`. */
function withNumbers(
  table: Table,
  options: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(options).map(([name, value]) => {
    const kind = Object.hasOwn(table, name) ? table[name]?.kind : undefined;
    const named = (kind === 'whole' || kind === 'real') && typeof value === 'string';
    return [name, named ? toNumber(value, `record.options.${name}`) : value];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** A copy in which tensors hold numbers. */
function decoded(value: unknown, argument: string, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) fail('type', argument, describe(value), 'fewer lists in each other');
  if (Array.isArray(value)) {
    return Array.from(value as unknown[], (each) => decoded(each, argument, depth + 1));
  }
  const given = object(value, argument);
  const { shape, data } = given;
  if (data !== undefined) return toFloats(data, shape, argument);
  const entries = Object.entries(given).map(([name, each]) => [
    name,
    decoded(each, `${argument}.${name}`, depth + 1),
  ]);
  return Object.fromEntries(entries) as object;
}

/** Its errors name the options as those of the record. */
function made(memory: Memory, call: TraceRecord['call'], options: object): Trace {
  try {
    if (call === 'traceScaling') return traceScaling(memory, options as ScalingOptions);
    if (call === 'traceWeights') return traceWeights(memory, options as GivenWeightsOptions);
    if (call === 'traceAttention') return traceAttention(memory, options as TraceAttentionOptions);
    return traceTransformer(memory, options as TraceTransformerOptions);
  } catch (error) {
    if (!isEngineError(error)) throw error;
    const { code, argument, actual, expected } = error;
    return fail(code, `record.options.${argument}`, actual, expected);
  }
}

function differentiate(trace: Trace, given: unknown): void {
  if (given === undefined) return;
  const { of, seed } = object(given, 'record.backward');
  const path = text(of, 'record.backward.of');
  if (seed === undefined) {
    trace.backward({ of: path });
    return;
  }
  const { shape, data } = object(seed, 'record.backward.seed');
  trace.backward({ of: path, seed: toFloats(data, shape, 'record.backward.seed') as Tensor });
}

/** One entry of the undo list. */
function redo(trace: Trace, given: unknown, argument: string): void {
  const edit = object(given, argument);
  const path = text(edit.path, `${argument}.path`);
  const cells = list(edit.cells, `${argument}.cells`).map((each) => {
    const { index, value } = object(each, `${argument}.cells`);
    return {
      index: list(index, `${argument}.index`) as number[],
      value: toNumber(value, `${argument}.value`),
    };
  });
  const [first] = cells;
  if (!first) fail('size', `${argument}.cells`, 'no cell', 'at least one');
  if (cells.length === 1) {
    trace.set(path, first.index, first.value);
    return;
  }
  const { shape, data } = trace.tensor(path);
  for (const { index, value } of cells) data[requirePosition(index, shape)] = value;
  trace.setTensor(path, { shape, data });
}

/** Throws if a step has other numbers than the record says, to the last bit. */
function compare(trace: Trace, steps: readonly ReadStep[]): void {
  const { steps: found } = trace;
  const other = steps.findIndex(({ path }, place) => found[place]?.path !== path);
  if (found.length !== steps.length || other >= 0) {
    const [expected, actual] = [found, steps].map(
      (all) => all[other]?.path ?? `${all.length} steps`,
    );
    fail('conflict', 'record.steps', actual ?? '', `${expected}, which its options give`);
  }
  for (const { path, numbers } of steps) {
    const { shape, data } = trace.tensor(path);
    const sameShape = shape.join() === numbers.shape.join();
    if (sameShape && data.every((value, i) => Object.is(value, numbers.data[i]))) continue;
    const expected = 'those that its options and edits give in this version';
    fail('conflict', 'record.steps', `other numbers in ${describe(path)}`, expected);
  }
}
