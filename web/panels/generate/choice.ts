import { html, type TemplateResult } from 'lit';
import { fill } from '../../i18n/fill.js';
import { renderSelect } from '../../kit/fields/select.js';
import { renderDraw } from './bars.js';
import './candidates.js';
import { renderNumber, renderWrong } from './fields.js';
import type { Generation } from './generation.js';
import {
  readTemperature,
  readWhole,
  SEEDS,
  SLIDER,
  TEMPERATURE,
  type ChoiceSettings,
  type Read,
} from './settings.js';
import type { Texts } from './texts/en.js';

/** The id of what is said of these fields: another one may be refused of the model's. */
const REASON = 'refused-choice';

/** How the shown token was chosen, and from what; a change chooses again. */
export function renderChoice(
  t: Texts,
  generation: Generation,
  order: { sorted: boolean; sort(sorted: boolean): void },
): TemplateResult {
  const { shown, choice, store, wrongChoice } = generation;
  const { tokens } = shown;
  return html`<h2>${fill(t.choiceTitle, { token: tokens[tokens.length - 1]! })}</h2>
    <div class="fields">
      ${renderSelect(
        'way',
        t.way,
        [true, false].map(String),
        String(choice.doSample),
        (value) => generation.choose({ doSample: value === 'true' }),
        (value) => (value === 'true' ? t.sampled : t.greedy),
      )}
      ${renderSettings(t, generation)}
      ${renderSelect(
        'order',
        t.order,
        ['probability', 'vocabulary'],
        order.sorted ? 'probability' : 'vocabulary',
        (value) => order.sort(value === 'probability'),
        (value) => (value === 'probability' ? t.byProbability : t.byVocabulary),
      )}
    </div>
    ${renderWrong(t, wrongChoice, ['temperature', 'topK', 'drawSeed'], { id: REASON })}
    ${renderDraw(t, store)}
    <ap-candidates .store=${store} .t=${t} ?sorted=${order.sorted}></ap-candidates>
    <p class="soft hint explains">${t.choiceText} ${t.candidatesHint}</p>`;
}

function renderSettings(t: Texts, generation: Generation): TemplateResult {
  const { choice, sequence, wrongChoice } = generation;
  const all = sequence.vocabulary.length;
  const take = async <Name extends keyof ChoiceSettings>(
    name: Name,
    read: Read<NonNullable<ChoiceSettings[Name]>>,
  ): Promise<void> => {
    if (read.wrong) generation.refuseChoice(read.wrong);
    else await generation.choose({ [name]: read.value });
  };
  const number = (field: Parameters<typeof renderNumber>[0]): TemplateResult =>
    renderNumber({ ...field, reason: REASON }, wrongChoice);
  return html`<div class="temperature">
      ${number({
        name: 'temperature',
        label: t.temperature,
        value: choice.temperature,
        range: TEMPERATURE,
        hidesRange: true,
        step: SLIDER.step,
        change: (text) => take('temperature', readTemperature(text)),
      })}
      <input
        type="range"
        name="temperature-slider"
        aria-label=${t.temperatureSlider}
        min=${SLIDER.least}
        max=${SLIDER.most}
        step=${SLIDER.step}
        .value=${String(choice.temperature)}
        @input=${(event: Event) =>
          take('temperature', readTemperature((event.target as HTMLInputElement).value))}
      />
    </div>
    ${number({
      name: 'topK',
      label: t.topK,
      value: choice.topK ?? all,
      range: { least: 1, most: all },
      change: (text) => {
        const read = readWhole('topK', text, { least: 1, most: all });
        // With all tokens nothing is cut, so no step is needed.
        const isAll = !read.wrong && read.value === all;
        return isAll ? generation.choose({ topK: undefined }) : take('topK', read);
      },
    })}
    ${number({
      name: 'drawSeed',
      label: t.drawSeed,
      value: choice.seed,
      range: SEEDS,
      hidesRange: true,
      change: (text) => take('seed', readWhole('drawSeed', text, SEEDS)),
    })}`;
}
