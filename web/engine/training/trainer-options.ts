// Options of ap.trainer: where batches come from, the optimiser, the schedule.

import { describe, fail } from '../errors.js';
import { withHandles } from '../module/handles.js';
import type { Memory } from '../module/memory.js';
import type { TrainingHandle } from '../module/core-module.js';
import type { Read, Table } from '../options/option.js';
import { placeIn, readGiven, readOptions, refuse, withDefaults } from '../options/read.js';
import { pass as passTable } from '../options/tables.js';
import * as tables from '../options/tables/training.js';
import { real } from '../options/values.js';
import { describeTask, readTask, taskRequest } from './tasks.js';
import type { ReadPass } from '../models/model-options.js';
import type { TransformerModel } from '../models/transformer.js';
import type {
  OptimizerOptions,
  PassOptions,
  ScheduleOptions,
  TrainerOptions,
} from '../types/index.js';

const mostBatches = 65_536;

/** The options of a trainer, with defaults. */
type ReadTrainer = Read<TrainerOptions, typeof tables.trainer>;

/** The numbers of a trainer, as the core reads them, and its data. */
export function readTrainer(memory: Memory, options: ReadTrainer) {
  const { optimizer = {}, schedule = {} } = options;
  const data = options.task === undefined ? passesOf(options) : drawnFrom(memory, options);
  const numbers = {
    ...optimizerNumbers(optimizer, data.optimizer),
    ...scheduleNumbers(schedule, data.schedule),
    accumulate: options.accumulate,
    gradientCheckpointing: options.gradientCheckpointing,
    mixedPrecision: options.mixedPrecision,
  };
  return { numbers, data };
}

/** Where batches come from, and the settings that go with them. */
export interface TrainerData {
  give(handle: TrainingHandle, model: TransformerModel): void;
  optimizer?: OptimizerOptions;
  schedule?: ScheduleOptions;
}

function passesOf(options: ReadTrainer): TrainerData {
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

function drawnFrom(memory: Memory, options: ReadTrainer): TrainerData {
  refuse(options, ['batches'], 'the task has its own');
  const task = readTask(options.task);
  const { seed = 0, batchSize = 0 } = options;
  const { optimizer, schedule } = describeTask(memory, task);
  return {
    optimizer,
    schedule,
    give(handle) {
      withHandles(memory, (own) =>
        memory.unwrap(handle.useTask(taskRequest(own, task, { seed, batchSize }))),
      );
    },
  };
}

function optimizerNumbers(given: OptimizerOptions, otherwise: OptimizerOptions = {}) {
  const table = tables.optimizer;
  const options = withTask<OptimizerOptions, typeof table>(
    table,
    readGiven(table, given, 'optimizer'),
    otherwise,
  );
  const { betas = [0.9, 0.98] } = options;
  if (!Array.isArray(betas) || betas.length !== 2) {
    fail('type', 'betas', describe(betas), 'two numbers');
  }
  const [beta1, beta2] = betas as readonly unknown[];
  return {
    optimizer: placeIn(table.name, options.name),
    lr: options.lr,
    beta1: real(beta1, NaN, 'betas'),
    beta2: real(beta2, NaN, 'betas'),
    eps: options.eps,
    momentum: options.momentum,
    weightDecay: options.weightDecay,
    maxNorm: options.maxNorm,
  };
}

function scheduleNumbers(given: ScheduleOptions, otherwise: ScheduleOptions = {}) {
  const table = tables.schedule;
  const read = readGiven(table, given, 'schedule');
  const options = withTask<ScheduleOptions, typeof table>(table, read, otherwise);
  const { warmup, steps, floor } = options;
  return { schedule: placeIn(table.name, options.name), warmup, steps, floor };
}

/** Those of a task stand for what is not given, before the defaults of the table do. */
function withTask<Options extends object, Of extends Table>(
  table: Of,
  read: Partial<Options>,
  otherwise: Options,
): Read<Options, Of> {
  const said = Object.entries(read).filter(([, value]) => value !== undefined);
  return withDefaults(table, { ...otherwise, ...Object.fromEntries(said) });
}

function readBatches(batches: unknown): ReadPass[] {
  if (!Array.isArray(batches)) fail('type', 'batches', describe(batches), 'a list of batches');
  if (batches.length === 0 || batches.length > mostBatches) {
    fail('size', 'batches', describe(batches), `1 to ${mostBatches} batches`);
  }
  // Holes too are no batches.
  return Array.from(batches, (batch: unknown) => {
    const pass = readOptions(passTable, batch as PassOptions, 'batches');
    refuse(pass, ['faults'], 'only traces make mistakes');
    return pass;
  });
}
