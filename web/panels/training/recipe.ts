import type {
  OptimizerOptions,
  OwnPairs,
  ScheduleOptions,
  Task,
  TaskName,
  TrainerOptions,
  TransformerOptions,
} from '../../engine/types.js';
import type { TaskChoice } from './tasks.js';

/** What a person chooses of a model. */
export interface ModelSettings {
  layers: number;
  heads: number;
  dModel: number;
  normFirst: boolean;
  positions: NonNullable<TransformerOptions['positions']>;
  scaleScores: boolean;
  rawValues: boolean;
}

/** What a person chooses of how it is trained. */
export interface TrainerSettings {
  optimizer: NonNullable<OptimizerOptions['name']>;
  lr: number;
  schedule: NonNullable<ScheduleOptions['name']>;
  warmup: number;
  batchSize: number;
  weightDecay: number;
  maxNorm: number;
}

/** All that a run follows from: plain data, which is kept with it. */
export interface Recipe {
  task: TaskChoice;
  /** Of `own`. */
  pairs?: OwnPairs;
  /** How many updates a run has. */
  steps: number;
  seed: number;
  model: ModelSettings;
  trainer: TrainerSettings;
}

/** What the engine takes as a task. */
export const sourceOf = ({ task, pairs }: Pick<Recipe, 'task' | 'pairs'>): TaskName | OwnPairs =>
  task === 'own' ? pairs! : task;

/** The settings that were found to learn a task. */
export function recipeOf(
  chosen: Pick<Recipe, 'task' | 'pairs'>,
  { model, optimizer, schedule, batchSize }: Task,
): Recipe {
  return {
    ...chosen,
    steps: schedule.steps!,
    seed: 0,
    model: {
      layers: model.numDecoderLayers!,
      heads: model.nhead!,
      dModel: model.dModel!,
      normFirst: model.normFirst!,
      positions: model.positions!,
      scaleScores: true,
      rawValues: model.rawValues!,
    },
    trainer: {
      optimizer: optimizer.name!,
      lr: optimizer.lr!,
      schedule: schedule.name!,
      warmup: schedule.warmup!,
      batchSize,
      weightDecay: optimizer.weightDecay!,
      maxNorm: optimizer.maxNorm!,
    },
  };
}

/** The options of the recipe's model. */
export function modelOf({ model, seed }: Recipe, task: Task): Task['model'] {
  const { layers, heads, dModel, normFirst, positions, scaleScores, rawValues } = model;
  const own = task.model;
  const asFound = layers === own.numDecoderLayers && dModel === own.dModel;
  return {
    ...own,
    // What a task says of single layers fits its own sizes alone.
    ...(!asFound && {
      layers: [],
      attentionWidth: dModel,
      dimFeedforward: own.dimFeedforward === 0 ? 0 : 2 * dModel,
    }),
    numEncoderLayers: layers,
    numDecoderLayers: layers,
    nhead: heads,
    dModel,
    normFirst,
    finalNorm: normFirst,
    positions,
    scaleScores,
    rawValues,
    seed,
  };
}

/** The options of the recipe's trainer, but for its model. */
export function trainerOf(recipe: Recipe): Omit<TrainerOptions, 'model'> {
  const { optimizer, lr, schedule, warmup, batchSize, weightDecay, maxNorm } = recipe.trainer;
  return {
    task: sourceOf(recipe),
    seed: recipe.seed,
    batchSize,
    optimizer: { name: optimizer, lr, weightDecay, maxNorm },
    schedule: { name: schedule, warmup, steps: recipe.steps },
  };
}

/** Whether one recipe can go on from what the other has trained. */
export function isSameModel(a: Recipe, b: Recipe): boolean {
  const key = ({ task, pairs, seed, model }: Recipe): string =>
    JSON.stringify([task, pairs ?? null, seed, model]);
  return key(a) === key(b);
}
