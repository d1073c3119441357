import { html, nothing, type TemplateResult } from 'lit';
import type { ColumnOrder } from '../../figures/figure.js';
import { fill } from '../../i18n/fill.js';
import { precise, shortest } from '../../trace/numbers.js';
import type { ChosenCell, Encoding } from './encoding.js';
import type { Texts } from './texts/en.js';

/** One cell: its place, its explanation, its column's frequency. */
export function renderReadout(
  t: Texts,
  encoding: Encoding,
  { row, column }: ChosenCell,
  order: ColumnOrder | undefined,
): TemplateResult {
  const rule = encoding.explain(row, column);
  const { pair, dModel, function: wave, angle, value } = rule;
  const frequency = encoding.frequency(column);
  const wavelength = encoding.wavelength(frequency);
  const place = order?.columns.flat().indexOf(column);
  return html`<section class="readout" aria-label=${t.chosen}>
    <p class="equation">
      <math
        ><msub
          ><mi mathvariant="normal">PE</mi
          ><mrow><mn>${row}</mn><mo separator="true">,</mo><mn>${column}</mn></mrow></msub
        ><mo>=</mo><mi>${wave}</mi><mo>⁡</mo
        ><mrow
          ><mo stretchy="false">(</mo><mn>${row}</mn><mo>/</mo
          ><msup
            ><mn>10000</mn
            ><mrow><mn>2</mn><mo>·</mo><mn>${pair}</mn><mo>/</mo><mn>${dModel}</mn></mrow></msup
          ><mo stretchy="false">)</mo></mrow
        ></math
      >
      <math
        ><mo>=</mo><mi>${wave}</mi><mo>⁡</mo
        ><mrow><mo>(</mo><mn>${precise(angle)}</mn><mo>)</mo></mrow
        ><mo>=</mo></math
      >
      <b class="number" data-value=${value}>${shortest(value)}</b>
    </p>
    <dl>
      <div>
        <dt>${t.factColumn}</dt>
        <dd>
          ${fill(wave === 'sin' ? t.even : t.odd, { column, pair })}${
            place === undefined ? nothing : fill(t.inHalves, { place })
          }
        </dd>
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
