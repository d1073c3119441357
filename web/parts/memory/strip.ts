import { html, nothing, type TemplateResult } from 'lit';
import type { Computed } from '../../engine/types/computed.js';
import { rectangle, type Colour, type Mark } from '../../figures/marks.js';
import { headColourCss } from '../../styles/head-colours.js';
import { rounded } from '../../trace/numbers.js';

/** One number on a strip of memory. */
export interface StripCell {
  /** Position on the whole strip. */
  at: number;
  value: Computed;
  /** Text of its address. */
  note: string;
  /** The address it was copied from. */
  from: number | undefined;
  name: string;
  /** Consecutive cells of a group share one label. */
  group: string;
  head: number | undefined;
  active: boolean;
  /** Not part of the step. */
  outside: boolean;
}

export interface StripView {
  id: string;
  label: string;
  cells: readonly StripCell[];
  total: number;
  decimals: number;
  choose(cell: StripCell): void;
}

/** A window of a strip with digits; the whole strip is drawn on the canvas above. */
export function renderStrip(view: StripView): TemplateResult {
  const first = view.cells[0]?.at ?? 0;
  const last = view.cells[view.cells.length - 1]?.at ?? 0;
  const { lines } = overviewShape(view.total);
  return html`<div class="strip" id=${view.id}>
    <p class="strip-label">${view.label}</p>
    <div class="overview" .style="block-size:${Math.max(12, lines * 5)}px">
      <canvas aria-hidden="true"></canvas>
      <i class="frame" .style=${frame(first, last, view.total)}></i>
    </div>
    <div class="cells" role="group" aria-label=${view.label}>
      ${view.cells.map((cell, i) => renderStripCell(view, cell, view.cells[i - 1]?.group))}
    </div>
  </div>`;
}

/** The number of values per line of the overview, and the number of lines. */
export function overviewShape(total: number): { width: number; lines: number } {
  const width = total <= 1024 ? total : total <= 8192 ? 1024 : 4096;
  return { width, lines: Math.ceil(total / width) };
}

/** A frame around the window on the whole strip, cut at the end of its line. */
function frame(first: number, last: number, total: number): string {
  const { width, lines } = overviewShape(total);
  const from = first % width;
  const count = Math.min(last - first + 1, width - from);
  const percent = (part: number, of: number): string => `${(part * 100) / of}%`;
  return (
    `inset-inline-start:${percent(from, width)};inline-size:${percent(count, width)};` +
    `inset-block-start:calc(${percent(Math.floor(first / width), lines)} - 3px);` +
    `block-size:calc(${percent(1, lines)} + 6px)`
  );
}

function renderStripCell(
  view: StripView,
  cell: StripCell,
  groupBefore: string | undefined,
): TemplateResult {
  const classes = ['slot', cell.active ? 'active' : '', cell.outside ? 'outside' : ''];
  const colour = cell.head === undefined ? 'var(--role)' : headColourCss(cell.head);
  return html`<button
    type="button"
    class=${classes.join(' ')}
    .style="--head:${colour}"
    title=${cell.name}
    aria-pressed=${cell.active}
    data-at=${cell.at}
    data-from=${cell.from ?? nothing}
    @click=${() => view.choose(cell)}
  >
    <span class="slot-group">${cell.group !== groupBefore ? cell.group : nothing}</span>
    <span class="slot-value">${rounded(cell.value, view.decimals)}</span>
    <span class="slot-note"
      >${cell.from === undefined ? nothing : html`${cell.from} ↓<br />`}${cell.note}</span
    >
  </button>`;
}

/** The whole strip, one unit per number, in the colour of its head. Long strips fold into lines. */
export function overview(
  total: number,
  colourAt: (place: number) => Colour | undefined,
): { width: number; height: number; marks: Mark[] } {
  const { width, lines } = overviewShape(total);
  const paths = new Map<Colour, string>();
  let from = 0;
  let colour = colourAt(0);
  for (let place = 1; place <= total; place += 1) {
    const next = place < total ? colourAt(place) : undefined;
    if (place < total && next === colour && place % width !== 0) continue;
    if (colour !== undefined) {
      const run = { x: from % width, y: Math.floor(from / width), width: place - from, height: 1 };
      paths.set(colour, (paths.get(colour) ?? '') + rectangle(run));
    }
    from = place;
    colour = next;
  }
  const marks = [...paths].map(([fill, d]): Mark => ({ type: 'path', d, fill }));
  return { width, height: lines, marks };
}
