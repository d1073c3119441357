// ap.trainer: a model trained by the module for training.

import { describe, fail, fieldEnd } from './errors.js';
import { bytesOf, hold, textsOf } from './files.js';
import { Given, withHandles } from './handles.js';
import type { Memory } from './memory.js';
import type { TrainingHandle } from './module.js';
import { passNames } from './option-names.js';
import { choice, readOnce, real, refuse, requireObject, whole } from './options.js';
import { requirePath } from './parameters.js';
import { RecordedTrace } from './recorded-trace.js';
import { recordEnd } from './steps.js';
import { describeTask, readTask, taskRequest } from './tasks.js';
import { requireTraining } from './training.js';
import { TransformerModel } from './transformer.js';
import type {
  Evaluation,
  EvaluationOptions,
  OptimizerOptions,
  PassOptions,
  SaveOptions,
  ScheduleOptions,
  Tensor,
  Trace,
  Trainer,
  TrainerOptions,
  TrainerSnapshot,
  TrainingReport,
} from './types.js';

// In the order of the core's own lists: src/attention_playground/training/settings.hpp.
const optimizers = ['adamw', 'sgd'] as const;
const schedules = ['constant', 'cosine', 'inverse_square_root'] as const;

/** The parts of a snapshot, and how the core calls them. */
const parts = { parameters: 'parameters', firstMoments: 'first', secondMoments: 'second' } as const;

const mostBatches = 65_536;
const mostUpdates = 2 ** 24 - 1;
/** Milliseconds: less than a page notices, with room for what an update takes longer than expected. */
const longestPiece = 35;
/** Of what the core returns of some updates: update, rate, gradient norm, tokens. */
const numbersBeforeLosses = 4;

/** See TrainerOptions. */
export function trainer(memory: Memory, given: TrainerOptions): Trainer {
  const make = requireTraining(memory.module.trainer);
  requireObject(given, 'options');
  const options = readOnce(given, [
    'model',
    'batches',
    'task',
    'seed',
    'batchSize',
    'optimizer',
    'schedule',
    'accumulate',
  ] as const);
  const { model, optimizer = {}, schedule = {} } = options;
  if (!TransformerModel.is(model))
    fail('type', 'model', describe(model), 'a model: ap.transformer()');
  if (model.memory !== memory)
    fail('conflict', 'model', 'of another engine', 'a model of this one');
  const data = options.task === undefined ? passesOf(options) : drawnFrom(memory, options);
  const numbers = {
    ...optimizerNumbers(optimizer, data.optimizer),
    ...scheduleNumbers(schedule, data.schedule),
    accumulate: whole(options.accumulate, 1, 'accumulate', 1, 1024),
  };
  return withHandles(memory, (handles) => {
    const settings = handles.request(numbers);
    // Only now, as a getter among the options may have disposed of the model.
    const handle = memory.unwrap(make(model.open, settings));
    try {
      data.give(handle, model);
      return new ModelTrainer(memory, handle);
    } catch (error) {
      handle.delete();
      throw error;
    }
  });
}

/** Where batches come from, and the settings that go with them. */
interface Data {
  give(handle: TrainingHandle, model: TransformerModel): void;
  optimizer?: OptimizerOptions;
  schedule?: ScheduleOptions;
}

function passesOf(options: TrainerOptions): Data {
  refuse(options, ['seed', 'batchSize'], 'batches are given');
  const passes = readBatches(options.batches);
  return {
    give(handle, model) {
      const { memory } = model;
      for (const pass of passes) {
        withHandles(
          memory,
          (own) => memory.unwrap(handle.addBatch(model.passRequest(own, pass))),
          true,
        );
      }
    },
  };
}

function drawnFrom(memory: Memory, options: TrainerOptions): Data {
  refuse(options, ['batches'], 'the task has its own');
  const task = readTask(options.task);
  const numbers = {
    seed: whole(options.seed, 0, 'seed', 0, 2 ** 32 - 1),
    batchSize:
      options.batchSize === undefined ? 0 : whole(options.batchSize, 1, 'batchSize', 1, 4096),
  };
  const { optimizer, schedule } = describeTask(memory, task);
  return {
    optimizer,
    schedule,
    give(handle) {
      withHandles(memory, (own) => memory.unwrap(handle.useTask(taskRequest(own, task, numbers))));
    },
  };
}

function optimizerNumbers(given: OptimizerOptions, otherwise: OptimizerOptions = {}) {
  requireObject(given, 'optimizer');
  const names = ['name', 'lr', 'betas', 'eps', 'momentum', 'weightDecay', 'maxNorm'] as const;
  const options = withDefaults(readOnce(given, names), otherwise);
  const { betas = [0.9, 0.98] } = options;
  if (!Array.isArray(betas) || betas.length !== 2) {
    fail('type', 'betas', describe(betas), 'two numbers');
  }
  const [beta1, beta2] = betas as readonly unknown[];
  return {
    optimizer: optimizers.indexOf(choice(options.name, 'adamw', 'optimizer', optimizers)),
    lr: real(options.lr, 5e-3, 'lr'),
    beta1: real(beta1, NaN, 'betas'),
    beta2: real(beta2, NaN, 'betas'),
    eps: real(options.eps, 1e-8, 'eps'),
    momentum: real(options.momentum, 0, 'momentum'),
    weightDecay: real(options.weightDecay, 0.01, 'weightDecay'),
    maxNorm: real(options.maxNorm, 1, 'maxNorm'),
  };
}

function scheduleNumbers(given: ScheduleOptions, otherwise: ScheduleOptions = {}) {
  requireObject(given, 'schedule');
  const options = withDefaults(
    readOnce(given, ['name', 'warmup', 'steps', 'floor'] as const),
    otherwise,
  );
  return {
    schedule: schedules.indexOf(choice(options.name, 'constant', 'schedule', schedules)),
    warmup: whole(options.warmup, 50, 'warmup', 0, 2 ** 24 - 1),
    steps: whole(options.steps, 400, 'steps', 0, 2 ** 24 - 1),
    floor: real(options.floor, 0.1, 'floor'),
  };
}

/** Those of a task stand for what is not given. */
function withDefaults<Options extends object>(given: Options, otherwise: Options): Options {
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...otherwise, ...(Object.fromEntries(said) as Options) };
}

function readBatches(batches: unknown): PassOptions[] {
  if (!Array.isArray(batches)) fail('type', 'batches', describe(batches), 'a list of batches');
  if (batches.length === 0 || batches.length > mostBatches) {
    fail('size', 'batches', describe(batches), `1 to ${mostBatches} batches`);
  }
  // Holes too are no batches.
  return Array.from(batches, (batch: unknown) => {
    requireObject(batch, 'batches');
    const pass = readOnce<PassOptions>(batch as PassOptions, passNames);
    refuse(pass, ['faults'], 'only traces make mistakes');
    return pass;
  });
}

/** The only owner of a trainer in wasm memory. */
export class ModelTrainer implements Trainer {
  readonly #memory: Memory;
  #handle: TrainingHandle | undefined;

  constructor(memory: Memory, handle: TrainingHandle) {
    this.#memory = memory;
    this.#handle = handle;
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
    return this.#piece(count, Infinity);
  }

  run(given: number): AsyncIterableIterator<TrainingReport> {
    const count = whole(given, undefined, 'count', 1, mostUpdates);
    void this.#open; // throws if it is disposed
    return this.#pieces(count);
  }

  async *#pieces(count: number): AsyncGenerator<TrainingReport> {
    for (let left = count; left > 0;) {
      const report = this.#piece(left, longestPiece);
      left -= report.losses.length;
      yield report;
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  /** Up to so many updates, as long as the next one is likely to end in time; one in any case. */
  #piece(most: number, milliseconds: number): TrainingReport {
    const start = performance.now();
    const pieces: Float64Array[] = [];
    let made = 0;
    let passed = 0;
    for (let count = milliseconds === Infinity ? most : 1; count > 0;) {
      pieces.push(this.#memory.unwrap(this.#open.step(count)));
      made += count;
      passed = performance.now() - start;
      const fitting = Math.floor(((milliseconds - passed) * made) / passed);
      count = Math.min(most - made, fitting);
    }
    const losses = new Float32Array(made);
    let tokens = 0;
    let at = 0;
    for (const numbers of pieces) {
      losses.set(numbers.subarray(numbersBeforeLosses), at);
      at += numbers.length - numbersBeforeLosses;
      tokens += numbers[3] ?? 0;
    }
    const [update = 0, rate = 0, gradientNorm = 0] = pieces.at(-1) ?? [];
    const tokensPerSecond = passed > 0 ? (1000 * tokens) / passed : 0;
    return { update, loss: losses.at(-1) ?? NaN, losses, rate, gradientNorm, tokensPerSecond };
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
    return { updates: open.updates(), parameters, firstMoments: first, secondMoments: second };
  }

  evaluate(given: EvaluationOptions = {}): Evaluation {
    requireObject(given, 'options');
    const { examples, samples } = readOnce(given, ['examples', 'samples'] as const);
    const counts = {
      examples: whole(examples, 2 ** 20, 'examples', 1, 2 ** 20),
      samples: whole(samples, 50, 'samples', 0, 10_000),
    };
    return withHandles(this.#memory, (handles) => {
      const text = this.#memory.text(this.#open.evaluate(handles.request(counts)));
      return JSON.parse(text) as Evaluation;
    });
  }

  save(given: Pick<SaveOptions, 'metadata'> = {}): Uint8Array {
    requireObject(given, 'options');
    const texts = textsOf(readOnce(given, ['metadata'] as const).metadata ?? {});
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
    requireObject(given, 'snapshot');
    const names = ['updates', 'parameters', 'firstMoments', 'secondMoments'] as const;
    const snapshot = readOnce(given as TrainerSnapshot, names);
    const updates = whole(snapshot.updates, undefined, 'updates', 0, 2 ** 24 - 1);
    withHandles(
      this.#memory,
      (handles) => {
        const tensors = Object.entries(parts).flatMap(([part, name]) => {
          const own = snapshot[part as keyof typeof parts];
          requireObject(own, part);
          return Object.entries(own).map(([path, tensor]) => {
            requirePath(path, part);
            return [`${name}.${path}`, new Given(handles.tensor(tensor, path))] as const;
          });
        });
        const request = handles.request({ updates, ...Object.fromEntries(tensors) });
        this.#memory.unwrap(this.#open.restore(request));
      },
      true,
    );
  }

  dispose(): void {
    this.#handle?.delete();
    this.#handle = undefined;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}
