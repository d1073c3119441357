import type { Evaluation } from '../../../engine/types/index.js';
import type { ModelSettings, TrainingConfig, TrainerSettings } from '../run/config.js';
import type { TaskChoice } from '../tasks.js';

/** What is changed of a config. */
interface Change {
  steps?: number;
  model?: Partial<ModelSettings>;
  trainer?: Partial<TrainerSettings>;
  unmasked?: true;
}

/** The two runs of an experiment. */
export const SIDES = ['a', 'b'] as const;
export type Side = (typeof SIDES)[number];

/** What an experiment is judged by: the share of right tokens, or of right sentences. */
export type Accuracy = keyof Pick<Evaluation, 'labels' | 'sentences'>;

/** Two runs that differ in one thing, with one seed. */
export interface Experiment {
  task: Exclude<TaskChoice, 'own'>;
  accuracy: Accuracy;
  /** Whose loss the chart shows: of what is held out, or of the batches, where that is what deceives. */
  charted?: 'batches';
  a: Change;
  b: Change;
}

export const EXPERIMENTS = {
  scale: {
    task: 'ring',
    accuracy: 'labels',
    a: { steps: 300, model: { dModel: 64 } },
    b: { steps: 300, model: { dModel: 64, scaleScores: false } },
  },
  warmup: {
    task: 'translation-textbook',
    accuracy: 'sentences',
    a: { steps: 300, model: { layers: 4 }, trainer: { warmup: 50 } },
    b: { steps: 300, model: { layers: 4 }, trainer: { warmup: 0 } },
  },
  layers: {
    task: 'ring',
    accuracy: 'labels',
    a: { model: { layers: 2 } },
    b: { model: { layers: 1 } },
  },
  rate: {
    task: 'ring',
    accuracy: 'labels',
    a: { trainer: { lr: 1e-2 } },
    b: { trainer: { lr: 1e-1 } },
  },
  mask: {
    task: 'translation-textbook',
    accuracy: 'sentences',
    charted: 'batches',
    a: { steps: 200 },
    b: { steps: 200, unmasked: true },
  },
} as const satisfies Record<string, Experiment>;

export type ExperimentName = keyof typeof EXPERIMENTS;
export const EXPERIMENT_NAMES = Object.keys(EXPERIMENTS) as ExperimentName[];

export const changed = (
  config: TrainingConfig,
  { steps, model, trainer, unmasked }: Change,
): TrainingConfig => ({
  ...config,
  ...(steps !== undefined && { steps }),
  ...(unmasked && { unmasked }),
  model: { ...config.model, ...model },
  trainer: { ...config.trainer, ...trainer },
});
