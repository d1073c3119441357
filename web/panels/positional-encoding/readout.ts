import { html, type TemplateResult } from 'lit';
import type { Place } from '../../figures/matrix/paint.js';
import { fill } from '../../i18n/fill.js';
import { precise, shortest } from '../../trace/numbers.js';
import type { Encoding } from './encoding.js';
import type { Texts } from './texts/en.js';

/** One cell: its place, its explanation, its column's frequency. */
export function renderReadout(
  t: Texts,
  encoding: Encoding,
  { row, column }: Place,
): TemplateResult {
  const rule = encoding.explain(row, column);
  const { pair, dModel, function: wave, angle, value } = rule;
  const frequency = encoding.frequency(column);
  const wavelength = encoding.wavelength(frequency);
  return html`<section class="readout" aria-label=${t.chosen}>
    <p class="equation number">
      PE<sub>${row}, ${column}</sub> = ${wave}(${row} / 10000<sup>2·${pair}/${dModel}</sup>) =
      ${wave}(${precise(angle)}) =
      <b data-value=${value}>${shortest(value)}</b>
    </p>
    <dl>
      <div>
        <dt>${t.factPosition}</dt>
        <dd>${row}</dd>
      </div>
      <div>
        <dt>${t.factColumn}</dt>
        <dd>${fill(wave === 'sin' ? t.even : t.odd, { column, pair })}</dd>
      </div>
      <div>
        <dt>${t.factFrequency}</dt>
        <dd data-frequency=${frequency}>${fill(t.frequency, { value: precise(frequency) })}</dd>
      </div>
      <div>
        <dt>${t.factWavelength}</dt>
        <dd data-wavelength=${wavelength}>
          ${fill(t.wavelength, { value: Number(wavelength.toPrecision(6)) })}
        </dd>
      </div>
      <div>
        <dt>${t.factAngle}</dt>
        <dd data-angle=${angle}>${precise(angle)}</dd>
      </div>
    </dl>
  </section>`;
}
