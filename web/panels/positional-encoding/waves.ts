import { html, svg, type TemplateResult } from 'lit';
import { levelAxis } from '../../figures/chart/axis.js';
import type { ChartLine } from '../../figures/chart/chart.js';
import type { ColumnOrder } from '../../figures/figure.js';
import { fill } from '../../i18n/fill.js';
import '../../kit/drawing/chart.js';
import type { Scheme } from '../../styles/colour-scales.js';
import { headColourCss } from '../../styles/head-colours.js';
import { shortest } from '../../trace/numbers.js';
import type { ChosenCell, Encoding } from './encoding.js';
import type { Texts } from './texts/en.js';

const DASHES = [
  [6, 3],
  [2, 3],
  [9, 3, 2, 3],
  [12, 4],
] as const;

/** How many columns can be compared with the chosen one: more could not be told apart. */
export const PINS = DASHES.length;

const LEVELS = levelAxis({ low: -1, high: 1 });

export interface WaveView {
  t: Texts;
  encoding: Encoding;
  choice: ChosenCell;
  scheme: Scheme;
}

/** The chosen column over all positions, and the pinned columns. */
export function renderWave(
  { t, encoding, choice: { row, column }, scheme }: WaveView,
  pins: readonly number[],
  toggle: (column: number) => void,
  pick: (row: number) => void,
): TemplateResult {
  const values = encoding.column(column);
  const { low, high } = encoding.extent(values);
  const lines: ChartLine[] = [
    { values, colour: 'accent', points: 'disc' },
    ...pins.map((pin, i): ChartLine => ({
      values: encoding.column(pin),
      colour: `head-${i + 1}`,
      dash: DASHES[i]!,
    })),
  ];
  const pinned = pins.includes(column);
  const full = !pinned && pins.length >= PINS;
  const words = { column, low: shortest(low), high: shortest(high) };
  const { length } = encoding;
  return html`<h2>${t.waveTitle}</h2>
    <p>${t.waveText}</p>
    <ap-chart
      class="wave"
      pick
      .data=${{ count: length, axis: `${t.position} →`, levels: LEVELS, lines, at: row }}
      .scheme=${scheme}
      .tell=${(at: number) => fill(t.atPosition, { at, value: shortest(values[at]!) })}
      .name=${fill(t.wave, words)}
      @ap-pick=${(event: CustomEvent<number>) => pick(event.detail)}
    ></ap-chart>
    <div class="pins" role="group" aria-label=${t.pinned}>
      <span class="key">${swatch('var(--ap-accent)')}${fill(t.columnN, { column })}</span>
      ${pins.map(
        (pin, i) =>
          html`<button
            type="button"
            aria-label=${fill(t.unpin, { column: pin })}
            title=${fill(t.unpin, { column: pin })}
            @click=${() => toggle(pin)}
          >
            ${swatch(headColourCss(i + 1), DASHES[i])}${fill(t.columnN, { column: pin })}
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

/** PE of the chosen position: its sines and its cosines, each as a curve; in halves, one beside the other. */
export function renderRow(
  { t, encoding, choice: { row, column }, scheme }: WaveView,
  order: ColumnOrder | undefined,
  pick: (column: number) => void,
): TemplateResult {
  const all = encoding.row(row);
  const columns = order?.columns.flat() ?? [...all.keys()];
  const half = (odd: number): Pick<ChartLine, 'places' | 'values'> => {
    const places = columns.flatMap((each, place) => (each % 2 === odd ? [place] : []));
    return { places, values: places.map((place) => all[columns[place]!]!) };
  };
  const lines: ChartLine[] = [
    { ...half(0), colour: 'head-0' },
    { ...half(1), colour: 'head-1', dash: DASHES[0] },
  ];
  const value = shortest(encoding.value(row, column));
  const tell = (place: number): string =>
    fill(t.atColumn, { at: columns[place]!, value: shortest(all[columns[place]!]!) });
  const ticks = columns.map((each, at) => ({ at, text: String(each) }));
  const data = {
    count: encoding.dModel,
    axis: `${t.column} →`,
    levels: LEVELS,
    lines,
    at: columns.indexOf(column),
    ...(order && { ticks }),
  };
  return html`<h2>${t.rowTitle}</h2>
    <p>${order ? t.rowHalves : t.rowText}</p>
    <ap-chart
      class="vector"
      pick
      .data=${data}
      .scheme=${scheme}
      .tell=${tell}
      .name=${fill(t.row, { position: row, column, value })}
      @ap-pick=${(event: CustomEvent<number>) => pick(columns[event.detail]!)}
    ></ap-chart>
    <div class="pins">
      <span class="key">${swatch(headColourCss(0))}${t.sine}</span>
      <span class="key">${swatch(headColourCss(1), DASHES[0])}${t.cosine}</span>
    </div>`;
}

function swatch(colour: string, dash: readonly number[] = []): TemplateResult {
  return html`<svg class="swatch" width="24" height="10" aria-hidden="true">
    ${svg`<line x1="0" x2="24" y1="5" y2="5" .style="stroke:${colour}" stroke-dasharray=${dash.join(' ')} />`}
  </svg>`;
}
