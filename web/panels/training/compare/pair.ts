import type { AsyncAttentionPlayground } from '../../../engine/worker/types.js';
import {
  changed,
  EXPERIMENTS,
  type Experiment,
  type ExperimentName,
} from '../experiment/experiments.js';
import type { Guesses } from '../experiment/guesses.js';
import { configOf } from '../run/config.js';
import { JUDGED_ON, TrainingRun } from '../run/run.js';

/** The two runs of an experiment, side by side in one worker. */
export class Pair {
  private constructor(
    readonly name: ExperimentName,
    readonly seed: number,
    /** Made before it: nothing changes them any more. */
    readonly guesses: Guesses,
    readonly a: TrainingRun,
    readonly b: TrainingRun,
  ) {}

  static async make(
    worker: AsyncAttentionPlayground,
    name: ExperimentName,
    { seed, guesses }: Pick<Pair, 'seed' | 'guesses'>,
    changes: () => void,
  ): Promise<Pair> {
    const experiment: Experiment = EXPERIMENTS[name];
    const task = await worker.task(experiment.task, { seed, heldOut: JUDGED_ON });
    const config = { ...configOf({ task: experiment.task }, task), seed };
    const [a, b] = [experiment.a, experiment.b].map(
      (change) => new TrainingRun(worker, changed(config, change), task, changes, { asks: false }),
    ) as [TrainingRun, TrainingRun];
    const pair = new Pair(name, seed, guesses, a, b);
    try {
      await a.begin();
      await b.begin();
      return pair;
    } catch (error) {
      pair.dispose();
      throw error;
    }
  }

  /** Whether both have made all of their updates, and were judged after the last one. */
  get finished(): boolean {
    return this.a.finished && this.b.finished && !this.training;
  }

  get training(): boolean {
    return this.a.training || this.b.training;
  }

  /** Both make updates in turn: the worker answers one call after the other. */
  async train(): Promise<void> {
    await Promise.all([this.a.train(), this.b.train()]);
  }

  async pause(): Promise<void> {
    await Promise.all([this.a.pause(), this.b.pause()]);
  }

  dispose(): void {
    this.a.dispose();
    this.b.dispose();
  }
}
