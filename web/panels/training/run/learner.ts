import type { Task, TrainerSnapshot } from '../../../engine/types/index.js';
import type {
  AsyncAttentionPlayground,
  AsyncTrainer,
  AsyncTransformer,
} from '../../../engine/worker/types.js';
import { modelOf, trainerOf, type TrainingConfig } from './config.js';

/** A model and its trainer in a worker. */
export class Learner {
  private constructor(
    readonly model: AsyncTransformer,
    readonly trainer: AsyncTrainer,
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
    let trainer: AsyncTrainer | undefined;
    try {
      trainer = await worker.trainer({ ...trainerOf(config), model });
      if (from) await trainer.restore(from);
      return new Learner(model, trainer);
    } catch (error) {
      // Neither rejects: a worker that is gone holds nothing any more.
      void trainer?.dispose();
      void model.dispose();
      throw error;
    }
  }

  /** Nobody waits for the worker, and neither rejects: one that is gone holds nothing any more. */
  dispose(): void {
    void this.trainer.dispose();
    void this.model.dispose();
  }
}
