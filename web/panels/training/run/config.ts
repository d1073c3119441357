import type {
  OptimizerOptions,
  OwnPairs,
  ScheduleOptions,
  Task,
  TaskName,
  TrainerOptions,
  TransformerOptions,
} from '../../../engine/types/index.js';
import type { TaskChoice } from '../tasks.js';

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
export interface TrainingConfig {
  task: TaskChoice;
  /** Of `own`. */
  pairs?: OwnPairs;
  /** How many updates a run has. */
  steps: number;
  seed: number;
  model: ModelSettings;
  trainer: TrainerSettings;
  /** A mistake that an experiment makes: in training no causal mask hides from a word those that it has to write. */
  unmasked?: true;
}

/** The whole numbers that a config may have; the engine has its own word on them. */
export const RANGES = {
  layers: { least: 1, most: 4 },
  dModel: { least: 4, most: 64 },
  steps: { least: 1, most: 5000 },
  seed: { least: 0, most: 9999 },
  warmup: { least: 0, most: 5000 },
  batchSize: { least: 1, most: 128 },
} as const;

/** Whether a number may stand there. */
export const isWithin = (field: keyof typeof RANGES, value: number): boolean =>
  Number.isInteger(value) && value >= RANGES[field].least && value <= RANGES[field].most;

/** What the engine takes as a task. */
export const sourceOf = ({
  task,
  pairs,
}: Pick<TrainingConfig, 'task' | 'pairs'>): TaskName | OwnPairs => (task === 'own' ? pairs! : task);

/** The settings that were found to learn a task. */
export function configOf(
  chosen: Pick<TrainingConfig, 'task' | 'pairs'>,
  { model, optimizer, schedule, batchSize }: Task,
): TrainingConfig {
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

/** The options of the config's model. */
export function modelOf({ model, seed }: TrainingConfig, task: Task): Task['model'] {
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

/** The options of the config's trainer, but for its model. */
export function trainerOf(config: TrainingConfig): Omit<TrainerOptions, 'model'> {
  const { task, seed } = { task: sourceOf(config), seed: config.seed };
  return { task, seed, batchSize: config.trainer.batchSize, ...recipeOf(config) };
}

/** How the config's parameters are changed, wherever batches come from. */
function recipeOf({ trainer, steps }: TrainingConfig): Omit<TrainerOptions, 'model'> {
  const { optimizer, lr, schedule, warmup, weightDecay, maxNorm } = trainer;
  return {
    optimizer: { name: optimizer, lr, weightDecay, maxNorm },
    schedule: { name: schedule, warmup, steps },
  };
}

/** The same without a causal mask, on these examples in their order: as many as all updates need. */
export function unmaskedTrainerOf(
  config: TrainingConfig,
  examples: Task['examples'],
): Omit<TrainerOptions, 'model'> {
  const { batchSize } = config.trainer;
  const batches = Array.from({ length: config.steps }, (_, i) => {
    const batch = examples.slice(i * batchSize, (i + 1) * batchSize);
    return {
      source: batch.map(({ source = [] }) => source),
      target: batch.map(({ target = [] }) => target),
      labels: batch.map(({ labels }) => labels),
      tgtIsCausal: false,
    };
  });
  return { batches, ...recipeOf(config) };
}

/** Whether both learn the same: one's sentences are the other's, too. */
export const isSameTask = (a: TrainingConfig, b: TrainingConfig): boolean =>
  JSON.stringify(sourceOf(a)) === JSON.stringify(sourceOf(b));

/** Whether one config can go on from what the other has trained. */
export function isSameModel(a: TrainingConfig, b: TrainingConfig): boolean {
  const key = ({ seed, model }: TrainingConfig): string => JSON.stringify([seed, model]);
  return isSameTask(a, b) && key(a) === key(b);
}
