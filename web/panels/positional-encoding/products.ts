import { html, type TemplateResult } from 'lit';
import type { Place } from '../../figures/matrix/paint.js';
import { fill } from '../../i18n/fill.js';
import type { Kept } from '../../kit/heat-map/heat-map.js';
import type { Scale } from '../../styles/colour-scales.js';
import { shortest } from '../../trace/numbers.js';
import type { Choice, Encoding } from './encoding.js';
import type { Texts } from './texts/en.js';

export interface Products {
  /** The products of all pairs; undefined while they are computed. */
  all: Float32Array | undefined;
  scale: Scale | undefined;
  pick(other: number): void;
  point(place: Place | null): void;
  keep(place: Kept): void;
}

/** The dot products of two positions, of one with all, and of all with all. */
export function renderProducts(
  t: Texts,
  encoding: Encoding,
  { row: a, other: b }: Choice,
  { all, scale, pick, point, keep }: Products,
): TemplateResult {
  const curve = encoding.products(a);
  const { low, high } = encoding.extent(curve);
  const value = curve[b]!;
  const { length } = encoding;
  return html`<p class="equation number">
      PE(${a}) · PE(${b}) = <b class="dot" data-value=${value}>${shortest(value)}</b>
    </p>
    <div class="pair">
      <ap-line-chart
        class="products"
        .lines=${[{ values: curve, colour: 'var(--ap-accent)' }]}
        .count=${length}
        .low=${low < 0 ? low : 0}
        .high=${high}
        .at=${b}
        .atValue=${value}
        .height=${260}
        .axis=${t.axisB}
        .name=${fill(t.curve, { a, b, value: shortest(value) })}
        @ap-pick=${(event: CustomEvent<number>) => pick(event.detail)}
      ></ap-line-chart>
      <div>
        ${
          all && scale
            ? html`<ap-heat-map
                class="all"
                square
                .data=${all}
                .rows=${length}
                .columns=${length}
                .scale=${scale}
                .active=${{ row: a, column: b }}
                .tallest=${260}
                .name=${fill(t.products, { length })}
                .rowTitle=${'a'}
                .columnTitle=${t.axisB}
                .cellName=${(row: number, column: number) =>
                  fill(t.pairCell, { a: row, b: column })}
                @ap-point=${(event: CustomEvent<Place | null>) => point(event.detail)}
                @ap-keep=${(event: CustomEvent<Kept>) => keep(event.detail)}
              ></ap-heat-map>`
            : html`<p class="computing soft" role="status">${t.computing}</p>`
        }
        <p class="soft">${t.productsText}</p>
      </div>
    </div>`;
}
