import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { AttentionPlayground } from '../../engine/types/index.js';
import { loadWorker } from '../../engine/worker/client.js';
import type { AsyncAttentionPlayground } from '../../engine/worker/types.js';
import { fill } from '../../i18n/fill.js';
import { define } from '../../kit/element/define.js';
import { problemOf } from '../../trace/problem.js';
import { Panel } from '../panel.js';
import { answerStyles } from './run/answer-styles.js';
import { AttentionController } from './run/attention-controller.js';
import { renderBar } from './run/bar.js';
import { renderCharts } from './run/charts.js';
import { ComparisonController } from './compare/comparison-controller.js';
import { CurrentRun, type RecipeEdit, type Wanted } from './run/current-run.js';
import { ExperimentController } from './experiment/experiment-controller.js';
import { renderFacts, renderMeaning } from './facts.js';
import { fieldStyles } from './run/field-styles.js';
import { renderAnswers } from './run/render-answers.js';
import type { LiveStore } from './run/live.js';
import { renderMoments } from './run/moment-list.js';
import type { Moment } from './run/moments.js';
import { OpenedUpdateController } from './opened/opened-controller.js';
import { OwnPairsController } from './keep/own-pairs-controller.js';
import { problemText } from './problem.js';
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

/**
 * A small model learns a task while you watch: loss, answers and heads, update by update, with every number open to its
 * arithmetic. It is trained in a worker, on this machine.
 */
export class TrainingRunElement extends Panel<Texts> {
  static override styles = [Panel.styles, fieldStyles, styles, answerStyles, sectionStyles];

  /** Name of the task that is there at first: four-pairs, ring, referent, translation and others. */
  @property() task = '';
  /** How many updates the first run has, 1 to 5000; as many as its task needs by default. */
  @property({ type: Number }) steps = 0;
  /** The seed of parameters and batches of the first run. */
  @property({ type: Number }) seed = 0;
  /** The experiment that is shown at first: scale, warmup, layers or rate. */
  @property() experiment = '';
  /** Address of the site whose pages can open the trained model; those of the site give it. */
  @property() site = '';

  @state() private chosen: TaskChoice = FIRST_TASK;
  @state() private log = false;
  @state() private asTable = false;
  /** @internal The model at the moment that is looked at. */
  live: LiveStore | undefined;
  private current: CurrentRun | undefined;
  private readonly attention = new AttentionController(this);
  private readonly speaking = new Speaking(this);
  private readonly own = new OwnPairsController(this, () => this.chooseTask('own'));
  private readonly settings = new SettingsController(this, () => this.chooseTask(this.chosen));
  private readonly opened = new OpenedUpdateController(this, () => this.trainingWasm());
  private readonly comparison = new ComparisonController(this, () => this.engine);
  private readonly experiments = new ExperimentController(
    this,
    () => this.firstSeed,
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
    this.chosen = isTaskName(this.task) ? this.task : FIRST_TASK;
    this.experiments.take(this.experiment);
    await current.request(async () => ({
      config: {
        ...(await this.recipeFor(this.chosen, current.worker)),
        ...(isWithin('steps', this.steps) && { steps: this.steps }),
        seed: this.firstSeed,
      },
    }));
    // What may be slow and may be missing keeps nobody from the first numbers; it never rejects.
    void this.saved.find();
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
    this.current = this.live = undefined;
  }

  /** @internal */
  get run(): TrainingRun | undefined {
    return this.current?.run;
  }

  /** @internal */
  get worker(): AsyncAttentionPlayground | undefined {
    return this.current?.worker;
  }

  private get firstSeed(): number {
    return isWithin('seed', this.seed) ? this.seed : 0;
  }

  /** The module for training lies beside the other one. */
  private trainingWasm(): { wasmUrl?: URL } {
    if (!this.wasmUrl) return {};
    const url = new URL(this.wasmUrl, document.baseURI);
    return { wasmUrl: new URL('attention-playground-training.wasm', url) };
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
    if (this.live) this.attention.follow(run, this.live);
    // It is kept while it trains; that never rejects.
    void this.saved.follow(run);
    this.speaking.say(this.t, this.language, run);
    this.requestUpdate();
  };

  protected override willUpdate(): void {
    this.live?.matchPage(this.language, this.scheme);
  }

  protected renderPanel(t: Texts): TemplateResult | typeof nothing {
    const { run, live, language: lang, scheme } = this;
    if (!run || !live) return nothing;
    const view: TrainView = { t, lang, scheme, run, live };
    return html`${this.renderBar(view)} ${this.chosen === 'own' ? this.own.render(t) : nothing}
      ${this.settings.render(t, run)} ${this.renderProblem(t, run)} ${this.saved.renderOffers(t)}
      <div class="run">
        <div class="left">
          ${renderCharts(view, {
            log: this.log,
            asTable: this.asTable,
            setLog: (on) => (this.log = on),
            setTable: (on) => (this.asTable = on),
            pick: this.pick,
          })}
          ${renderMoments(view, this.rewind)}
        </div>
        <div class="right">${renderAnswers(view)} ${renderFacts(view)} ${renderMeaning(view)}</div>
      </div>
      ${this.attention.render(view)} ${this.opened.render(t, lang, scheme, run)}
      ${this.comparison.render(view, this.experiments.runs(t))}
      ${this.experiments.render(view, (sides) => this.comparison.show(view, sides))}
      ${this.saved.render(view)}
      <p class="only-read-aloud" aria-live="polite">${this.speaking.text}</p>`;
  }

  private renderBar(view: TrainView): TemplateResult {
    const { run } = view;
    return renderBar(view, {
      task: this.chosen,
      settingsOpen: this.settings.isOpen,
      chooseTask: (task) => this.chooseTask(task),
      train: (count) => run.train(count),
      pause: () => run.pause(),
      openUpdate: () => this.opened.open(run),
      startAnew: () => this.startAnew(run),
      toggleSettings: () => this.settings.toggle(),
    });
  }

  /** What stands in the way of the run, and how it goes on. */
  private renderProblem(t: Texts, run: TrainingRun): TemplateResult {
    const { problem } = run;
    const back = run.now ?? run.moments.last;
    return html`<div role="alert" class="problem">
        ${
          problem && back
            ? html`<p class="wrong">
                ${problemText(t, problem)}
                <button type="button" class="back" @click=${() => this.rewind(back)}>
                  ${fill(t.goOnFrom, { n: back.update })}
                </button>
              </p>`
            : nothing
        }
      </div>
      ${this.worker?.fallback ? html`<p class="soft">${t.noWorker}</p>` : nothing}`;
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

  private readonly pick = async (update: number): Promise<void> => {
    const { run } = this;
    const moment = run?.moments.towards(update, run.update);
    if (moment) await this.rewind(moment);
  };
}

define('training-run', TrainingRunElement);

declare global {
  interface HTMLElementTagNameMap {
    'training-run': TrainingRunElement;
  }
}
