import type {
  Evaluation,
  EvaluationOptions,
  Task,
  TrainerSnapshot,
} from '../../../engine/types/index.js';
import type {
  AsyncAttentionPlayground,
  AsyncTrainer,
  AsyncTransformer,
} from '../../../engine/worker/types.js';
import { modelOf, sourceOf, trainerOf, unmaskedTrainerOf, type TrainingConfig } from './config.js';

/** A model and its trainer in a worker. */
export class Learner {
  private constructor(
    readonly model: AsyncTransformer,
    readonly trainer: AsyncTrainer,
    /** Another trainer of the same model, which makes no updates, where `trainer` knows no task: its mask is that of a model that writes. */
    private readonly judge: AsyncTrainer,
  ) {}

  /**
   * As the config says, from random parameters, a snapshot or a file. Rejects with what the engine refuses; then the worker
   * holds nothing of it.
   */
  static async make(
    worker: AsyncAttentionPlayground,
    config: TrainingConfig,
    task: Task,
    from?: TrainerSnapshot | Uint8Array,
  ): Promise<Learner> {
    const model = await worker.transformer(modelOf(config, task));
    let judge: AsyncTrainer | undefined;
    let trainer: AsyncTrainer | undefined;
    try {
      trainer = judge = await worker.trainer({ ...trainerOf(config), model });
      if (config.unmasked) {
        const examples = await examplesFor(worker, config);
        trainer = await worker.trainer({ ...unmaskedTrainerOf(config, examples), model });
      }
      if (from) await trainer.restore(from);
      return new Learner(model, trainer, judge);
    } catch (error) {
      // Neither rejects: a worker that is gone holds nothing any more.
      void trainer?.dispose();
      if (judge !== trainer) void judge?.dispose();
      void model.dispose();
      throw error;
    }
  }

  /** How well the model does when it writes. */
  evaluate(options: EvaluationOptions): Promise<Evaluation> {
    return this.judge.evaluate(options);
  }

  /** Where nothing was learned yet, a trainer without a task does not know what it will change. */
  async snapshot(): Promise<TrainerSnapshot> {
    return (await this.trainer.updates) > 0 ? this.trainer.snapshot() : this.judge.snapshot();
  }

  /** Nobody waits for the worker, and none rejects: one that is gone holds nothing any more. */
  dispose(): void {
    void this.trainer.dispose();
    if (this.judge !== this.trainer) void this.judge.dispose();
    void this.model.dispose();
  }
}

/** As many as the engine draws at once. */
const DRAWN_AT_ONCE = 4096;

/** The examples of all updates, as the task's own trainer draws them. */
async function examplesFor(
  worker: AsyncAttentionPlayground,
  config: TrainingConfig,
): Promise<Task['examples']> {
  const { steps, seed, trainer } = config;
  const all = steps * trainer.batchSize;
  const found: Task['examples'] = [];
  for (let first = 0; first < all; first += DRAWN_AT_ONCE) {
    const count = Math.min(DRAWN_AT_ONCE, all - first);
    const task = await worker.task(sourceOf(config), { seed, first, count, heldOut: 0 });
    found.push(...task.examples);
  }
  return found;
}
