import { html, type TemplateResult } from 'lit';
import type { Place } from '../../figures/matrix/paint.js';
import { fill } from '../../i18n/fill.js';
import '../../kit/line-chart.js';
import type { Line } from '../../kit/line-chart.js';
import { headColourCss } from '../../styles/head-colours.js';
import { shortest } from '../../trace/numbers.js';
import type { Encoding } from './encoding.js';
import type { Texts } from './texts/en.js';

const CHOSEN = 'var(--ap-accent)';
const DASHES = ['6 3', '2 3', '9 3 2 3', '12 4'];

/** How many columns can be compared with the chosen one: more could not be told apart. */
export const PINS = DASHES.length;

const colourOf = (pin: number): string => headColourCss(pin + 1);

/** The chosen column over all positions, and the pinned columns. */
export function renderWave(
  t: Texts,
  encoding: Encoding,
  { row, column }: Place,
  pins: readonly number[],
  toggle: (column: number) => void,
  pick: (row: number) => void,
): TemplateResult {
  const values = encoding.column(column);
  const { low, high } = encoding.extent(values);
  const value = encoding.value(row, column);
  const lines: Line[] = [
    { values, colour: CHOSEN },
    ...pins.map((pin, i) => ({
      values: encoding.column(pin),
      colour: colourOf(i),
      dash: DASHES[i]!,
    })),
  ];
  const pinned = pins.includes(column);
  const full = !pinned && pins.length >= PINS;
  const words = { column, low: shortest(low), high: shortest(high) };
  return html`<h2>${t.waveTitle}</h2>
    <p>${t.waveText}</p>
    <ap-line-chart
      class="wave"
      .lines=${lines}
      .count=${encoding.length}
      .at=${row}
      .atValue=${value}
      .axis=${t.position}
      .name=${fill(t.wave, { ...words, position: row, value: shortest(value) })}
      @ap-pick=${(event: CustomEvent<number>) => pick(event.detail)}
    ></ap-line-chart>
    <div class="pins" role="group" aria-label=${t.pinned}>
      <span class="key">${swatch(CHOSEN)}${fill(t.columnN, { column })}</span>
      ${pins.map(
        (pin, i) =>
          html`<button
            type="button"
            aria-label=${fill(t.unpin, { column: pin })}
            title=${fill(t.unpin, { column: pin })}
            @click=${() => toggle(pin)}
          >
            ${swatch(colourOf(i), DASHES[i])}${fill(t.columnN, { column: pin })}
            <span aria-hidden="true">×</span>
          </button>`,
      )}
      <button
        type="button"
        class="pin"
        ?disabled=${full || pinned}
        title=${full ? fill(t.pinsFull, { n: PINS }) : ''}
        @click=${() => toggle(column)}
      >
        ${fill(t.pin, { column })}
      </button>
    </div>`;
}

/** PE of the chosen position: its sines and its cosines, each as a curve. */
export function renderRow(
  t: Texts,
  encoding: Encoding,
  { row, column }: Place,
  pick: (column: number) => void,
): TemplateResult {
  const all = encoding.row(row);
  const half = (odd: number, colour: string, dash?: string): Line => {
    const places = [...all.keys()].filter((place) => place % 2 === odd);
    return { places, values: places.map((place) => all[place]!), colour, ...(dash && { dash }) };
  };
  const lines = [half(0, CHOSEN), half(1, colourOf(0), DASHES[0])];
  if (column % 2 === 1) lines.reverse();
  const value = encoding.value(row, column);
  return html`<h2>${t.rowTitle}</h2>
    <p>${t.rowText}</p>
    <ap-line-chart
      class="vector"
      .lines=${lines}
      .count=${encoding.dModel}
      .at=${column}
      .atValue=${value}
      .axis=${t.column}
      .name=${fill(t.row, { position: row, column, value: shortest(value) })}
      @ap-pick=${(event: CustomEvent<number>) => pick(event.detail)}
    ></ap-line-chart>
    <div class="pins">
      <span class="key">${swatch(CHOSEN)}${t.sine}</span>
      <span class="key">${swatch(colourOf(0), DASHES[0])}${t.cosine}</span>
    </div>`;
}

function swatch(colour: string, dash = ''): TemplateResult {
  return html`<svg class="swatch" width="24" height="10" aria-hidden="true">
    <line x1="0" x2="24" y1="5" y2="5" .style="stroke:${colour}" stroke-dasharray=${dash} />
  </svg>`;
}
