import type { AsyncAttentionPlayground } from '../../../engine/worker/types.js';
import { InOrder } from '../../../kit/loading/in-order.js';
import { Latest } from '../../../kit/loading/latest.js';
import { isSameModel, sourceOf, type TrainingConfig } from './config.js';
import { JUDGED_ON, TrainingRun, type Beginning } from './run.js';

/** A run that is asked for, and what it begins from. */
export interface Wanted {
  config: TrainingConfig;
  from?: Beginning;
}

/** A change of the settings that hold when its turn comes. */
export type RecipeEdit = (config: TrainingConfig) => TrainingConfig;

interface Host {
  /** Shows another run in place of the one before, which is then disposed. */
  adopt(run: TrainingRun, before: TrainingRun | undefined): void;
  /** The run that is shown has changed. */
  follow(run: TrainingRun): void;
}

/** The run that is shown, in one worker, and what is asked for in its place: the last request counts. */
export class CurrentRun {
  run: TrainingRun | undefined;
  private readonly requests = new Latest();
  private readonly edits = new InOrder();
  /** Settles with the last request. */
  private coming: Promise<void> = Promise.resolve();

  constructor(
    readonly worker: AsyncAttentionPlayground,
    private readonly host: Host,
  ) {}

  /**
   * Begins another run; the one before stays until the engine has accepted it. Rejects with what `find` and the engine
   * refuse, unless something else has been asked for meanwhile.
   */
  async request(find: () => Promise<Wanted | undefined>): Promise<void> {
    const counts = this.requests.request();
    const begun = this.begin(find, counts);
    // Edits wait for it; whoever asked for it is told how it went.
    this.coming = begun.catch(() => undefined);
    await begun;
  }

  /**
   * Changes the settings, of a run that is on its way too: another optimiser goes on from where the run stands, another
   * model starts anew. Edits are made in their order. Rejects with what the engine refuses.
   */
  edit(edit: RecipeEdit): Promise<void> {
    const counts = this.requests.current();
    return this.edits.run(async () => {
      await this.coming;
      const { run } = this;
      if (!run || !counts()) return;
      const config = edit(run.config);
      if (isSameModel(config, run.config)) await run.change(edit);
      else await this.begin(() => Promise.resolve({ config }), counts);
    });
  }

  /** Frees the run and ends the worker. */
  close(): void {
    this.requests.cancel();
    this.run?.dispose();
    this.run = undefined;
    this.worker.terminate();
  }

  private async begin(
    find: () => Promise<Wanted | undefined>,
    counts: () => boolean,
  ): Promise<void> {
    try {
      const wanted = await find();
      if (wanted && counts()) await this.replace(wanted, counts);
    } catch (error) {
      if (counts()) throw error;
    }
  }

  private async replace({ config, from }: Wanted, counts: () => boolean): Promise<void> {
    const { worker, host } = this;
    const task = await worker.task(sourceOf(config), { seed: config.seed, heldOut: JUDGED_ON });
    const run = new TrainingRun(worker, config, task, (changed) => {
      if (changed === this.run) host.follow(changed);
    });
    try {
      await run.begin(from);
      if (counts()) this.adopt(run);
    } finally {
      if (this.run !== run) run.dispose();
    }
  }

  private adopt(run: TrainingRun): void {
    const before = this.run;
    this.run = run;
    before?.dispose();
    this.host.adopt(run, before);
  }
}
