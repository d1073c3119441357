import type { Task, TrainerSnapshot, TrainingReport } from '../../../engine/types/index.js';
import type { AsyncAttentionPlayground } from '../../../engine/worker/types.js';
import { InOrder } from '../../../kit/loading/in-order.js';
import { problemOf, type Problem } from '../../../trace/problem.js';
import { answersTo } from './answers.js';
import { Curve, type KeptCurve } from './curve.js';
import { Learner } from './learner.js';
import { Moments, type Moment } from './moments.js';
import type { TrainingConfig } from './config.js';
import { answersOf, type Answers } from '../tasks.js';

/** A run is judged so often on its way, and each time on at most so many examples that are held out. */
export const JUDGED = 40;
export const JUDGED_ON = 64;
/** At rest a model of verse draws so many texts, whose rhymes are judged. */
export const DRAWN = 8;
/** Milliseconds between two answers of a model that trains: they take as long as some updates. */
const ANSWERS_MS = 400;
/** Milliseconds between two drawings of a run that trains. */
const DRAWN_MS = 100;

/** What a run begins from, if not from random parameters. */
export interface Beginning {
  snapshot?: TrainerSnapshot;
  curve?: KeptCurve;
  /** A file that a run saved. */
  file?: Uint8Array;
}

/** Trains one model in a worker, and keeps what it was at some moments. */
export class TrainingRun {
  readonly curve = new Curve();
  readonly moments = new Moments();
  readonly answers: Answers;
  /** How many updates were made. */
  update = 0;
  /** The moment that was last looked at: while it trains, some updates ago. */
  now: Moment | undefined;
  report: TrainingReport | undefined;
  problem: Problem | undefined;
  private learner: Learner | undefined;
  private readonly actions = new InOrder();
  /** The training that was asked for, until it has ended. */
  private asked: { stopped: boolean } | undefined;
  private closed = false;
  private answered = -Infinity;
  private told = -Infinity;

  constructor(
    private readonly worker: AsyncAttentionPlayground,
    public config: TrainingConfig,
    readonly task: Task,
    private readonly changed: (run: TrainingRun) => void,
    /** Whether the model is asked for answers now and then. */
    private readonly options: { asks: boolean } = { asks: true },
  ) {
    this.answers = answersOf(task.model);
  }

  /** How many examples it is judged by. */
  get judgedOn(): number {
    return this.task.heldOut.length;
  }

  /** Whether training never draws these: a task of a few pairs holds none out. */
  get holdsOut(): boolean {
    return this.config.task !== 'four-pairs' && this.config.task !== 'own';
  }

  get finished(): boolean {
    return this.update >= this.config.steps;
  }

  /** Whether it trains, or will as soon as what was asked for before is done. */
  get training(): boolean {
    return this.asked !== undefined;
  }

  /** Makes model and trainer and judges them. Rejects with what the engine refuses. */
  begin({ snapshot, curve, file }: Beginning = {}): Promise<void> {
    if (curve) this.curve.restore(curve);
    return this.actions.run(async () => {
      const { trainer } = await this.learn(file ?? snapshot);
      this.update = await trainer.updates;
      await this.look(true);
    });
  }

  /** Makes so many updates, or all that are left, until it is paused or something goes wrong; never rejects. */
  train(count = Infinity): Promise<void> {
    if (this.training || count <= 0) return this.actions.ended();
    const asked = { stopped: false };
    this.asked = asked;
    this.problem = undefined;
    this.changed(this);
    return this.act(async () => {
      try {
        await this.makeAll(count, asked);
      } finally {
        this.asked = undefined;
      }
    });
  }

  /** Resolves when it is at rest. */
  pause(): Promise<void> {
    this.stop();
    return this.actions.ended();
  }

  /** Stands at another kept moment; training goes on from there. */
  rewind(moment: Moment): Promise<void> {
    this.stop();
    return this.act(async () => {
      // Other settings, which were asked for before, may have led elsewhere.
      if (moment.update > this.update && !this.moments.has(moment)) return;
      this.problem = undefined;
      const { trainer } = await this.learn(moment.snapshot);
      await trainer.restore(moment.snapshot);
      this.stand(moment);
      if (!this.now?.answers) await this.answer(moment);
    });
  }

  /**
   * Goes on with other settings of the optimiser, from where it stands. `edit` is given those that then hold. Rejects with
   * what the engine refuses.
   */
  change(edit: (config: TrainingConfig) => TrainingConfig): Promise<void> {
    this.stop();
    return this.actions.run(async () => {
      if (this.closed) return;
      const config = edit(this.config);
      this.letGo();
      this.learner = await Learner.make(this.worker, config, this.task, this.now?.snapshot);
      this.config = config;
      this.moments.dropAfter(this.update);
      this.curve.dropAfter(this.update);
      this.problem = undefined;
      this.changed(this);
    });
  }

  /** A safetensors file of the model and the optimiser, with the config. */
  save(metadata: Record<string, string>): Promise<Uint8Array> {
    return this.atRest(({ trainer }) => trainer.save({ metadata }));
  }

  /** The model alone, in half of the bytes. */
  saveModel(metadata: Record<string, string>): Promise<Uint8Array> {
    return this.atRest(({ model }) => model.save({ dtype: 'f16', metadata }));
  }

  pin(moment: Moment, pinned: boolean): void {
    const changed = this.moments.change(moment, { pinned });
    if (this.now?.update === moment.update) this.now = changed;
    this.changed(this);
  }

  /** It ends as soon as it can; until then the worker keeps its model and its trainer. */
  dispose(): void {
    this.closed = true;
    this.stop();
    // Nobody looks at it any more, and neither rejects.
    void this.actions.ended().then(() => this.close());
  }

  private stop(): void {
    if (this.asked) this.asked.stopped = true;
  }

  /** One action after the other; what goes wrong becomes the run's problem. */
  private act(body: () => Promise<void>): Promise<void> {
    return this.actions.run(async () => {
      try {
        if (!this.closed) await body();
      } catch (error) {
        this.fail(error);
      }
      if (!this.closed) this.changed(this);
    });
  }

  /** What is asked of model and trainer once they are at rest. */
  private atRest<Result>(ask: (learner: Learner) => Promise<Result>): Promise<Result> {
    this.stop();
    return this.actions.run(async () => ask(await this.learn()));
  }

  /** Model and trainer; where there are none, they are made from what is given, or from where the run stands. */
  private async learn(
    from: TrainerSnapshot | Uint8Array | undefined = this.now?.snapshot,
  ): Promise<Learner> {
    this.learner ??= await Learner.make(this.worker, this.config, this.task, from);
    return this.learner;
  }

  private close(): void {
    this.learner?.dispose();
    this.learner = undefined;
  }

  /** Frees model and trainer, and stands at the last kept moment, from which others will be made. */
  private letGo(): void {
    this.close();
    const last = this.now && this.moments.at(this.now.update);
    if (last) this.stand(last);
  }

  /** How many updates until it is judged again. */
  private untilJudged(): number {
    const every = Math.max(1, Math.round(this.config.steps / JUDGED));
    return every - (this.update % every);
  }

  /** Counts when it begins: what was asked for before may have left another number of updates to make. */
  private async makeAll(count: number, asked: { stopped: boolean }): Promise<void> {
    for (let left = Math.min(count, this.config.steps - this.update); left > 0 && !asked.stopped;) {
      left -= await this.makeUpdates(Math.min(left, this.untilJudged()), asked);
      if (left > 0 && !asked.stopped) await this.look(false);
    }
    await this.look(true);
  }

  private async makeUpdates(count: number, asked: { stopped: boolean }): Promise<number> {
    const before = this.update;
    const { trainer } = await this.learn();
    for await (const report of trainer.run(count)) {
      this.update = report.update;
      this.report = report;
      this.curve.take(report);
      this.tell();
      if (asked.stopped) break;
    }
    return this.update - before;
  }

  /** Judges the model as it is, and keeps the moment; with what it answers now and then, and always at rest. */
  private async look(rests: boolean): Promise<void> {
    const { update, report } = this;
    const learner = await this.learn();
    const samples = rests && this.answers === 'verse' ? DRAWN : 0;
    const evaluation = await learner.evaluate({ examples: JUDGED_ON, samples });
    const snapshot = this.moments.at(update)?.snapshot ?? (await learner.snapshot());
    // It may have been pinned meanwhile.
    const known = this.moments.at(update);
    const moment: Moment = {
      update,
      snapshot,
      evaluation,
      pinned: known?.pinned ?? false,
      ...(report && { report }),
      ...(known?.answers && { answers: known.answers }),
    };
    this.moments.add(moment);
    this.curve.judge({ update, evaluation, ...(report && { report }) });
    this.now = moment;
    const isDue = rests || performance.now() - this.answered > ANSWERS_MS;
    if (isDue && !moment.answers) await this.answer(moment);
    else this.tell();
  }

  private async answer(moment: Moment): Promise<void> {
    if (!this.options.asks) return this.tell();
    const { model } = await this.learn();
    const answers = await answersTo(model, this.answers, this.task.heldOut);
    this.answered = performance.now();
    const changed = this.moments.change(moment, { answers });
    if (this.now?.update === moment.update) this.now = changed;
    this.tell();
  }

  private stand(moment: Moment): void {
    this.update = moment.update;
    this.now = this.moments.at(moment.update) ?? moment;
    this.report = moment.report;
  }

  /**
   * A worker that has ended took model and trainer with it, and one whose memory is full is freed of them: the last kept
   * moment has all that is needed to go on.
   */
  private fail(error: unknown): void {
    const problem = problemOf(error);
    const isLost = problem.code === 'disposed';
    this.problem = isLost ? { ...problem, code: 'workerLost' } : problem;
    if (isLost || problem.code === 'memory') this.letGo();
  }

  private tell(): void {
    const time = performance.now();
    if (this.training && time - this.told < DRAWN_MS) return;
    this.told = time;
    if (!this.closed) this.changed(this);
  }
}
