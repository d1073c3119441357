import { forget, keep, kept } from '../../kit/kept.js';
import type { TrainerSnapshot } from '../../engine/types.js';
import type { KeptCurve } from './curve.js';
import type { Recipe } from './recipe.js';
import { readRecipe } from './read-recipe.js';
import type { TrainingRun } from './run.js';

/** Counts up whenever what is kept has another form. */
const VERSION = 1;
/** Milliseconds between two writings of a run that trains. */
const PAUSE_MS = 2500;

/** A run as the browser keeps it. */
export interface KeptRun {
  recipe: Recipe;
  snapshot: TrainerSnapshot;
  curve: KeptCurve;
}

/** The element whose runs are kept. */
export interface Keeping {
  readonly id: string;
  readonly task: string;
}

/** Keeps the last moment of a run in the browser, so that it survives the tab. */
export class Keeper {
  /** The browser refuses to keep anything. */
  denied = false;
  private written = -Infinity;
  private last: TrainerSnapshot | undefined;

  constructor(private readonly of: Keeping) {}

  /** Elements that are written with different tasks, or have an id, do not take each other's place. */
  private get name(): string {
    const { id, task } = this.of;
    return ['training-run', id || task].filter(Boolean).join(':');
  }

  /** Writes the newest moment, from time to time while it trains, and always at rest. */
  async follow({ now, training, recipe, curve }: TrainingRun): Promise<void> {
    if (!now || now.update === 0 || now.snapshot === this.last) return;
    if (training && performance.now() - this.written < PAUSE_MS) return;
    this.written = performance.now();
    this.last = now.snapshot;
    const { snapshot } = now;
    const value = { version: VERSION, recipe, snapshot, curve: curve.kept() };
    this.denied = !(await keep(this.name, value));
  }

  async find(): Promise<KeptRun | undefined> {
    const found = (await kept(this.name)) as (Partial<KeptRun> & { version?: number }) | undefined;
    if (found?.version !== VERSION || !found.snapshot || !found.curve) return undefined;
    const recipe = readRecipe(found.recipe);
    return recipe && { recipe, snapshot: found.snapshot, curve: found.curve };
  }

  forget(): Promise<void> {
    return forget(this.name);
  }
}
