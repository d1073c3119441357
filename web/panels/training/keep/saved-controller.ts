import type { ReactiveControllerHost, TemplateResult } from 'lit';
import type { AsyncAttentionPlayground } from '../../../engine/worker/types.js';
import { download } from '../../../kit/input/download.js';
import { keep } from '../../../kit/loading/kept.js';
import type { Wanted } from '../run/current-run.js';
import { Keeper, type Keeping, type KeptRun } from './keeper.js';
import { addressOf, type Page } from './model-pages.js';
import { Refusal, sentenceOf, type Sentence } from '../problem.js';
import { readConfig } from '../run/read-config.js';
import type { TrainingRun } from '../run/run.js';
import { renderOffer, renderSaved } from './saved.js';
import type { Texts } from '../texts/en.js';
import type { TrainView } from '../view.js';

/** The key of a file's metadata that has the config. */
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
  /** Begins a run; rejects with what `find` and the engine refuse. */
  request(find: () => Promise<Wanted>): Promise<void>;
}

/** Runs that are kept: in the browser, as files, and as models for other pages. */
export class SavedRunsController {
  private readonly keeper: Keeper;
  private wrong: Sentence | undefined;

  constructor(private readonly host: Host) {
    this.keeper = new Keeper(host);
  }

  /** Looks for what earlier visits left; never rejects. */
  async find(): Promise<void> {
    await this.keeper.find();
    const { run } = this.host;
    if (run) await this.keeper.follow(run);
    this.host.requestUpdate();
  }

  /** Keeps a run that has changed; never rejects. */
  async follow(run: TrainingRun): Promise<void> {
    const { denied, offers } = this.keeper;
    await this.keeper.follow(run);
    const { keeper } = this;
    if (denied !== keeper.denied || offers !== keeper.offers) this.host.requestUpdate();
  }

  renderOffers(t: Texts): TemplateResult[] {
    return this.keeper.offers.map((offer) =>
      renderOffer(
        t,
        offer,
        () => this.take(offer),
        () => this.drop(offer),
      ),
    );
  }

  render(view: TrainView): TemplateResult {
    const { t, run } = view;
    return renderSaved(view, {
      site: this.host.site,
      denied: this.keeper.denied,
      wrong: this.wrong?.(t),
      save: () => this.save(run),
      load: (file) => this.load(file),
      open: (page) => this.open(run, page),
    });
  }

  /** An offer stays until its run is there. */
  private take(offer: KeptRun): Promise<void> {
    const { recipe: config, snapshot, curve } = offer;
    return this.attempt(async () => {
      await this.host.request(() => Promise.resolve({ config, from: { snapshot, curve } }));
      if (this.host.run?.config === config) await this.keeper.answer(offer);
    });
  }

  private drop(offer: KeptRun): Promise<void> {
    return this.attempt(() => this.keeper.answer(offer));
  }

  private save(run: TrainingRun): Promise<void> {
    return this.attempt(async () => {
      const bytes = await run.save({ [RECIPE]: JSON.stringify(run.config) });
      const blob = new Blob([bytes as Uint8Array<ArrayBuffer>]);
      download(blob, `${run.config.task}-${run.update}.safetensors`);
    });
  }

  private load(file: File): Promise<void> {
    return this.attempt(() => this.host.request(() => this.read(file)));
  }

  private async read(file: File): Promise<Wanted> {
    if (file.size > MOST_BYTES) throw new Refusal((t) => t.fileTooLarge);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const { metadata } = await this.host.worker!.readSafetensors(bytes);
    const config = readConfig(parsed(metadata[RECIPE]));
    if (!config) throw new Refusal((t) => t.noRecipe);
    return { config, from: { file: bytes } };
  }

  private open(run: TrainingRun, page: Page): Promise<void> {
    return this.attempt(async () => {
      const bytes = await run.saveModel({ task: run.config.task });
      if (!(await keep(OWN_MODEL, bytes))) throw new Refusal((t) => t.keepDenied);
      location.href = addressOf(this.host.site, page, run);
    });
  }

  /** What goes wrong is said beside the buttons; never rejects. */
  private async attempt(act: () => Promise<void>): Promise<void> {
    this.wrong = undefined;
    try {
      await act();
    } catch (error) {
      this.wrong = sentenceOf(error);
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
