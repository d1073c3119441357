// The options of trainers, their tasks and what is measured of them.

import type {
  EvaluationOptions,
  OptimizerOptions,
  OwnPairs,
  ScheduleOptions,
  TaskOptions,
  TrainerOptions,
  TrainerSnapshot,
} from '../../types/index.js';
import type { TableOf } from '../option.js';
import { anySeed, given, off, seed } from './entries.js';

/** Learned numbers of updates: what is not given is as the task says, or by default. */
const updates = { kind: 'whole', least: 0, most: 2 ** 24 - 1 } as const;

/** src/attention_playground/training/settings.hpp */
export const optimizer = {
  name: { kind: 'choice', of: ['adamw', 'sgd'], default: 'adamw', argument: 'optimizer' },
  lr: { kind: 'real', default: 5e-3 },
  betas: given,
  eps: { kind: 'real', default: 1e-8 },
  momentum: { kind: 'real', default: 0 },
  weightDecay: { kind: 'real', default: 0.01 },
  maxNorm: { kind: 'real', default: 1 },
} as const satisfies TableOf<OptimizerOptions>;

/** src/attention_playground/training/settings.hpp */
export const schedule = {
  name: {
    kind: 'choice',
    of: ['constant', 'cosine', 'inverse_square_root'],
    default: 'constant',
    argument: 'schedule',
  },
  warmup: { ...updates, default: 50 },
  steps: { ...updates, default: 400 },
  floor: { kind: 'real', default: 0.1 },
} as const satisfies TableOf<ScheduleOptions>;

export const trainer = {
  model: given,
  batches: given,
  task: given,
  seed: anySeed,
  batchSize: { kind: 'whole', least: 1, most: 4096 },
  optimizer: given,
  schedule: given,
  accumulate: { kind: 'whole', least: 1, most: 1024, default: 1 },
  gradientCheckpointing: off,
  mixedPrecision: off,
} as const satisfies TableOf<TrainerOptions>;

export const snapshot = {
  updates: { ...updates, required: true },
  round: updates,
  parameters: given,
  firstMoments: given,
  secondMoments: given,
} as const satisfies TableOf<TrainerSnapshot>;

export const evaluate = {
  examples: { kind: 'whole', least: 1, most: 2 ** 20, default: 2 ** 20 },
  samples: { kind: 'whole', least: 0, most: 10_000, default: 50 },
} as const satisfies TableOf<EvaluationOptions>;

const tokenKind = { kind: 'choice', of: ['words', 'characters'], default: 'words' } as const;

export const ownPairs = {
  pairs: given,
  sourceTokens: tokenKind,
  targetTokens: tokenKind,
} as const satisfies TableOf<OwnPairs>;

const examples = { kind: 'whole', least: 0, most: 4096, default: 8 } as const;

export const task = {
  seed,
  first: { kind: 'whole', least: 0, most: 2 ** 30, default: 0 },
  count: examples,
  heldOut: examples,
} as const satisfies TableOf<TaskOptions>;
