import { html, nothing, type TemplateResult } from 'lit';
import { fill } from '../../i18n/fill.js';
import type { Measure } from '../../figures/marks.js';
import { textSizes } from '../../styles/sizes.js';
import { axisNames } from '../../trace/axes.js';
import { tileSteps, type Part } from './frames.js';
import type { View } from './view.js';

const LARGEST = 40;
const WIDEST = 76;

/** The width of labels beside the matrix, with some air. */
function labelWidth(labels: readonly string[], measure: Measure): number {
  const widest = Math.max(0, ...labels.map((label) => measure(label, textSizes.s, 'sans')));
  return Math.min(WIDEST, Math.ceil(widest) + 12);
}

/** The score matrix as tiles: the current tile shows its numbers, earlier tiles are dotted; none is stored. */
export function renderMap(view: View, go: (row: number, column: number) => void): TemplateResult {
  const { t, store, plain, grid, frame, slice } = view;
  const scores = plain.step('scores')!;
  const labels = (name: 'query' | 'key'): string[] =>
    plain.labels(scores, axisNames(scores).indexOf(name), 0) ?? [];
  const [queries, keys] = [labels('query'), labels('key')];
  const gutter = labelWidth(queries, view.measure);
  const side = sideOf(view, gutter);
  const longest = labelWidth(keys, view.measure);
  const header = longest > side ? longest + 4 : 20;
  // A short word stays upright beside one that has no room: turned, an I would be a dash.
  const turned = (key: string): string =>
    labelWidth([key], view.measure) > side ? 'vertical' : '';
  const { row, column } = frame;
  const place = column === undefined ? t.placeDivision : fill(t.placeTile, { column: column + 1 });
  const label = fill(t.map, {
    queries: queries.length,
    keys: keys.length,
    rows: grid.rows.length,
    columns: grid.columns.length,
    row: row + 1,
    place,
  });
  return html`<div
      class="map"
      .style="--side:${side}px;--gutter:${gutter}px;--header:${header}px;--count:${keys.length}"
    >
      <div class="axes soft" aria-hidden="true">
        <span>${t.queriesAxis}</span><span>${t.keysAxis}</span>
      </div>
      <div class="keys" aria-hidden="true">
        ${keys.map((key, i) => html`<b .style="--at:${i}" class="${within(grid.columns, column, i)} ${turned(key)}">${key}</b>`)}
      </div>
      <div class="queries" aria-hidden="true">
        ${queries.map((query, i) => html`<b .style="--at:${i}" class=${within(grid.rows, row, i)}>${query}</b>`)}
      </div>
      <div class="matrix" .style="--rows:${queries.length}">
        <div class="tiles" role="img" aria-label=${label}>
          ${grid.rows.map((rows, i) =>
            grid.columns.map((columns, j) => {
              const state = stateOf(view, i, j);
              // By keyboard the pass goes from tile to tile.
              // eslint-disable-next-line lit-a11y/click-events-have-key-events
              return html`<i
                class="tile ${state}"
                data-tile="${i},${j}"
                data-state=${state}
                .style=${boxOf(rows, columns)}
                @click=${() => go(i, j)}
              ></i>`;
            }),
          )}
        </div>
        ${
          column === undefined
            ? html`<i class="finished" .style=${boxOf(grid.rows[row]!, [0, keys.length])}></i>`
            : html`<div class="lit" .style=${boxOf(grid.rows[row]!, grid.columns[column]!)}>
                <ap-slice
                  fixed
                  .store=${store}
                  .path=${tileSteps(store, row, column).scores}
                  .slice=${slice}
                  .name=${t.mapScores}
                  .side=${side}
                ></ap-slice>
              </div>`
        }
      </div>
    </div>
    ${renderLegend(view)}`;
}

/** Whether a tile of scores has room for digits. */
export function hasDigits(view: View): boolean {
  return sideOf(view, labelWidth(wordsOf(view), view.measure)) >= 36;
}

function wordsOf({ plain }: View): string[] {
  return plain.labels(plain.step('weights')!, 2, 0) ?? [];
}

function sideOf({ room, grid }: View, gutter: number): number {
  const [first, count] = grid.columns.at(-1)!;
  const share = Math.floor((Math.min(room, 620) - gutter - 6) / (first + count));
  return Math.max(12, Math.min(LARGEST, share));
}

function stateOf({ grid, frame }: View, row: number, column: number): string {
  const here = frame.column ?? Infinity;
  const hidden = grid.hidden[row]![column] ? ' hidden' : '';
  if (row === frame.row && column === here) return `now${hidden}`;
  const done = row < frame.row || (row === frame.row && column < here);
  return (done ? 'done' : 'ahead') + hidden;
}

const boxOf = ([top, height]: Part, [left, width]: Part): string =>
  `--top:${top};--left:${left};--high:${height};--wide:${width}`;

function within(parts: readonly Part[], at: number | undefined, place: number): string {
  const [first, count] = (at === undefined ? undefined : parts[at]) ?? [0, 0];
  return place >= first && place < first + count ? 'on' : '';
}

function renderLegend({ t, grid }: View): TemplateResult {
  const hidden = grid.hidden.some((row) => row.includes(true));
  const key = (state: string, text: string): TemplateResult =>
    html`<span><i class="tile ${state}"></i>${text}</span>`;
  return html`<p class="legend soft">
    ${key('now', t.legendLit)} ${key('done', t.legendDone)} ${key('ahead', t.legendAhead)}
    ${hidden ? key('ahead hidden', t.legendHidden) : nothing}
  </p>`;
}
