import { html, type TemplateResult } from 'lit';
import { levelAxis } from '../../figures/chart/axis.js';
import type { ChartData } from '../../figures/chart/chart.js';
import { fill } from '../../i18n/fill.js';
import { shortest } from '../../trace/numbers.js';
import { PAIRS, type ChosenCell, type Encoding } from './encoding.js';
import { FIGURE_HEIGHT, detailOf } from './sizes.js';
import type { Texts } from './texts/en.js';
import type { WaveView } from './waves.js';

/** The dot products of one position with all, as a curve; the other position is marked. */
export function productsChart(
  t: Texts,
  encoding: Encoding,
  { row, other }: Pick<ChosenCell, 'row' | 'other'>,
): ChartData {
  const values = encoding.products(row);
  const { low, high } = encoding.extent(values);
  return {
    count: encoding.length,
    axis: `${t.axisB} →`,
    levels: levelAxis({ low: low < 0 ? low : 0, high }),
    lines: [{ values, colour: 'accent', points: 'disc' }],
    at: other,
  };
}

/** The dot products of two positions, of one with all, and of all with all. */
export function renderProducts(
  { t, encoding, choice, scheme }: WaveView,
  pick: (other: number) => void,
): TemplateResult {
  if (!encoding.multiplied) {
    return html`<p class="computing soft" role="status">${t.computing}</p>`;
  }
  const { row: a, other: b } = choice;
  const { length, pairs } = encoding;
  const values = encoding.products(a);
  const value = values[b]!;
  return html`<p class="equation">
      <math
        ><mrow
          ><mi mathvariant="normal">PE</mi><mrow><mo>(</mo><mn>${a}</mn><mo>)</mo></mrow
          ><mo>·</mo><mi mathvariant="normal">PE</mi><mrow><mo>(</mo><mn>${b}</mn><mo>)</mo></mrow
          ><mo>=</mo></mrow
        ></math
      >
      <b class="number dot" data-value=${value}>${shortest(value)}</b>
    </p>
    <div class="pair">
      <ap-chart
        class="products"
        pick
        .data=${productsChart(t, encoding, choice)}
        .height=${FIGURE_HEIGHT}
        .scheme=${scheme}
        .tell=${(at: number) => fill(t.atB, { at, value: shortest(values[at]!) })}
        .name=${fill(t.curve, { a })}
        @ap-pick=${(event: CustomEvent<number>) => pick(event.detail)}
      ></ap-chart>
      <div>
        <ap-slice
          class="all"
          fixed
          .store=${pairs}
          .path=${PAIRS}
          .name=${t.products}
          .height=${FIGURE_HEIGHT}
          .detail=${detailOf(length, length)}
        ></ap-slice>
        <p class="soft">${t.productsText}</p>
      </div>
    </div>`;
}
