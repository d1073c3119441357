import { nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { problemOf } from '../../trace/problem.js';
import { problemText } from './problem.js';
import { isSameModel, type Recipe } from './recipe.js';
import type { TrainingRun } from './run.js';
import { renderSettings, type RefusedSetting } from './settings.js';
import type { Texts } from './texts/en.js';

interface Host extends ReactiveControllerHost {
  /** Begins a run; rejects with what the engine refuses. */
  take(recipe: Recipe): Promise<void>;
}

/** The settings of the run behind one button, and what was refused of them. */
export class SettingsPlace {
  isOpen = false;
  private refused: RefusedSetting | undefined;

  constructor(
    private readonly host: Host,
    private readonly t: () => Texts,
    /** Back to the settings that a task was found to need. */
    private readonly reset: () => void,
  ) {}

  toggle(): void {
    this.isOpen = !this.isOpen;
    this.host.requestUpdate();
  }

  forget(): void {
    this.refused = undefined;
  }

  render(t: Texts, run: TrainingRun): TemplateResult | typeof nothing {
    if (!this.isOpen) return nothing;
    return renderSettings({
      t,
      recipe: run.recipe,
      isTranslating: run.answers === 'sentence',
      refused: this.refused,
      change: (field, actual, recipe) => void this.change(run, { field, actual }, recipe),
      refuse: (refused) => this.refuse(refused),
      reset: this.reset,
    });
  }

  /** Another optimiser goes on from where the run stands; another model starts anew. */
  private async change(
    run: TrainingRun,
    what: Pick<RefusedSetting, 'field' | 'actual'>,
    recipe: Recipe,
  ): Promise<void> {
    this.refuse(undefined);
    try {
      if (isSameModel(recipe, run.recipe) && run.update > 0) await run.change(recipe);
      else await this.host.take(recipe);
    } catch (error) {
      this.refuse({ ...what, text: problemText(this.t(), problemOf(error)) });
    }
  }

  private refuse(refused: RefusedSetting | undefined): void {
    this.refused = refused;
    this.host.requestUpdate();
  }
}
