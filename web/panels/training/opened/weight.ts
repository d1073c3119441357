import { html, nothing, type TemplateResult } from 'lit';
import type { Step } from '../../../engine/types/index.js';
import { fill } from '../../../i18n/fill.js';
import { renderNumberField, wholeWithin } from '../../../kit/fields/number-field.js';
import { renderSelect } from '../../../kit/fields/select.js';
import '../../../parts/figure/slice.js';
import { stepTitle } from '../../../trace/names.js';
import { brief, shortest } from '../../../trace/numbers.js';
import { gradientOf, hueOf } from '../../../trace/operations.js';
import { visit } from '../../../trace/visit.js';
import type { Texts } from '../texts/en.js';
import type { TraceStore } from '../../../trace/store.js';
import type { UpdateSteps } from './update-store.js';

/** The steps of an update, whatever they were made from. */
type Updated = TraceStore & Pick<UpdateSteps<object>, 'parameters' | 'stepsOf'>;

/** A cell of a parameter. */
export interface WeightChoice {
  path: string;
  index: readonly number[];
}

/** A matrix that queries are made with, if there is one: its gradients come all the way through a softmax. */
export function firstChoice(store: Updated): WeightChoice | undefined {
  const { parameters } = store;
  const found = parameters.find(({ name }) => name === 'w_q') ?? parameters[0];
  return found && mostPulled(store, found);
}

/** The cell of a parameter with the largest gradient. */
function mostPulled(store: Updated, { path, shape }: Step): WeightChoice {
  const { data } = store.tensor(gradientOf(path));
  let best = 0;
  for (let i = 1; i < data.length; i += 1) if (data[i]! > data[best]!) best = i;
  const columns = shape.at(-1)!;
  const index = shape.length < 2 ? [best] : [Math.floor(best / columns), best % columns];
  return { path, index };
}

/** How one weight comes to its new value: its gradient, clipped, m, v, the update; briefly, without saying so. */
export function renderWeight(
  t: Texts,
  store: Updated,
  chosen: WeightChoice | undefined,
  choose: (weight: WeightChoice) => void,
  { isBrief = false } = {},
): TemplateResult | typeof nothing {
  const weight = chosen && store.step(chosen.path) ? chosen : firstChoice(store);
  const parameter = weight && store.step(weight.path);
  if (!weight || !parameter) return nothing;
  const steps = store.stepsOf(parameter.path);
  const gradient = gradientOf(parameter.path);
  return html`<section class="weight" aria-label=${t.weightTitle}>
    ${
      isBrief
        ? nothing
        : html`<h3>${t.weightTitle}</h3>
            <p class="soft">${t.weightText}</p>`
    }
    <div class="fields">
      ${renderSelect(
        'parameter',
        t.parameter,
        store.parameters.map(({ path }) => path),
        parameter.path,
        (path) => choose(mostPulled(store, store.step(path)!)),
      )}
      ${weight.index.map((at, axis) => {
        const range = { least: 0, most: parameter.shape[axis]! - 1 };
        return renderNumberField({
          name: axis === 0 ? 'row' : 'column',
          label: axis === 0 ? t.row : t.column,
          value: at,
          range,
          change: (text) => {
            // What is no place leaves the one that was there.
            const value = wholeWithin(text, range) ?? at;
            const index = weight.index.map((old, i) => (i === axis ? value : old));
            choose({ path: weight.path, index });
          },
        });
      })}
    </div>
    <div class="chained">
      <table class="chain">
        <caption class="only-read-aloud">
          ${fill(t.chainCaption, { path: parameter.path, index: weight.index.join(', ') })}
        </caption>
        <tbody>
          ${[parameter, ...steps].map((step) => renderRow(store, step, weight, parameter))}
        </tbody>
      </table>
      <ap-slice
        .store=${store}
        .path=${gradient}
        .tallest=${12}
        @ap-use=${() => {
          const { kept } = store;
          if (kept?.path === gradient) choose({ path: parameter.path, index: kept.index });
        }}
      ></ap-slice>
    </div>
  </section>`;
}

/** One step of the chain: its number for this weight, which opens its arithmetic. */
function renderRow(
  store: Updated,
  step: Step,
  { index }: WeightChoice,
  parameter: Step,
): TemplateResult {
  const at = step.shape.length === parameter.shape.length ? [...index] : step.shape.map(() => 0);
  const data = store.tensor(step.path).data;
  const value = data[step.shape.reduce((flat, size, axis) => flat * size + at[axis]!, 0)]!;
  const on = store.kept?.path === step.path;
  return html`<tr class=${on ? 'on' : ''}>
    <th scope="row" class="role-${hueOf(step)}">${stepTitle(store, step)}</th>
    <td>
      <button
        type="button"
        class="open number"
        data-path=${step.path}
        data-value=${shortest(value)}
        aria-pressed=${on}
        @click=${() => visit(store, { path: step.path, index: at })}
      >
        ${brief(value)}
      </button>
    </td>
  </tr>`;
}
