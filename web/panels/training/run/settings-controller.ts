import { nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { Act } from '../../../kit/fields/act.js';
import type { RecipeEdit } from './current-run.js';
import { sentenceOf } from '../problem.js';
import type { TrainingConfig } from './config.js';
import type { TrainingRun } from './run.js';
import { renderSettings, type RefusedSetting } from './settings.js';
import type { Texts } from '../texts/en.js';

interface Host extends ReactiveControllerHost {
  /** Changes the settings of the run, or begins another one; rejects with what the engine refuses. */
  edit(edit: RecipeEdit): Promise<void>;
}

/** The settings of the run behind one button, and what was refused of them. */
export class SettingsController {
  isOpen = false;
  private refused: RefusedSetting | undefined;
  /** What was submitted, until the run has it or the engine has refused it: fields show it. */
  private readonly submitted = new Set<RecipeEdit>();

  constructor(
    private readonly host: Host,
    /** Back to the settings that a task was found to need. */
    private readonly reset: () => Act,
  ) {}

  toggle(): void {
    this.isOpen = !this.isOpen;
    this.host.requestUpdate();
  }

  /** Another run was asked for, with settings of its own. */
  forget(): void {
    this.refused = undefined;
    this.submitted.clear();
  }

  /** The settings as fields show them. */
  shown(config: TrainingConfig): TrainingConfig {
    return [...this.submitted].reduce((before, edit) => edit(before), config);
  }

  render(t: Texts, run: TrainingRun): TemplateResult | typeof nothing {
    if (!this.isOpen) return nothing;
    return renderSettings({
      t,
      config: this.shown(run.config),
      isTranslating: run.answers === 'sentence',
      refused: this.refused,
      change: (field, actual, edit) => this.change(field, actual, edit),
      refuse: (refused) => this.refuse(refused),
      reset: this.reset,
    });
  }

  /** Tries another setting; never rejects. */
  async change(field: string, actual: string, edit: RecipeEdit): Promise<void> {
    this.submitted.add(edit);
    this.refuse(undefined);
    try {
      await this.host.edit(edit);
    } catch (error) {
      if (this.submitted.has(edit)) this.refused = { field, actual, sentence: sentenceOf(error) };
    }
    this.submitted.delete(edit);
    this.host.requestUpdate();
  }

  private refuse(refused: RefusedSetting | undefined): void {
    this.refused = refused;
    this.host.requestUpdate();
  }
}
