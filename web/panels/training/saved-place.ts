import { nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { isEngineError } from '../../engine/errors.js';
import type { AsyncAttentionPlayground } from '../../engine/worker/types.js';
import { download } from '../../kit/download.js';
import { keep } from '../../kit/kept.js';
import { problemOf } from '../../trace/problem.js';
import { Keeper, type Keeping, type KeptRun } from './keeper.js';
import { addressOf, type Page } from './model-pages.js';
import { problemText } from './problem.js';
import { readRecipe } from './read-recipe.js';
import type { Recipe } from './recipe.js';
import type { Beginning, TrainingRun } from './run.js';
import { renderOffer, renderSaved } from './saved.js';
import type { Texts } from './texts/en.js';
import type { TrainView } from './view.js';

/** The key of a file's metadata that has the recipe. */
const RECIPE = 'training_run';
/** Bytes: what a page trains is far smaller. */
const MOST_BYTES = 64e6;
/** The name under which other pages of the site find the model. */
const OWN_MODEL = 'own-model';

interface Host extends ReactiveControllerHost, Keeping {
  readonly worker: AsyncAttentionPlayground | undefined;
  readonly run: TrainingRun | undefined;
  /** The site's address, if the panel stands on one of its pages. */
  readonly site: string;
  /** Begins a run; rejects with what the engine refuses. */
  take(recipe: Recipe, from: Beginning): Promise<void>;
}

/** Runs that are kept: in the browser, as files, and as models for other pages. */
export class SavedPlace {
  private readonly keeper: Keeper;
  private found: KeptRun | undefined;
  private wrong: string | undefined;

  constructor(
    private readonly host: Host,
    private readonly t: () => Texts,
  ) {
    this.keeper = new Keeper(host);
  }

  /** Looks for what an earlier visit left. */
  async find(): Promise<void> {
    this.found = await this.keeper.find();
    this.host.requestUpdate();
  }

  follow(run: TrainingRun): void {
    // Until it is answered, the offer is not written over.
    if (this.found && run.update > 0) this.found = undefined;
    if (!this.found) void this.keep(run);
  }

  private async keep(run: TrainingRun): Promise<void> {
    const { denied } = this.keeper;
    await this.keeper.follow(run);
    if (denied !== this.keeper.denied) this.host.requestUpdate();
  }

  renderOffer(t: Texts): TemplateResult | typeof nothing {
    const { found } = this;
    if (!found) return nothing;
    return renderOffer(
      t,
      found,
      () => void this.takeKept(found),
      () => {
        this.found = undefined;
        void this.keeper.forget();
        this.host.requestUpdate();
      },
    );
  }

  render(view: TrainView): TemplateResult {
    return renderSaved(view, {
      site: this.host.site,
      denied: this.keeper.denied,
      wrong: this.wrong,
      save: () => void this.save(view.run),
      load: (file) => void this.load(file),
      open: (page) => void this.open(view.run, page),
    });
  }

  private async takeKept({ recipe, snapshot, curve }: KeptRun): Promise<void> {
    this.found = undefined;
    await this.attempt(() => this.host.take(recipe, { snapshot, curve }));
  }

  private async save(run: TrainingRun): Promise<void> {
    await this.attempt(async () => {
      const bytes = await run.save({ [RECIPE]: JSON.stringify(run.recipe) });
      const blob = new Blob([bytes as Uint8Array<ArrayBuffer>]);
      download(blob, `${run.recipe.task}-${run.update}.safetensors`);
    });
  }

  private async load(file: File): Promise<void> {
    await this.attempt(async () => {
      if (file.size > MOST_BYTES) throw new Error(this.t().fileTooLarge);
      const bytes = new Uint8Array(await file.arrayBuffer());
      const { metadata } = await this.host.worker!.readSafetensors(bytes);
      const recipe = readRecipe(parsed(metadata[RECIPE]));
      if (!recipe) throw new Error(this.t().noRecipe);
      await this.host.take(recipe, { file: bytes });
    });
  }

  private async open(run: TrainingRun, page: Page): Promise<void> {
    await this.attempt(async () => {
      const bytes = await run.saveModel({ task: run.recipe.task });
      if (!(await keep(OWN_MODEL, bytes))) throw new Error(this.t().keepDenied);
      location.href = addressOf(this.host.site, page, run);
    });
  }

  /** What goes wrong is said beside the buttons. */
  private async attempt(act: () => Promise<void>): Promise<void> {
    this.wrong = undefined;
    try {
      await act();
    } catch (error) {
      const isOwn = !isEngineError(error) && error instanceof Error;
      this.wrong = isOwn ? error.message : problemText(this.t(), problemOf(error));
    }
    this.host.requestUpdate();
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
