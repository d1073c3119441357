import { html, nothing, type TemplateResult } from 'lit';
import { fill } from '../../i18n/fill.js';
import { renderNumberField, wholeWithin } from '../../kit/number-field.js';
import { renderSelect } from '../../kit/select.js';
import { parseNumber } from '../../trace/numbers.js';
import { RANGES, type ModelSettings, type Recipe, type TrainerSettings } from './recipe.js';
import type { Texts } from './texts/en.js';

/** A setting that was refused: it stays in its field for correction. */
export interface RefusedSetting {
  field: string;
  actual: string;
  text: string;
}

export interface SettingsView {
  t: Texts;
  recipe: Recipe;
  /** Whether the model has an encoder and a decoder. */
  isTranslating: boolean;
  refused: RefusedSetting | undefined;
  /** Tries other settings; the engine may refuse them. */
  change(field: string, actual: string, recipe: Recipe): void;
  refuse(refused: RefusedSetting): void;
  /** The settings that were found to learn the task. */
  reset(): void;
}

const HEADS = [1, 2, 4, 8];
const POSITIONS = ['learned', 'sinusoidal', 'rotary', 'none'] as const;
/** With their names, which are the same in all languages. */
const OPTIMIZERS = { adamw: 'AdamW', sgd: 'SGD' } as const;
const SCHEDULES = ['constant', 'cosine', 'inverse_square_root'] as const;

/** Model and optimiser, each with what the task was found to need. */
export function renderSettings(view: SettingsView): TemplateResult {
  const { t, recipe, refused } = view;
  const { model, trainer } = recipe;
  return html`<section class="settings" id="settings" aria-label=${t.settings}>
    <div class="group" role="group" aria-label=${t.model}>
      <b>${t.model}</b>
      <div>
        ${number(view, 'layers', model.layers, (layers) => withModel(recipe, { layers }))}
        ${chosen(view, 'heads', model.heads, HEADS, String, (heads) => withModel(recipe, { heads }))}
        ${number(view, 'dModel', model.dModel, (dModel) => withModel(recipe, { dModel }))}
        ${chosen(
          view,
          'norm',
          model.normFirst,
          [true, false],
          (first) => (first ? t.preNorm : t.postNorm),
          (normFirst) => withModel(recipe, { normFirst }),
        )}
        ${chosen(
          view,
          'positions',
          model.positions,
          POSITIONS,
          (one) => t.positionKinds[one],
          (positions) => withModel(recipe, { positions }),
        )}
        ${chosen(
          view,
          'scaleScores',
          model.scaleScores,
          [true, false],
          (on) => (on ? t.divided : t.notDivided),
          (scaleScores) => withModel(recipe, { scaleScores }),
        )}
        ${
          view.isTranslating
            ? chosen(
                view,
                'rawValues',
                model.rawValues,
                [false, true],
                (raw) => (raw ? t.valuesOfWords : t.valuesOfEncoder),
                (rawValues) => withModel(recipe, { rawValues }),
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
          (optimizer) => withTrainer(recipe, { optimizer }),
        )}
        ${real(view, 'lr', trainer.lr, (lr) => withTrainer(recipe, { lr }))}
        ${chosen(
          view,
          'schedule',
          trainer.schedule,
          SCHEDULES,
          (name) => t.schedules[name],
          (schedule) => withTrainer(recipe, { schedule }),
        )}
        ${number(view, 'warmup', trainer.warmup, (warmup) => withTrainer(recipe, { warmup }))}
        ${number(view, 'batchSize', trainer.batchSize, (batchSize) => withTrainer(recipe, { batchSize }))}
        ${real(view, 'weightDecay', trainer.weightDecay, (weightDecay) =>
          withTrainer(recipe, { weightDecay }),
        )}
        ${real(view, 'maxNorm', trainer.maxNorm, (maxNorm) => withTrainer(recipe, { maxNorm }))}
        ${number(view, 'steps', recipe.steps, (steps) => ({ ...recipe, steps }))}
        ${number(view, 'seed', recipe.seed, (seed) => ({ ...recipe, seed }))}
      </div>
    </div>
    <p class="soft">${t.settingsText}</p>
    <button type="button" class="defaults" @click=${view.reset}>${t.defaults}</button>
    <div role="alert">
      ${refused ? html`<p class="wrong" id="refused">${refused.text}</p>` : nothing}
    </div>
  </section>`;
}

const withModel = (recipe: Recipe, patch: Partial<ModelSettings>): Recipe => ({
  ...recipe,
  model: { ...recipe.model, ...patch },
});
const withTrainer = (recipe: Recipe, patch: Partial<TrainerSettings>): Recipe => ({
  ...recipe,
  trainer: { ...recipe.trainer, ...patch },
});

/** A whole number within its range. */
function number(
  view: SettingsView,
  field: keyof typeof RANGES,
  value: number,
  changed: (value: number) => Recipe,
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
    change: (text) => {
      const typed = wholeWithin(text, range);
      if (typed !== undefined) return view.change(field, text, changed(typed));
      const actual = text.slice(0, 40);
      view.refuse({
        field,
        actual,
        text: fill(t.wrongWhole, { name: t.fields[field], actual, ...range }),
      });
    },
  });
}

/** A number that the engine judges. */
function real(
  view: SettingsView,
  field: 'lr' | 'weightDecay' | 'maxNorm',
  value: number,
  changed: (value: number) => Recipe,
): TemplateResult {
  const { t, refused } = view;
  return renderNumberField({
    name: field,
    label: t.fields[field],
    value,
    step: value > 0 ? Number(`1e${value.toExponential().split('e')[1]!}`) : 0.01,
    refused: refused?.field === field ? refused.actual : undefined,
    change: (text) => {
      const typed = parseNumber(text);
      if (Number.isFinite(typed)) return view.change(field, text, changed(typed));
      const actual = text.slice(0, 40);
      view.refuse({ field, actual, text: fill(t.wrongReal, { name: t.fields[field], actual }) });
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
  changed: (value: Value) => Recipe,
): TemplateResult {
  const all = values.includes(value) ? values : [...values, value];
  const change = (wanted: Value): void => view.change(field, name(wanted), changed(wanted));
  return renderSelect(field, view.t.fields[field], all, value, change, name);
}
