// Options of ap.trainer: where batches come from, the optimiser, the schedule.

import { describe, fail } from './errors.js';
import { withHandles } from './handles.js';
import type { Memory } from './memory.js';
import type { TrainingHandle } from './module.js';
import { passNames } from './option-names.js';
import { choice, flag, readOnce, real, refuse, requireObject, whole } from './options.js';
import { describeTask, readTask, taskRequest } from './tasks.js';
import type { TransformerModel } from './transformer.js';
import type { OptimizerOptions, PassOptions, ScheduleOptions, TrainerOptions } from './types.js';

// In the order of the core's own lists: src/attention_playground/training/settings.hpp.
const optimizers = ['adamw', 'sgd'] as const;
const schedules = ['constant', 'cosine', 'inverse_square_root'] as const;

const mostBatches = 65_536;

/** The numbers of a trainer, as the core reads them, and its data. */
export function readTrainer(memory: Memory, options: TrainerOptions) {
  const { optimizer = {}, schedule = {} } = options;
  const data = options.task === undefined ? passesOf(options) : drawnFrom(memory, options);
  const numbers = {
    ...optimizerNumbers(optimizer, data.optimizer),
    ...scheduleNumbers(schedule, data.schedule),
    accumulate: whole(options.accumulate, 1, 'accumulate', 1, 1024),
    gradientCheckpointing: flag(options.gradientCheckpointing, false, 'gradientCheckpointing'),
    mixedPrecision: flag(options.mixedPrecision, false, 'mixedPrecision'),
  };
  return { numbers, data };
}

/** Where batches come from, and the settings that go with them. */
export interface TrainerData {
  give(handle: TrainingHandle, model: TransformerModel): void;
  optimizer?: OptimizerOptions;
  schedule?: ScheduleOptions;
}

function passesOf(options: TrainerOptions): TrainerData {
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

function drawnFrom(memory: Memory, options: TrainerOptions): TrainerData {
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
