// ap.trainer: a model trained by the module for training.

import { describe, fail, fieldEnd, type EngineError } from '../errors.js';
import { bytesOf, hold } from '../files/safetensors.js';
import { Given, withHandles } from '../module/handles.js';
import type { Memory } from '../module/memory.js';
import type { TrainingHandle } from '../module/core-module.js';
import { readOptions } from '../options/read.js';
import { saveTrainer } from '../options/tables.js';
import * as tables from '../options/tables/training.js';
import { requireObject, whole } from '../options/values.js';
import { free, own } from '../module/owned.js';
import { requirePath } from '../models/parameters.js';
import { RecordedTrace } from '../traces/recorded-trace.js';
import { textsOf } from '../files/save.js';
import { recordEnd } from '../traces/steps.js';
import { readTrainer } from './trainer-options.js';
import { requireTraining } from './require.js';
import { TransformerModel } from '../models/transformer.js';
import type {
  Evaluation,
  EvaluationOptions,
  SaveOptions,
  Tensor,
  Trace,
  Trainer,
  TrainerOptions,
  TrainerSnapshot,
  TrainingReport,
} from '../types/index.js';

/** The parts of a snapshot, and how the core calls them. */
const parts = { parameters: 'parameters', firstMoments: 'first', secondMoments: 'second' } as const;

const mostUpdates = 2 ** 24 - 1;
/** Milliseconds: less than a page notices, with room for what an update takes longer than expected. */
const longestPiece = 35;
/** Of what the core returns of some updates: update, rate, gradient norm, tokens, bytes, perplexity. */
const numbersBeforeLosses = 6;

/** See TrainerOptions. */
export function trainer(memory: Memory, given: TrainerOptions): Trainer {
  const make = requireTraining(memory.module.trainer);
  const options = readOptions(tables.trainer, given);
  const { model } = options;
  if (!TransformerModel.is(model))
    fail('type', 'model', describe(model), 'a model: ap.transformer()');
  if (model.memory !== memory)
    fail('conflict', 'model', 'of another engine', 'a model of this one');
  const { numbers, data } = readTrainer(memory, options);
  return withHandles(memory, (handles) => {
    const settings = handles.request(numbers);
    // Only now, as a getter among the options may have disposed of the model.
    const handle = memory.unwrap(make(model.open, settings));
    try {
      data.give(handle, model);
      model.trained();
      return new ModelTrainer(memory, handle);
    } catch (error) {
      handle.delete();
      throw error;
    }
  });
}

/** Of what the core returns of the updates of each piece, in so many milliseconds. */
function reportOf(pieces: readonly Float64Array[], milliseconds: number): TrainingReport {
  const losses = Float32Array.from(
    pieces.flatMap((numbers) => [...numbers.subarray(numbersBeforeLosses)]),
  );
  const tokens = pieces.reduce((sum, numbers) => sum + (numbers[3] ?? 0), 0);
  const [update = 0, rate = 0, gradientNorm = 0, , activationBytes = 0, perplexity = NaN] =
    pieces.at(-1) ?? [];
  return {
    update,
    loss: losses.at(-1) ?? NaN,
    perplexity,
    losses,
    rate,
    gradientNorm,
    tokensPerSecond: milliseconds > 0 ? (1000 * tokens) / milliseconds : 0,
    activationBytes,
  };
}

/** The only owner of a trainer in wasm memory. */
export class ModelTrainer implements Trainer {
  readonly #memory: Memory;
  #handle: TrainingHandle | undefined;

  constructor(memory: Memory, handle: TrainingHandle) {
    this.#memory = memory;
    this.#handle = handle;
    own(this, handle);
  }

  get disposed(): boolean {
    return this.#handle === undefined;
  }

  get updates(): number {
    return this.#open.updates();
  }

  get #open(): TrainingHandle {
    if (!this.#handle) fail('disposed', 'trainer', 'disposed', 'a trainer in use');
    return this.#handle;
  }

  step(given?: number): TrainingReport {
    const count = whole(given, 1, 'count', 1, mostUpdates);
    const { report, failure } = this.#piece(count, Infinity);
    if (failure) throw Object.assign(failure, report && { report });
    return report as TrainingReport;
  }

  run(given: number): AsyncIterableIterator<TrainingReport> {
    const count = whole(given, undefined, 'count', 1, mostUpdates);
    void this.#open; // throws if it is disposed
    return this.#pieces(count);
  }

  async *#pieces(count: number): AsyncGenerator<TrainingReport> {
    for (let left = count; left > 0;) {
      const { report, failure } = this.#piece(left, longestPiece);
      if (report) {
        left -= report.losses.length;
        yield report;
      }
      if (failure) throw failure;
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  /**
   * Up to so many updates, as long as the next one is likely to end in time, one in any case: a report of those that were
   * made, if any, and why the next one failed, if it did.
   */
  #piece(most: number, milliseconds: number): { report?: TrainingReport; failure?: EngineError } {
    const start = performance.now();
    const pieces: Float64Array[] = [];
    let made = 0;
    let passed = 0;
    let failure: EngineError | undefined;
    for (let count = milliseconds === Infinity ? most : 1; count > 0 && !failure;) {
      const numbers = this.#open.step(count);
      const done = numbers ? numbers.length - numbersBeforeLosses : 0;
      if (numbers) pieces.push(numbers);
      if (done < count) failure = this.#memory.failure();
      made += done;
      passed = performance.now() - start;
      const fitting = Math.floor(((milliseconds - passed) * made) / passed);
      count = Math.min(most - made, fitting);
    }
    return {
      ...(made > 0 && { report: reportOf(pieces, passed) }),
      ...(failure && { failure }),
    };
  }

  trace(): Trace {
    return new RecordedTrace(this.#memory, this.#memory.unwrap(this.#open.trace()));
  }

  snapshot(): TrainerSnapshot {
    const open = this.#open;
    const records = this.#memory.text(open.places()).split(recordEnd).slice(0, -1);
    const numbers = this.#memory.unwrap(open.numbers());
    const found = Object.fromEntries(
      Object.values(parts).map((part) => [part, {} as Record<string, Tensor>]),
    );
    let next = 0;
    for (const record of records) {
      const [part = '', path = '', ...sizes] = record.split(fieldEnd);
      const shape = sizes.map(Number);
      const first = next;
      next += shape.reduce((count, size) => count * size, 1);
      (found[part] as Record<string, Tensor>)[path] = { shape, data: numbers.slice(first, next) };
    }
    const { parameters = {}, first = {}, second = {} } = found;
    return {
      updates: open.updates(),
      round: open.round(),
      parameters,
      firstMoments: first,
      secondMoments: second,
    };
  }

  evaluate(given: EvaluationOptions = {}): Evaluation {
    const { examples, samples } = readOptions(tables.evaluate, given);
    return withHandles(this.#memory, (handles) => {
      const text = this.#memory.text(this.#open.evaluate(handles.request({ examples, samples })));
      // A model whose numbers left their range has a loss that is none.
      return JSON.parse(text, (_, value: unknown) => value ?? NaN) as Evaluation;
    });
  }

  save(given: Pick<SaveOptions, 'metadata'> = {}): Uint8Array {
    const texts = textsOf(readOptions(saveTrainer, given).metadata);
    return withHandles(this.#memory, (handles) =>
      this.#memory.unwrap(this.#open.save(handles.request({}, texts))),
    );
  }

  restore(given: TrainerSnapshot | ArrayBuffer | Uint8Array): void {
    const bytes = bytesOf(given);
    if (bytes) {
      withHandles(
        this.#memory,
        (handles) =>
          this.#memory.unwrap(this.#open.resume(hold(handles, bytes, 'bytes'), bytes.length)),
        true,
      );
      return;
    }
    requireObject(given, 'snapshot', 'a snapshot, or the bytes of a file that a trainer saved');
    const snapshot = readOptions(tables.snapshot, given as TrainerSnapshot, 'snapshot');
    const { updates, round = updates } = snapshot;
    withHandles(
      this.#memory,
      (handles) => {
        const tensors = Object.entries(parts).flatMap(([part, name]) => {
          const own = snapshot[part as keyof typeof parts];
          requireObject(own, part, 'tensors by path');
          return Object.entries(own).map(([path, tensor]) => {
            requirePath(path, part);
            return [`${name}.${path}`, new Given(handles.tensor(tensor, path))] as const;
          });
        });
        const request = handles.request({ updates, round, ...Object.fromEntries(tensors) });
        this.#memory.unwrap(this.#open.restore(request));
      },
      true,
    );
  }

  dispose(): void {
    if (this.#handle) free(this.#handle);
    this.#handle = undefined;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}
