import type { Evaluation, EvaluationOptions, OwnPairs, TaskExample, TaskName } from './tasks.js';
import type { ErrorRecord } from './errors.js';
import type { SaveOptions } from './files.js';
import type { Tensor } from './tensors.js';
import type { Trace } from './traces.js';
import type { GradientOptions, Transformer, TransformerOptions } from './transformer.js';
import type { Computed, Numbers } from './computed.js';

// Training: what an optimiser does with the gradients of batches, again and again.

/** torch.optim's AdamW or SGD, after clipping; names are PyTorch's, in camel case. */
export interface OptimizerOptions {
  /** adamw by default. */
  name?: 'adamw' | 'sgd';
  /** The highest rate; 5e-3 by default. */
  lr?: number;
  /** AdamW's; [0.9, 0.98] by default. */
  betas?: readonly [number, number];
  /** AdamW's; 1e-8 by default. */
  eps?: number;
  /** SGD's; 0 by default. */
  momentum?: number;
  /** Of matrices and tables, not of biases and norms; 0.01 by default. AdamW's is decoupled, SGD's is part of the gradient. */
  weightDecay?: number;
  /** All gradients are shortened together to at most this norm; 1 by default, 0: never. */
  maxNorm?: number;
}

/** How the rate changes, from update to update. */
export interface ScheduleOptions {
  /** constant by default; inverse_square_root is that of Vaswani et al. 2017, §5.3. */
  name?: 'constant' | 'cosine' | 'inverse_square_root';
  /** The rate grows linearly over so many updates; 50 by default. */
  warmup?: number;
  /** cosine's: the update at which the lowest rate is reached; 400 by default. */
  steps?: number;
  /** cosine's: the lowest rate as a share of the highest one; 0.1 by default. */
  floor?: number;
}

/** A task: the model and the settings that were found to learn it, and some of its examples. */
export interface Task {
  name: string;
  /** Options of `ap.transformer`, with the vocabulary. */
  model: Omit<TransformerOptions, 'parameters'>;
  optimizer: OptimizerOptions;
  schedule: ScheduleOptions;
  /** Examples of an update. */
  batchSize: number;
  /** The loss of a model to which all answers are equally probable: ln of their number. */
  uniformLoss: Computed;
  /** Of training, as the seed draws them. */
  examples: TaskExample[];
  /** Never drawn in training; without such ones, those of training. */
  heldOut: TaskExample[];
}

export interface TrainerOptions {
  /** The model that is trained. Its passes have the new parameters after each `step`. */
  model: Transformer;
  /** They are taken in turn, again and again. Their `labels` say what is expected; equal shapes share one plan. */
  batches?: readonly GradientOptions[];
  /** Instead of batches: they are drawn from it, and its settings stand for what is not given. */
  task?: TaskName | OwnPairs;
  /** Draws the task's batches; 0 by default. */
  seed?: number;
  /** Examples of a batch; as many as the task says by default. */
  batchSize?: number;
  optimizer?: OptimizerOptions;
  schedule?: ScheduleOptions;
  /** How many batches the gradients of an update are the mean of; 1 by default. */
  accumulate?: number;
  /**
   * False by default. True: of each layer but the last one only its result is held until the way back, which computes
   * the rest again: less memory, more time, the same numbers to the last bit.
   */
  gradientCheckpointing?: boolean;
  /**
   * False by default. True: what the way back reads of layers waits for it as 16-bit floats, and is computed in 32 bits
   * all the same. Gradients then differ from those of `trace`, by some parts in 1,000.
   */
  mixedPrecision?: boolean;
}

/** What some updates did. */
export interface TrainingReport {
  /** The number of the last one, counted from 1. */
  update: number;
  /** The loss of its batches, before it. */
  loss: Computed;
  /** e^loss: it is as unsure as among so many equally probable answers. */
  perplexity: Computed;
  /** That of each of these updates. */
  losses: Numbers;
  /** The rate of the last one. */
  rate: Computed;
  /** The norm of all gradients together before clipping, of the last one. */
  gradientNorm: Computed;
  /** Labels that were learned from in a second. */
  tokensPerSecond: number;
  /** What the steps of a pass share of memory, of the largest batch so far: without parameters, gradients and moments. */
  activationBytes: number;
}

/** What `step` throws where updates before the one that failed were made: they stay made. */
export interface TrainingError extends ErrorRecord {
  report: TrainingReport;
}

/** Everything that later updates depend on: plain data, which can be kept, and sent to another thread. */
export interface TrainerSnapshot {
  /** How many updates were made. */
  updates: number;
  /**
   * How many batches were learned from, from 2²⁴ on from 0 again: no two of them have the same masks of dropout. Where
   * it is left out, as snapshots were before they had it: `updates`.
   */
  round?: number;
  /** By path. */
  parameters: Record<string, Tensor>;
  /** AdamW's m, or SGD's velocity. */
  firstMoments: Record<string, Tensor>;
  /** AdamW's v. */
  secondMoments: Record<string, Tensor>;
}

/** Trains a model, in memory that is allocated once; reproducible to the last bit. */
export interface Trainer {
  /** How many updates were made. */
  readonly updates: number;
  readonly disposed: boolean;
  /**
   * Makes so many updates; 1 by default. Throws `not_finite` with the path of the first step that has NaN or infinity,
   * if the loss or a gradient has; then that update is not made. If some were made before it, the error is a
   * TrainingError, with their report.
   */
  step(count?: number): TrainingReport;
  /**
   * The same in pieces of at most 50 ms, or of one update if that takes longer: a report of each piece, which runs when
   * it is asked for. In between, the page, or the worker, answers other calls; not to ask is to pause, and `return`, or
   * leaving the loop, ends it. Before it throws what `step` does, it reports what was made.
   */
  run(count: number): AsyncIterableIterator<TrainingReport>;
  /**
   * The next update as steps: a trace of its last batch, the way back, and `update.<path>.…` of every parameter, up to
   * `new_weight`. `step` makes the same numbers, to the last bit, as long as no head has more than 64 × 64 weights;
   * beyond, kernels differ by rounding. The caller disposes of it.
   */
  trace(): Trace;
  /** How well the model does on what the task holds out. Throws `missing` for `task` without one. */
  evaluate(options?: EvaluationOptions): Evaluation;
  /** Throws `missing` before the first update, unless there is a task. */
  snapshot(): TrainerSnapshot;
  /**
   * Goes on from a snapshot, or from a file that `save` wrote, as if it had not stopped. Its parameters must be those of
   * the model.
   */
  restore(from: TrainerSnapshot | ArrayBuffer | Uint8Array): void;
  /**
   * A safetensors file of the model, as its own `save` writes it in f32, with the state of the optimiser; in its
   * metadata the number of updates, and of a task its name, the seed and what `evaluate` found last. Throws `missing`
   * before the first update, unless there is a task.
   */
  save(options?: Pick<SaveOptions, 'metadata'>): Uint8Array;
  /** The model stays. */
  dispose(): void;
  [Symbol.dispose](): void;
}
