import { describe, fail } from '../errors.js';
import { readExplanation } from './explanation.js';
import { choiceOf, type TokenChoice } from '../models/token-choice.js';
import { ownerOf, withHandles } from '../module/handles.js';
import type { Memory as WasmMemory } from '../module/memory.js';
import type { OrError, TraceHandle } from '../module/core-module.js';
import { readOptions } from '../options/read.js';
import { programOf } from '../program/index.js';
import { npz } from '../program/npz.js';
import { free, own } from '../module/owned.js';
import * as tables from '../options/tables.js';
import { whole } from '../options/values.js';
import type { Origin } from './origin.js';
import { recordOf, recordText, type RecordSource } from './record.js';
import { indexAt, readSteps, requirePosition, type RecordedStep } from './steps.js';
import { axisBits, extentOfSteps, histogram, rowSummary } from './summary.js';
import { toTensor } from '../tensors.js';
import type {
  BackwardOptions,
  ChoiceOptions,
  Difference,
  Edit,
  Explanation,
  Extent,
  FirstDifference,
  Histogram,
  HistogramOptions,
  Memory,
  Program,
  ProgramOptions,
  RowSummary,
  Step,
  Tensor,
  TensorLike,
  TokenTrace,
  Trace,
  TraceRecord,
} from '../types/index.js';

/** How a pass chose its token, and from how many candidates. */
interface ChosenBy {
  choice: TokenChoice;
  candidates: number;
}

/** Where a trace comes from. */
interface Whence {
  token?: ChosenBy;
  origin?: Origin;
}

/** A trace of a run in wasm memory: maps paths to its numbers, and is the only owner of its handle. */
export class RecordedTrace implements TokenTrace {
  readonly #memory: WasmMemory;
  #recorded: readonly RecordedStep[] = [];
  #places: ReadonlyMap<string, number> = new Map();
  #listed = -1;
  #handle: TraceHandle | undefined;
  #origin: RecordedTrace | undefined;
  #steps: Step[] | undefined;

  readonly #token: ChosenBy | undefined;
  readonly #madeBy: Origin | undefined;
  #backward: RecordSource['backward'];

  /** `token`: of a generated one; `origin`: of one that a single call makes again. */
  constructor(memory: WasmMemory, handle: TraceHandle, { token, origin }: Whence = {}) {
    this.#memory = memory;
    this.#handle = handle;
    this.#token = token;
    this.#madeBy = origin;
    ownerOf(handle, () => this.#readSteps());
    own(this, handle);
  }

  /** Reads the list of steps again if it has changed: with a backward pass, edits change it. */
  #readSteps(): void {
    const handle = this.#open;
    const listed = handle.listed();
    if (listed === this.#listed) return;
    this.#recorded = readSteps(this.#memory.text(handle.steps()));
    this.#places = new Map(this.#recorded.map((step, place) => [step.path, place]));
    this.#listed = listed;
  }

  get disposed(): boolean {
    return this.#handle === undefined;
  }

  get steps(): readonly Step[] {
    if (this.#steps) return this.#steps;
    const states = this.#memory.unwrap(this.#open.states());
    // The caller gets copies, as of tensors: this trace keeps reading its own lists.
    this.#steps = this.#recorded.map(({ offset: _, ...step }, place) => ({
      ...step,
      axes: [...step.axes],
      shape: [...step.shape],
      strides: [...step.strides],
      inputs: [...step.inputs],
      edits: states[2 * place] ?? 0,
      fullyMaskedRows: states[2 * place + 1] ?? 0,
    }));
    return this.#steps;
  }

  get edits(): readonly Edit[] {
    return this.#edits().map(({ entry: _, ...edit }) => edit);
  }

  /** With the entry of the undo list that each belongs to. */
  #edits(): (Edit & { entry: number })[] {
    const numbers = this.#memory.unwrap(this.#open.edits());
    return tuples(numbers, 4).map(([entry, place, position, value]) => {
      const { path, shape } = this.#at(place as number);
      const index = indexAt(position as number, shape);
      return { entry: entry as number, path, index, value: value as number };
    });
  }

  tensor(path: string): Tensor {
    return toTensor(this.#memory.unwrap(this.#open.tensor(this.#place(path))));
  }

  baseline(path: string): Tensor {
    return toTensor(this.#memory.unwrap(this.#open.baseline(this.#place(path))));
  }

  memory(path: string): Memory {
    const place = this.#place(path);
    const { offset, shape, strides } = this.#at(place);
    const data = this.#memory.unwrap(this.#open.memory(place));
    return {
      storage: this.#memory.unwrap(this.#open.storage(place)),
      offset,
      shape: [...shape],
      strides: [...strides],
      data,
    };
  }

  explain(path: string, index: readonly number[]): Explanation {
    const place = this.#place(path);
    const position = this.#position(place, index);
    const record = this.#memory.unwrap(this.#open.explain(place, position));
    const explanation = readExplanation(record, this.#recorded, place, position);
    return this.#at(place).op === 'cached' ? this.#cached(explanation) : explanation;
  }

  program(options: ProgramOptions): Program {
    return programOf(this, options);
  }

  toJSON(): TraceRecord {
    return recordOf(this.#source(), this.#memory.simd);
  }

  /** Its record as JSON, in pieces; any trace of this engine is one of these. */
  static text(trace: Trace): Generator<undefined, string[]> {
    const { simd } = RecordedTrace.#of(trace).#memory;
    return recordText(RecordedTrace.#of(trace).#source(), simd);
  }

  #source(): RecordSource {
    return {
      steps: this.steps,
      origin: this.#madeBy,
      // Memory that runs out ends a backward pass.
      backward: this.#recorded.some(({ gradient }) => gradient) ? this.#backward : undefined,
      edits: this.#edits(),
      tensor: (path) => this.tensor(path),
      baseline: (path) => this.baseline(path),
    };
  }

  npz(paths?: string | readonly string[]): Uint8Array {
    const all: unknown = paths ?? this.steps.map(({ path }) => path);
    const wanted: unknown = typeof all === 'string' ? [all] : all;
    if (!Array.isArray(wanted)) fail('type', 'paths', describe(paths), 'a path or a list of paths');
    const places = new Set(Array.from(wanted as unknown[], (path) => this.#place(path)));
    const named = [...places].map((place) => this.#at(place).path);
    return npz(named.map((path) => [path, this.tensor(path)] as const));
  }

  /** Explains a cached key or value in the pass that computed it. */
  #cached(explanation: Explanation): Explanation {
    this.#origin ??= this.#openOrigin();
    if (!this.#origin) return explanation;
    const { step, index } = explanation;
    const { name } = this.#at(this.#place(step));
    const attention = step.slice(0, -name.length);
    const own = name === 'cached_k' ? ['rotated_keys', 'k_transposed'] : ['v_transposed'];
    const known = own.map((heads) => attention + heads);
    const paths = this.#origin.#recorded.map(({ path }) => path);
    const heads = known.find((path) => paths.includes(path)) ?? '';
    let origin = this.#origin.explain(heads, index);
    while (origin.rule === 'copy') {
      origin = this.#origin.explain(origin.source.step, origin.source.index);
    }
    const { value, result, bound, difference, edited } = explanation;
    const cell = { step, index, value, result, bound, difference, ...(edited ? { edited } : {}) };
    return { ...cell, rule: 'cached', token: index[2] ?? 0, origin };
  }

  #openOrigin(): RecordedTrace | undefined {
    const handle = this.#open.origin();
    return handle === null
      ? undefined
      : new RecordedTrace(this.#memory, this.#memory.unwrap(handle));
  }

  sequence(given?: ChoiceOptions): Trace {
    if (!this.#token) fail('conflict', 'trace', 'of no generated token', 'the trace of a token');
    const { candidates } = this.#token;
    const choice =
      given === undefined
        ? this.#token.choice
        : choiceOf(readOptions(tables.choice, given, 'choice'), candidates);
    const { temperature, topK, doSample, seed } = choice;
    const handle = this.#memory.unwrap(this.#open.sequence(temperature, topK, doSample, seed));
    return new RecordedTrace(this.#memory, handle, { token: { choice, candidates } });
  }

  extent(paths: string | readonly string[]): Extent {
    const all: unknown = typeof paths === 'string' ? [paths] : paths;
    if (!Array.isArray(all)) fail('type', 'paths', describe(all), 'a path or a list of paths');
    const places: number[] = [];
    // Ends at the first hole of a list, however long that is.
    for (const path of all as unknown[]) places.push(this.#place(path));
    return extentOfSteps(this.#memory, this.#open, places);
  }

  histogram(path: string, options: HistogramOptions): Histogram {
    return histogram(this.#memory, () => this.#open, this.#place(path), options);
  }

  rows(path: string, axis?: number): RowSummary {
    const place = this.#place(path);
    const last = Math.max(0, this.#at(place).shape.length - 1);
    const along = whole(axis, last, 'axis', -last - 1, last);
    return rowSummary(this.#memory, this.#open, place, along < 0 ? along + last + 1 : along);
  }

  rank(path: string, index: readonly number[], axes: readonly number[]): number {
    const place = this.#place(path);
    const position = this.#position(place, index);
    const bits = axisBits(axes, this.#at(place).shape.length);
    return this.#memory.unwrap(this.#open.rank(place, position, bits));
  }

  set(path: string, index: readonly number[], value: number): string[] {
    const place = this.#place(path);
    const position = this.#position(place, index);
    if (typeof value !== 'number') fail('type', 'value', describe(value), 'a number');
    return this.#changed(this.#open.set(place, position, value));
  }

  setTensor(path: string, values: TensorLike): string[] {
    const place = this.#place(path);
    return withHandles(
      this.#memory,
      (handles) => {
        const handle = handles.tensor(values, 'values');
        return this.#changed(this.#open.setTensor(place, handle));
      },
      true,
    );
  }

  cutHead(attention: string, head: number): string[] {
    if (typeof attention !== 'string') fail('type', 'attention', describe(attention), 'a path');
    const scope = attention === '' ? '' : `${attention}.`;
    // Where each head has its own steps, its context has no axis of heads.
    const apart = `${scope}heads.${whole(head, undefined, 'head', 0)}.context`;
    const isApart = this.#places.has(apart);
    const path = isApart ? apart : `${scope}context`;
    const { shape, data } = this.tensor(path);
    const heads = isApart ? 1 : shape[1]!;
    whole(head, undefined, 'head', 0, isApart ? head : heads - 1);
    const [queries, width] = shape.slice(-2) as [number, number];
    for (let batch = 0; batch < shape[0]!; batch++) {
      const first = (batch * heads + (isApart ? 0 : head)) * queries * width;
      data.fill(0, first, first + queries * width);
    }
    return this.setTensor(path, { shape, data });
  }

  backward(options: BackwardOptions = {}): string[] {
    const { of = this.#loss(), seed } = readOptions(tables.backward, options);
    const place = this.#place(of, 'of');
    if (seed === undefined) {
      const added = this.#changed(this.#open.backward(place, 0));
      this.#backward = { of };
      return added;
    }
    return withHandles(
      this.#memory,
      (handles) => {
        // Reading a seed may dispose of this trace.
        const handle = handles.tensor(seed, 'seed');
        const added = this.#changed(this.#open.backward(place, handle));
        this.#backward = { of, ...(handles.given(['seed']) as { seed: Tensor }) };
        return added;
      },
      true,
    );
  }

  loss(): number {
    return this.#memory.unwrap(this.#open.loss());
  }

  downhill(path: string, rate: number): Tensor {
    const place = this.#place(path);
    const gradient = this.#places.get(`gradient.${path}`);
    if (gradient === undefined)
      fail('step', 'path', path, 'the path of a step that has a gradient: backward() adds them');
    if (typeof rate !== 'number') fail('type', 'rate', describe(rate), 'a number');
    if (!Number.isFinite(rate)) fail('not_finite', 'rate', String(rate), 'a finite number');
    return toTensor(this.#memory.unwrap(this.#open.downhill(place, gradient, rate)));
  }

  #loss(): string {
    const loss = this.#recorded.find(({ op }) => op === 'cross_entropy');
    if (!loss) fail('missing', 'of', 'nothing', 'a path: the trace has no loss');
    return loss.path;
  }

  undo(): string[] {
    return this.#changed(this.#open.undo());
  }

  reset(): string[] {
    return this.#changed(this.#open.reset());
  }

  compare(other: Trace): Difference[] {
    const trace = RecordedTrace.#of(other);
    const numbers = this.#memory.unwrap(this.#open.compare(trace.#open));
    return tuples(numbers, 3).map(([place = 0, maxDifference = 0, tolerance = 0]) => ({
      path: this.#at(place).path,
      maxDifference,
      tolerance,
    }));
  }

  difference(other: Trace, path: string): Tensor {
    const trace = RecordedTrace.#of(other);
    const place = this.#place(path);
    const found = this.#open.difference(place, trace.#open, trace.#place(path));
    return toTensor(this.#memory.unwrap(found));
  }

  static #of(other: unknown): RecordedTrace {
    // A proxy of a trace is rejected: it has no handle.
    if (typeof other === 'object' && other !== null && #handle in other) return other;
    return fail('type', 'other', describe(other), 'a trace');
  }

  firstDifference(other: Trace): FirstDifference | undefined {
    const compared = new Map(this.compare(other).map((each) => [each.path, each]));
    const others = new Map(other.steps.map(({ path, shape }) => [path, shape]));
    for (const { path, shape } of this.#recorded) {
      const found = compared.get(path);
      if (found && found.maxDifference > found.tolerance) return found;
      const otherShape = others.get(path);
      if (found || !otherShape) continue;
      const shapes: [number[], number[]] = [[...shape], [...otherShape]];
      return { path, maxDifference: Infinity, tolerance: 0, shapes };
    }
    return undefined;
  }

  dispose(): void {
    if (this.#handle) free(this.#handle);
    this.#handle = undefined;
    this.#origin?.dispose();
    this.#origin = undefined;
    // A disposed trace may be held for long: it keeps none of its lists.
    this.#steps = undefined;
    this.#recorded = [];
    this.#places = new Map();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  get #open(): TraceHandle {
    if (!this.#handle) fail('disposed', 'trace', 'disposed', 'a trace in use');
    return this.#handle;
  }

  #at(place: number): RecordedStep {
    const step = this.#recorded[place];
    if (!step) fail('step', 'path', String(place), 'one of the steps');
    return step;
  }

  #place(path: unknown, argument = 'path'): number {
    void this.#open; // throws if the trace is disposed
    const place = typeof path === 'string' ? this.#places.get(path) : undefined;
    if (place === undefined)
      fail('step', argument, describe(path), "the path of one of the trace's steps");
    return place;
  }

  #position(place: number, index: unknown): number {
    return requirePosition(index, this.#at(place).shape);
  }

  #changed(result: OrError<Int32Array>): string[] {
    const places = Array.from(this.#memory.unwrap(result));
    this.#steps = undefined;
    this.#readSteps();
    return places.map((place) => this.#at(place).path);
  }
}

function tuples(numbers: Float64Array, size: number): number[][] {
  return Array.from({ length: numbers.length / size }, (_, i) =>
    Array.from(numbers.subarray(i * size, (i + 1) * size)),
  );
}
