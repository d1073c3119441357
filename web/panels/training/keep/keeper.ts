import { InOrder } from '../../../kit/loading/in-order.js';
import { keep, kept } from '../../../kit/loading/kept.js';
import type { TrainerSnapshot } from '../../../engine/types/index.js';
import type { KeptCurve } from '../run/curve.js';
import type { TrainingConfig } from '../run/config.js';
import { readConfig } from '../run/read-config.js';
import type { TrainingRun } from '../run/run.js';

/** Counts up whenever what is kept has another form. */
const VERSION = 2;
/** The form before, which had one run. */
const ONE_RUN = 1;
/** Milliseconds between two writings of a run that trains. */
const PAUSE_MS = 2500;
/** So many runs are offered at most: the last ones. */
const MOST_OFFERS = 3;

/** A run as the browser keeps it. */
export interface KeptRun {
  /** By this name in the browser's storage. */
  recipe: TrainingConfig;
  snapshot: TrainerSnapshot;
  curve: KeptCurve;
}

/** The element whose runs are kept. */
export interface Keeping {
  readonly id: string;
  readonly task: string;
}

/** Keeps the last moment of a run in the browser, so that it survives the tab, beside what earlier visits left. */
export class Keeper {
  /** The browser refuses to keep anything. */
  denied = false;
  /** Runs of earlier visits, and of other tasks, the last one first: they stay until a person takes or drops them. */
  offers: readonly KeptRun[] = [];
  private isKnown = false;
  private written = -Infinity;
  private last: KeptRun | undefined;
  private readonly writing = new InOrder();

  constructor(
    private readonly of: Keeping,
    private readonly storage = { keep, kept },
  ) {}

  /** Elements that are written with different tasks, or have an id, do not take each other's place. */
  private get name(): string {
    const { id, task } = this.of;
    return ['training-run', id || task].filter(Boolean).join(':');
  }

  /** Looks for what earlier visits left; until then nothing is written. */
  async find(): Promise<void> {
    this.offers = readKept(await this.storage.kept(this.name));
    this.isKnown = true;
  }

  /** Writes the newest moment, from time to time while it trains, and always at rest. */
  async follow({ now, training, config, curve }: TrainingRun): Promise<void> {
    if (!this.isKnown || !now || now.update === 0) return;
    const { last } = this;
    if (now.snapshot === last?.snapshot && config === last.recipe) return;
    if (training && performance.now() - this.written < PAUSE_MS) return;
    this.written = performance.now();
    if (last && last.recipe.task !== config.task) {
      this.offers = [last, ...this.offers].slice(0, MOST_OFFERS);
    }
    this.last = { recipe: config, snapshot: now.snapshot, curve: curve.kept() };
    await this.write();
  }

  /** A person has taken an offer, or drops it. */
  async answer(offer: KeptRun): Promise<void> {
    this.offers = this.offers.filter((one) => one !== offer);
    await this.write();
  }

  private write(): Promise<void> {
    return this.writing.run(async () => {
      const { last, offers } = this;
      const runs = last ? [last, ...offers] : offers;
      this.denied = !(await this.storage.keep(this.name, { version: VERSION, runs }));
    });
  }
}

function readKept(value: unknown): KeptRun[] {
  const {
    version,
    runs = [],
    ...run
  } = (value ?? {}) as Partial<KeptRun> & {
    version?: number;
    runs?: readonly Partial<KeptRun>[];
  };
  if (version === ONE_RUN) return readRun(run);
  return version === VERSION ? runs.flatMap(readRun).slice(0, MOST_OFFERS) : [];
}

function readRun({ recipe: given, snapshot, curve }: Partial<KeptRun>): KeptRun[] {
  const config = readConfig(given);
  return config && snapshot && curve ? [{ recipe: config, snapshot, curve }] : [];
}
