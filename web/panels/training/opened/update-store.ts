import type { AttentionPlayground, Step, Task } from '../../../engine/types/index.js';
import { labelsOf } from '../run/live.js';
import type { Moment } from '../run/moments.js';
import { modelOf, sourceOf, trainerOf, type TrainingConfig } from '../run/config.js';
import { steps as enSteps } from '../texts/en-steps.js';
import { steps as zhSteps } from '../texts/zh-steps.js';
import { gradientOf } from '../../../trace/operations.js';
import { PanelStore, type PanelTrace } from '../../panel-store.js';

/** The update that follows a moment of a run. */
export interface Opening {
  config: TrainingConfig;
  task: Task;
  moment: Moment;
}

/** Of all gradients together. */
const CLIP = 'update.clip_factor';

/** Makes the update's trace: the same numbers as the trainer's, to the last bit. */
const panel = (examples: Task['examples']): PanelTrace<Opening> => ({
  make(engine, { config, task, moment }) {
    const model = engine.transformer(modelOf(config, task));
    try {
      const trainer = engine.trainer({ ...trainerOf(config), model });
      try {
        trainer.restore(moment.snapshot);
        return trainer.trace();
      } finally {
        trainer.dispose();
      }
    } finally {
      model.dispose();
    }
  },
  tokens: ({ task: { model } }) => labelsOf({ model, examples }),
  first: { step: 'loss' },
  steps: { en: enSteps, zh: zhSteps },
  seed: ({ config }) => config.seed,
});

/** All steps of one update: forward, loss, backward, and what the optimiser does. */
export abstract class UpdateSteps<Options extends object> extends PanelStore<Options> {
  override get walksByBlock(): boolean {
    return true;
  }

  /** What was trained is shown as it was: nothing is edited in it. */
  override edit(): void {}

  override paste(): void {}

  /** Those that are updated. */
  get parameters(): readonly Step[] {
    return this.steps.filter(({ path }) => this.step(`update.${path}.new_weight`));
  }

  /** What leads to a parameter's new value: its gradient, then the steps of its update. */
  stepsOf(parameter: string): readonly Step[] {
    const own = `update.${parameter}.`;
    return this.steps.filter(
      ({ path }) => path === gradientOf(parameter) || path.startsWith(own) || path === CLIP,
    );
  }
}

/** Those of an update of a run. */
export class UpdateStore extends UpdateSteps<Opening> {
  constructor(
    opening: Opening,
    readonly examples: Task['examples'],
    lang: 'en' | 'zh',
  ) {
    super(panel(examples), opening, lang);
  }

  /** A model that was trained is random no more. */
  override isUntrained(step: Step): boolean {
    return this.options.moment.update === 0 && super.isUntrained(step);
  }

  /** Softmax over keys. */
  get softmaxes(): readonly Step[] {
    return this.steps.filter(
      ({ op, gradient, path }) =>
        op === 'softmax' && !gradient && this.step(gradientOf(path)) !== undefined,
    );
  }
}

/** The examples of the batch that a moment's next update learns from. */
export function examplesOf(
  engine: AttentionPlayground,
  { config, moment }: Opening,
): Task['examples'] {
  const { batchSize } = config.trainer;
  const first = moment.update * batchSize;
  return engine.task(sourceOf(config), { seed: config.seed, first, count: batchSize, heldOut: 0 })
    .examples;
}
