import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { AttentionPlayground } from '../../engine/types.js';
import { loadWorker } from '../../engine/worker/client.js';
import type { AsyncAttentionPlayground } from '../../engine/worker/types.js';
import '../../i18n/panel-steps.js';
import { define } from '../../kit/define.js';
import '../../kit/more-formulas.js';
import { LateScript } from '../../kit/late-script.js';
import { problemOf } from '../../trace/problem.js';
import { Panel } from '../panel.js';
import { bestHead, renderAttention, shownPath } from './attention.js';
import { renderBar } from './bar.js';
import { renderCharts } from './charts.js';
import { renderFacts, renderMeaning } from './facts.js';
import { renderAnswers } from './given.js';
import { LiveStore } from './live.js';
import { renderMoments } from './moment-list.js';
import type { Moment } from './moments.js';
import { ComparisonPlace } from './comparison-place.js';
import { ExperimentPlace } from './experiment-place.js';
import { SavedPlace } from './saved-place.js';
import { renderOwnPairs } from './own-field.js';
import type { Opening } from './opened/update-store.js';
import { readPairs } from './own-pairs.js';
import { lineText, problemText } from './problem.js';
import { isSameModel, modelOf, recipeOf, sourceOf, type Recipe } from './recipe.js';
import { JUDGED_ON, TrainingRun, type Beginning } from './run.js';
import { renderSettings, type RefusedSetting } from './settings.js';
import { Speaking } from './speaking.js';
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
  static override styles = [Panel.styles, styles];

  /** Name of the task that is there at first: four-pairs, ring, referent, translation and others. */
  @property() task = '';
  /** How many updates the first run has; as many as its task needs by default. */
  @property({ type: Number }) steps = 0;
  /** The seed of parameters and batches of the first run. */
  @property({ type: Number }) seed = 0;
  /** The experiment that is shown at first: scale, warmup, layers or rate. */
  @property() experiment = '';
  /** Address of the site whose pages can open the trained model; those of the site give it. */
  @property() site = '';

  @state() private chosen: TaskChoice = FIRST_TASK;
  @state() private settingsOpen = false;
  @state() private refused: RefusedSetting | undefined;
  @state() private pairs = '';
  @state() private wrongPairs: string | undefined;
  @state() private log = false;
  @state() private asTable = false;
  @state() private path = '';
  @state() private example = 0;
  /** The head that the user chose; until then it is the one that looks where it should. */
  @state() private head: number | undefined;
  /** @internal */
  @state() run: TrainingRun | undefined;
  /** @internal The model at the moment that is looked at. */
  live: LiveStore | undefined;
  /** @internal */
  worker: AsyncAttentionPlayground | undefined;
  private shown: Moment | undefined;
  /** The update that is open as steps. */
  @state() private opening: Opening | undefined;
  private readonly opened = new LateScript(this, {
    name: 'steps',
    load: () => import('./opened/index.js'),
    take: ({ ApOpenedUpdate }) => ApOpenedUpdate,
  });
  private readonly speaking = new Speaking(this);
  private readonly comparison = new ComparisonPlace(this, () => this.engine);
  private readonly experiments = new ExperimentPlace(
    this,
    () => this.worker,
    () => this.seed,
  );
  private readonly saved = new SavedPlace(this, () => this.t);

  protected readonly texts = { en, zh };

  protected async begin(engine: AttentionPlayground): Promise<void> {
    this.worker = loadWorker({ training: true, ...this.trainingWasm() });
    this.chosen = isTaskName(this.task) ? this.task : FIRST_TASK;
    const first = await this.recipeFor(this.chosen);
    const recipe = {
      ...first,
      ...(this.steps > 0 && { steps: this.steps }),
      ...(this.seed > 0 && { seed: this.seed }),
    };
    this.experiments.take(this.experiment);
    await this.start(engine, recipe);
    void this.saved.find();
  }

  protected end(): void {
    this.comparison.close();
    this.experiments.dispose();
    this.run?.dispose();
    this.live?.dispose();
    this.worker?.terminate();
    this.run = this.live = this.worker = this.shown = this.opening = undefined;
  }

  /** The module for training lies beside the other one. */
  private trainingWasm(): { wasmUrl?: URL } {
    if (!this.wasmUrl) return {};
    const url = new URL(this.wasmUrl, document.baseURI);
    return { wasmUrl: new URL('attention-playground-training.wasm', url) };
  }

  private async recipeFor(task: TaskChoice, text = this.pairs): Promise<Recipe> {
    const chosen = task === 'own' ? { task, pairs: this.readOwn(text) } : { task };
    return recipeOf(chosen, await this.worker!.task(sourceOf(chosen), { heldOut: 1 }));
  }

  private readOwn(text: string) {
    const pairs = readPairs(text);
    if ('code' in pairs) throw new Error(lineText(this.t, pairs));
    return pairs;
  }

  /** Begins a run; the one before stays until the engine has accepted it. */
  private async start(
    engine: AttentionPlayground,
    recipe: Recipe,
    from: Beginning = {},
  ): Promise<void> {
    const { worker } = this;
    if (!worker) return;
    const { seed } = recipe;
    const task = await worker.task(sourceOf(recipe), { seed, heldOut: JUDGED_ON });
    const run = new TrainingRun(worker, recipe, task, this.follow);
    try {
      await run.begin(from);
    } catch (error) {
      run.dispose();
      throw error;
    }
    if (this.worker !== worker) return run.dispose();
    this.comparison.replace(this.run, run);
    this.run?.dispose();
    this.live?.dispose();
    this.run = run;
    this.chosen = recipe.task;
    this.example = 0;
    this.path = '';
    this.head = undefined;
    this.opening = undefined;
    this.live = this.storeFor(run, engine);
    this.follow(run);
  }

  private storeFor(run: TrainingRun, engine: AttentionPlayground): LiveStore {
    const { now } = run;
    this.shown = now;
    const store = new LiveStore(
      {
        model: modelOf(run.recipe, run.task),
        parameters: now!.snapshot.parameters,
        examples: run.task.heldOut.slice(0, 1),
      },
      this.language,
    );
    store.scheme = this.scheme;
    store.start(engine);
    return store;
  }

  /** The page follows the run. */
  private readonly follow = (run: TrainingRun): void => {
    if (run !== this.run) return;
    const { now } = run;
    if (now && this.live && now.snapshot !== this.shown?.snapshot) {
      this.live.retrace({ parameters: now.snapshot.parameters });
    }
    this.shown = now;
    if (this.live && !run.training) {
      this.live.updateView({
        head: this.head ?? bestHead(run, shownPath(run, this.live, this.path)),
      });
    }
    this.saved.follow(run);
    this.speaking.say(this.t, this.language, run);
    this.requestUpdate();
  };

  protected override willUpdate(_changed: PropertyValues<this>): void {
    const { live, language: lang } = this;
    if (!live) return;
    live.scheme = this.scheme;
    if (live.state.lang !== lang) live.updateView({ lang });
  }

  protected renderPanel(t: Texts): TemplateResult | typeof nothing {
    const { run, live, language: lang, scheme } = this;
    if (!run || !live) return nothing;
    const view: TrainView = { t, lang, scheme, run, live };
    return html`${renderBar(view, {
        task: this.chosen,
        settingsOpen: this.settingsOpen,
        chooseTask: this.chooseTask,
        train: (count) => void run.train(count),
        pause: () => void run.pause(),
        openUpdate: this.openUpdate,
        startAnew: () => void this.attempt(run.recipe),
        toggleSettings: () => (this.settingsOpen = !this.settingsOpen),
      })}
      ${this.chosen === 'own' ? renderOwnPairs(t, this.pairs, this.wrongPairs, this.takePairs) : nothing}
      ${this.settingsOpen ? this.renderSettings(t, run) : nothing} ${this.renderProblem(t, run)}
      ${this.saved.renderOffer(t)}
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
      ${renderAttention(view, {
        path: this.path,
        example: this.example,
        choosePath: (path) => {
          this.path = path;
          this.follow(run);
        },
        chooseHead: (head) => {
          this.head = head;
          this.follow(run);
        },
        chooseExample: this.chooseExample,
      })}
      ${this.renderOpened(t)} ${this.comparison.render(view)}
      ${this.experiments.render(t, lang, scheme)} ${this.saved.render(view)}
      <p class="only-read-aloud" aria-live="polite">${this.speaking.text}</p>`;
  }

  /** The next update as steps, on request. */
  private renderOpened(t: Texts): TemplateResult {
    const { opening } = this;
    return html`<section class="opened" id="opened">
      <h2>${t.openTitle}</h2>
      ${
        opening
          ? this.opened.render(
              this.language,
              () =>
                html`<ap-opened-update
                  .opening=${opening}
                  .wasm=${this.trainingWasm()}
                  .t=${t}
                  .language=${this.language}
                  .scheme=${this.scheme}
                ></ap-opened-update>`,
            )
          : nothing
      }
      <div class="fields">
        <button type="button" class="open-update" @click=${this.openUpdate}>${t.openButton}</button>
      </div>
    </section>`;
  }

  private readonly openUpdate = async (): Promise<void> => {
    const { run } = this;
    if (!run) return;
    await run.pause();
    const { now } = run;
    if (!now) return;
    void this.opened.fetch();
    this.opening = { recipe: run.recipe, task: run.task, moment: now };
    await this.updateComplete;
    this.renderRoot.querySelector('.opened')?.scrollIntoView({ block: 'start' });
  };

  private renderSettings(t: Texts, run: TrainingRun): TemplateResult {
    return renderSettings({
      t,
      recipe: run.recipe,
      refused: this.refused,
      change: (field, actual, recipe) => void this.change(field, actual, recipe),
      refuse: (refused) => (this.refused = refused),
      reset: () => void this.chooseTask(run.recipe.task),
    });
  }

  private renderProblem(t: Texts, run: TrainingRun): TemplateResult | typeof nothing {
    const { problem, now } = run;
    const back = now ?? run.moments.last;
    return html`<div role="alert" class="problem">
      ${
        problem
          ? html`<p class="wrong">
              ${problemText(t, problem)}
              ${
                back
                  ? html`<button type="button" class="back" @click=${() => this.rewind(back)}>
                      ${t.goOnFrom.replace('{n}', String(back.update))}
                    </button>`
                  : nothing
              }
            </p>`
          : nothing
      }
    </div>`;
  }

  private readonly chooseTask = async (task: TaskChoice): Promise<void> => {
    this.refused = this.wrongPairs = undefined;
    if (task === 'own' && this.pairs === '') {
      this.chosen = task;
      this.pairs = this.t.ownExample;
    }
    try {
      await this.attempt(await this.recipeFor(task));
    } catch (error) {
      this.wrongPairs = problemOf(error).actual;
    }
  };

  private readonly takePairs = async (text: string): Promise<void> => {
    this.pairs = text;
    await this.chooseTask('own');
  };

  /** @internal Takes a run that was kept. */
  async take(recipe: Recipe, from: Beginning): Promise<void> {
    if (this.engine) await this.start(this.engine, recipe, from);
  }

  /** Starts a run anew; what the engine refuses is said, and the run stays. */
  private async attempt(recipe: Recipe, from?: Beginning): Promise<void> {
    if (!this.engine) return;
    try {
      await this.start(this.engine, recipe, from);
    } catch (error) {
      const text = problemText(this.t, problemOf(error));
      if (recipe.task === 'own') this.wrongPairs = text;
      else this.refused = { field: '', actual: '', text };
    }
  }

  private async change(field: string, actual: string, recipe: Recipe): Promise<void> {
    const { run, engine } = this;
    if (!run || !engine) return;
    this.refused = undefined;
    try {
      if (isSameModel(recipe, run.recipe) && run.update > 0) await run.change(recipe);
      else await this.start(engine, recipe);
    } catch (error) {
      this.refused = { field, actual, text: problemText(this.t, problemOf(error)) };
    }
    this.requestUpdate();
  }

  private readonly rewind = (moment: Moment): void => void this.run?.rewind(moment);

  private readonly pick = (update: number): void => {
    const { run } = this;
    const moment = run?.moments.towards(update, run.update);
    if (moment) this.rewind(moment);
  };

  private readonly chooseExample = (example: number): void => {
    this.example = example;
    const { run, live } = this;
    if (run && live) live.retrace({ examples: [run.task.heldOut[example]!] });
  };
}

define('training-run', TrainingRunElement);

declare global {
  interface HTMLElementTagNameMap {
    'training-run': TrainingRunElement;
  }
}
