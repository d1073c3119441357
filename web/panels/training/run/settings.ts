import { html, nothing, type TemplateResult } from 'lit';
import { fill } from '../../../i18n/fill.js';
import type { Act } from '../../../kit/fields/act.js';
import { renderNumberField, wholeWithin } from '../../../kit/fields/number-field.js';
import { renderSelect } from '../../../kit/fields/select.js';
import { parseNumber } from '../../../trace/numbers.js';
import type { RecipeEdit } from './current-run.js';
import type { Sentence } from '../problem.js';
import { RANGES, type ModelSettings, type TrainingConfig, type TrainerSettings } from './config.js';
import type { Texts } from '../texts/en.js';

/** A setting that was refused: it stays in its field for correction. */
export interface RefusedSetting {
  field: string;
  actual: string;
  sentence: Sentence;
}

export interface SettingsView {
  t: Texts;
  /** Those of the run, with what was submitted since. */
  config: TrainingConfig;
  /** Whether the model has an encoder and a decoder. */
  isTranslating: boolean;
  refused: RefusedSetting | undefined;
  /** Tries another setting, and says why if the engine refuses it; never rejects. */
  change(field: string, actual: string, edit: RecipeEdit): Promise<void>;
  refuse(refused: RefusedSetting): void;
  /** The settings that were found to learn the task. */
  reset(): Act;
}

const HEADS = [1, 2, 4, 8];
const POSITIONS = ['learned', 'sinusoidal', 'rotary', 'none'] as const;
/** With their names, which are the same in all languages. */
const OPTIMIZERS = { adamw: 'AdamW', sgd: 'SGD' } as const;
const SCHEDULES = ['constant', 'cosine', 'inverse_square_root'] as const;

/** Model and optimiser, each with what the task was found to need. */
export function renderSettings(view: SettingsView): TemplateResult {
  const { t, config, refused } = view;
  const { model, trainer } = config;
  return html`<section class="settings" id="settings" aria-label=${t.settings}>
    <div class="group" role="group" aria-label=${t.model}>
      <b>${t.model}</b>
      <div>
        ${number(view, 'layers', model.layers, (layers) => withModel({ layers }))}
        ${chosen(view, 'heads', model.heads, HEADS, String, (heads) => withModel({ heads }))}
        ${number(view, 'dModel', model.dModel, (dModel) => withModel({ dModel }))}
        ${chosen(
          view,
          'norm',
          model.normFirst,
          [true, false],
          (first) => (first ? t.preNorm : t.postNorm),
          (normFirst) => withModel({ normFirst }),
        )}
        ${chosen(
          view,
          'positions',
          model.positions,
          POSITIONS,
          (one) => t.positionKinds[one],
          (positions) => withModel({ positions }),
        )}
        ${chosen(
          view,
          'scaleScores',
          model.scaleScores,
          [true, false],
          (on) => (on ? t.divided : t.notDivided),
          (scaleScores) => withModel({ scaleScores }),
        )}
        ${
          view.isTranslating
            ? chosen(
                view,
                'rawValues',
                model.rawValues,
                [false, true],
                (raw) => (raw ? t.valuesOfWords : t.valuesOfEncoder),
                (rawValues) => withModel({ rawValues }),
              )
            : nothing
        }
      </div>
    </div>
    <div class="group" role="group" aria-label=${t.optimiser}>
      <b>${t.optimiser}</b>
      <div>
        ${chosen(
          view,
          'optimizer',
          trainer.optimizer,
          ['adamw', 'sgd'] as const,
          (name) => OPTIMIZERS[name],
          (optimizer) => withTrainer({ optimizer }),
        )}
        ${real(view, 'lr', trainer.lr, (lr) => withTrainer({ lr }))}
        ${chosen(
          view,
          'schedule',
          trainer.schedule,
          SCHEDULES,
          (name) => t.schedules[name],
          (schedule) => withTrainer({ schedule }),
        )}
        ${number(view, 'warmup', trainer.warmup, (warmup) => withTrainer({ warmup }))}
        ${number(view, 'batchSize', trainer.batchSize, (batchSize) => withTrainer({ batchSize }))}
        ${real(view, 'weightDecay', trainer.weightDecay, (weightDecay) =>
          withTrainer({ weightDecay }),
        )}
        ${real(view, 'maxNorm', trainer.maxNorm, (maxNorm) => withTrainer({ maxNorm }))}
        ${number(view, 'steps', config.steps, (steps) => (config) => ({ ...config, steps }))}
        ${number(view, 'seed', config.seed, (seed) => (config) => ({ ...config, seed }))}
      </div>
    </div>
    <p class="soft">${t.settingsText}</p>
    <button type="button" class="defaults" @click=${view.reset}>${t.defaults}</button>
    <div role="alert">
      ${refused ? html`<p class="wrong" id="refused">${refused.sentence(t)}</p>` : nothing}
    </div>
  </section>`;
}

const withModel =
  (patch: Partial<ModelSettings>): RecipeEdit =>
  (config) => ({ ...config, model: { ...config.model, ...patch } });
const withTrainer =
  (patch: Partial<TrainerSettings>): RecipeEdit =>
  (config) => ({ ...config, trainer: { ...config.trainer, ...patch } });

/** A whole number within its range. */
function number(
  view: SettingsView,
  field: keyof typeof RANGES,
  value: number,
  edit: (value: number) => RecipeEdit,
): TemplateResult {
  const { t, refused } = view;
  const range = RANGES[field];
  return renderNumberField({
    name: field,
    label: t.fields[field],
    value,
    range,
    hidesRange: true,
    refused: refused?.field === field ? refused.actual : undefined,
    change: async (text) => {
      const typed = wholeWithin(text, range);
      if (typed !== undefined) return await view.change(field, text, edit(typed));
      const actual = text.slice(0, 40);
      view.refuse({
        field,
        actual,
        sentence: (t) => fill(t.wrongWhole, { name: t.fields[field], actual, ...range }),
      });
    },
  });
}

/** A number that the engine judges. */
function real(
  view: SettingsView,
  field: 'lr' | 'weightDecay' | 'maxNorm',
  value: number,
  edit: (value: number) => RecipeEdit,
): TemplateResult {
  const { t, refused } = view;
  return renderNumberField({
    name: field,
    label: t.fields[field],
    value,
    step: value > 0 ? Number(`1e${value.toExponential().split('e')[1]!}`) : 0.01,
    refused: refused?.field === field ? refused.actual : undefined,
    change: async (text) => {
      const typed = parseNumber(text);
      if (Number.isFinite(typed)) return await view.change(field, text, edit(typed));
      const actual = text.slice(0, 40);
      const sentence: Sentence = (t) => fill(t.wrongReal, { name: t.fields[field], actual });
      view.refuse({ field, actual, sentence });
    },
  });
}

/** One of some values; the one that a task has may be another. */
function chosen<Value extends string | number | boolean>(
  view: SettingsView,
  field: 'heads' | 'norm' | 'positions' | 'scaleScores' | 'rawValues' | 'optimizer' | 'schedule',
  value: Value,
  values: readonly Value[],
  name: (value: Value) => string,
  edit: (value: Value) => RecipeEdit,
): TemplateResult {
  const all = values.includes(value) ? values : [...values, value];
  const change = (wanted: Value): Promise<void> => view.change(field, name(wanted), edit(wanted));
  return renderSelect(field, view.t.fields[field], all, value, change, name);
}
