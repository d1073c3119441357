import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Computed } from '../../engine/types/computed.js';
import type { AttentionPlayground } from '../../engine/types/index.js';
import { loadWorker } from '../../engine/worker/client.js';
import type { AsyncAttentionPlayground } from '../../engine/worker/types.js';
import { define } from '../../kit/element/define.js';
import { problemOf } from '../../trace/problem.js';
import { shownBy, type Shown } from '../only.js';
import { Panel } from '../panel.js';
import { answerStyles } from './run/answer-styles.js';
import { AttentionController } from './run/attention-controller.js';
import { renderBar } from './run/bar.js';
import { ChartsController } from './run/charts-controller.js';
import { ComparisonController } from './compare/comparison-controller.js';
import type { Sides } from './compare/comparison.js';
import { CurrentRun, type RecipeEdit, type Wanted } from './run/current-run.js';
import { ExperimentController } from './experiment/experiment-controller.js';
import { fieldStyles } from './run/field-styles.js';
import type { LiveStore } from './run/live.js';
import { renderPanes } from './run/panes.js';
import { renderRunProblem } from './run/problem-line.js';
import type { Moment } from './run/moments.js';
import { OpenedUpdateController } from './opened/opened-controller.js';
import { OwnPairsController } from './keep/own-pairs-controller.js';
import { isWithin, configOf, sourceOf, type TrainingConfig } from './run/config.js';
import type { TrainingRun } from './run/run.js';
import { SavedRunsController } from './keep/saved-controller.js';
import { SettingsController } from './run/settings-controller.js';
import { Speaking } from './run/speaking.js';
import { sectionStyles } from './section-styles.js';
import { styles } from './styles.js';
import { isTaskName, type TaskChoice } from './tasks.js';
import { texts as en, type Texts } from './texts/en.js';
import { texts as zh } from './texts/zh.js';
import type { TrainView } from './view.js';

const FIRST_TASK = 'translation';
const SECTIONS = { run: ['curves', 'answers', 'attention'], experiment: [] } as const;

/**
 * A small model learns a task while you watch: loss, answers and heads, update by update, with every number open to its
 * arithmetic. It is trained in a worker, on this machine.
 */
export class TrainingRunElement extends Panel<Texts> {
  static override styles = [Panel.styles, fieldStyles, styles, answerStyles, sectionStyles];

  /** Name of the task: four-pairs, ring, referent, translation and others. Another one begins another run. */
  @property() task = '';
  /** How many updates the run has, 1 to 5000; as many as its task needs by default. */
  @property({ type: Number }) steps = 0;
  /** The seed of parameters and batches. */
  @property({ type: Number }) seed = 0;
  /** The experiment that is shown: scale, warmup, layers, rate or mask. */
  @property() experiment = '';
  /**
   * What is shown alone: `run`, or below its bar any of `curves`, `answers` and `attention`, with spaces between; and the
   * `experiment` of that attribute. With it, no run is kept in the browser.
   */
  @property({ reflect: true, useDefault: true }) only = '';
  /** Address of the site whose pages can open the trained model; those of the site give it. */
  @property() site = '';

  @state() private chosen: TaskChoice = FIRST_TASK;
  /** @internal The model at the moment that is looked at. */
  live: LiveStore | undefined;
  private current: CurrentRun | undefined;
  /** The attributes of the run that was last asked for by them. */
  private asked: string | undefined;
  private readonly charts = new ChartsController(this, (moment) => this.rewind(moment));
  private readonly attention = new AttentionController(this);
  private readonly speaking = new Speaking(this);
  private readonly own = new OwnPairsController(this, () => this.chooseTask('own'));
  private readonly settings = new SettingsController(this, () => this.chooseTask(this.chosen));
  private readonly opened = new OpenedUpdateController(this, () => this.trainingWasm());
  private readonly comparison = new ComparisonController(this, () => this.engine);
  private readonly experiments = new ExperimentController(
    this,
    () => this.givenSeed,
    (runs) => this.comparison.leave(runs),
  );
  private readonly saved = new SavedRunsController(this);

  protected readonly texts = { en, zh };

  protected async begin(engine: AttentionPlayground): Promise<void> {
    const current = new CurrentRun(loadWorker({ training: true, ...this.trainingWasm() }), {
      adopt: (run, before) => this.adopt(engine, run, before),
      follow: this.follow,
    });
    this.current = current;
    if (this.shown.has('run')) await this.requestGiven(current);
    // What may be slow and may be missing keeps nobody from the first numbers; it never rejects.
    if (this.shown.all) void this.saved.find();
  }

  private get shown(): Shown<typeof SECTIONS> {
    return shownBy(this.only, SECTIONS);
  }

  /**
   * What was last measured and is shown. Of the run: `update`, `loss` and `accuracy`, the share of held-out tokens that are
   * right, and `training`, 0 or 1; with its heads also `attention`, the path of the weights that are shown. Of the experiment: `accuracy-a` and `accuracy-b`, once it runs; `guess-a` and `guess-b`, where a guess was made;
   * `finished`, 0 or 1. Shares are from 0 to 1.
   */
  override get results(): Readonly<Record<string, string | Computed>> {
    const { shown, run, live, experiments } = this;
    const { update, evaluation } = run?.now ?? {};
    return {
      ...(run && shown.has('run') && update !== undefined && evaluation
        ? {
            update,
            loss: evaluation.loss,
            accuracy: evaluation.labels,
            training: Number(run.training),
          }
        : {}),
      ...(run &&
        live &&
        shown.has('attention') && { attention: this.attention.shownOf(run, live) }),
      ...(shown.has('experiment') && experiments.results),
    };
  }

  /** A person's own pairs are in no address. */
  protected override get choices(): Readonly<Record<string, string | number>> {
    const { chosen } = this;
    return isTaskName(chosen) ? { task: chosen } : {};
  }

  protected end(): void {
    this.opened.close();
    this.comparison.close();
    this.experiments.dispose();
    this.current?.close();
    this.live?.dispose();
    this.current = this.live = this.asked = undefined;
  }

  /** @internal */
  get run(): TrainingRun | undefined {
    return this.current?.run;
  }

  /** @internal */
  get worker(): AsyncAttentionPlayground | undefined {
    return this.current?.worker;
  }

  private get givenSeed(): number {
    return isWithin('seed', this.seed) ? this.seed : 0;
  }

  /** The module for training lies beside the other one. */
  private trainingWasm(): { wasmUrl?: URL } {
    if (!this.wasmUrl) return {};
    const url = new URL(this.wasmUrl, document.baseURI);
    return { wasmUrl: new URL('attention-playground-training.wasm', url) };
  }

  /** The attributes that decide the run. */
  private get wished(): string {
    const { task, steps, seed } = this;
    return [task, steps, seed].join();
  }

  /** The run that the attributes ask for. */
  private async requestGiven(current: CurrentRun): Promise<void> {
    this.asked = this.wished;
    const task = isTaskName(this.task) ? this.task : FIRST_TASK;
    await this.request(async () => ({
      config: {
        ...(await this.recipeFor(task, current.worker)),
        ...(isWithin('steps', this.steps) && { steps: this.steps }),
        seed: this.givenSeed,
      },
    }));
  }

  /** The settings that were found to learn a task. Rejects with what is wrong with a person's own pairs. */
  private async recipeFor(
    task: TaskChoice,
    worker: AsyncAttentionPlayground,
  ): Promise<TrainingConfig> {
    const chosen = { task, ...(task === 'own' && { pairs: this.own.read(this.t) }) };
    return configOf(chosen, await worker.task(sourceOf(chosen), { heldOut: 1 }));
  }

  /** @internal Begins a run with settings of its own; rejects with what `find` and the engine refuse. */
  async request(find: () => Promise<Wanted>): Promise<void> {
    this.settings.forget();
    await this.current?.request(find);
  }

  /** @internal */
  async edit(edit: RecipeEdit): Promise<void> {
    await this.current?.edit(edit);
  }

  private adopt(
    engine: AttentionPlayground,
    run: TrainingRun,
    before: TrainingRun | undefined,
  ): void {
    this.comparison.replace(before, run);
    this.opened.close();
    this.live?.dispose();
    this.chosen = run.config.task;
    this.live = this.attention.begin(engine, run, this.language);
    this.live.matchPage(this.language, this.scheme);
    this.follow(run);
  }

  /** The page follows the run. */
  private readonly follow = (run: TrainingRun): void => {
    this.followAttention();
    // It is kept while it trains; that never rejects.
    void this.saved.follow(run);
    this.speaking.say(this.t, this.language, run);
    this.requestUpdate();
  };

  private followAttention(): void {
    const { run, live } = this;
    if (run && live && this.shown.has('attention')) this.attention.follow(run, live);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.live?.matchPage(this.language, this.scheme);
    if (this.engine && this.current) this.followAttributes(changed, this.current);
  }

  /** A page may show something else of it, or another run or experiment, at any time. */
  private followAttributes(changed: PropertyValues<this>, current: CurrentRun): void {
    const { shown, run } = this;
    this.experiments.take(this.experiment);
    if (!shown.has('experiment')) this.experiments.rest();
    if (!shown.has('run')) void run?.pause();
    if (changed.get('only') && shown.all) void this.saved.find();
    if (changed.has('only')) this.followAttention();
    if (shown.has('run') && this.wished !== this.asked)
      this.requestGiven(current).catch((error) => this.fail(error));
  }

  protected renderPanel(t: Texts): TemplateResult {
    const { run, live, shown, language: lang, scheme } = this;
    const view: TrainView | undefined = run && live && { t, lang, scheme, run, live };
    const compares = view && shown.all;
    const experiment = {
      isAlone: !shown.all,
      ...(compares && { compare: (sides: Sides) => this.comparison.show(view, sides) }),
    };
    return html`${this.worker?.fallback ? html`<p class="soft">${t.noWorker}</p>` : nothing}
      ${view && shown.has('run') ? this.renderRun(view, !shown.all) : nothing}
      ${
        compares
          ? html`${this.opened.render(t, lang, scheme, view.run)}
            ${this.comparison.render(view, this.experiments.runs(t))}`
          : nothing
      }
      ${
        shown.has('experiment') ? this.experiments.render({ t, lang, scheme }, experiment) : nothing
      }
      ${compares ? this.saved.render(view) : nothing}
      <p class="only-read-aloud" aria-live="polite">${this.speaking.text}</p>`;
  }

  private renderRun(view: TrainView, isAlone: boolean): TemplateResult {
    const { t, run } = view;
    return html`${this.renderBar(view, isAlone)}
    ${isAlone || this.chosen !== 'own' ? nothing : this.own.render(t)}
    ${isAlone ? nothing : this.settings.render(t, run)} ${renderRunProblem(t, run, this.rewind)}
    ${isAlone ? nothing : this.saved.renderOffers(t)}
    ${renderPanes(view, {
      shows: (pane) => this.shown.has(pane),
      charts: this.charts,
      attention: this.attention,
      rewind: this.rewind,
    })}`;
  }

  private renderBar(view: TrainView, isAlone: boolean): TemplateResult {
    const { run } = view;
    return renderBar(view, {
      task: this.chosen,
      isAlone,
      settingsOpen: this.settings.isOpen,
      chooseTask: (task) => this.chooseTask(task),
      train: (count) => run.train(count),
      pause: () => run.pause(),
      openUpdate: () => this.opened.open(run),
      startAnew: () => this.startAnew(run),
      toggleSettings: () => this.settings.toggle(),
    });
  }

  /** Never rejects. */
  private async chooseTask(task: TaskChoice): Promise<void> {
    const { current } = this;
    if (!current) return;
    if (task === 'own') this.chosen = task;
    this.own.refuse(undefined);
    try {
      await this.request(async () => ({ config: await this.recipeFor(task, current.worker) }));
    } catch (error) {
      if (task === 'own') this.own.refuse(error);
      else this.fail(error);
    }
  }

  /** The same settings from the beginning; never rejects. */
  private async startAnew({ config }: TrainingRun): Promise<void> {
    try {
      await this.request(() => Promise.resolve({ config }));
    } catch (error) {
      this.fail(error);
    }
  }

  /** What was asked for cannot be; the run stays. */
  private fail(error: unknown): void {
    if (this.run) this.run.problem = problemOf(error);
    this.requestUpdate();
  }

  private readonly rewind = async (moment: Moment): Promise<void> => {
    await this.run?.rewind(moment);
  };
}

define('training-run', TrainingRunElement);

declare global {
  interface HTMLElementTagNameMap {
    'training-run': TrainingRunElement;
  }
}
