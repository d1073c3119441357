import { html, nothing, type TemplateResult } from 'lit';
import { fill } from '../../i18n/fill.js';
import '../../kit/drawing/chart.js';
import { prose } from '../../kit/formulas/tex.js';
import { brief } from '../../trace/numbers.js';
import { curveChart, type Curves } from './charts.js';
import { firstOf, renderNumber } from './numbers.js';
import { HALVES, MEASURES, pathIn, QUERIES, WIDTHS, type Half, type Measure } from './study.js';
import type { StudyView } from './view.js';

export interface Growth extends Curves {
  /** Those that are shown; with all of them, what they mean, and their table. */
  measures: readonly Measure[];
  choose(dK: number): void;
  /** Goes to a width and opens one of its numbers. */
  openAt(dK: number, path: string): void;
}

/** The measures over d_k. */
export function renderGrowth(view: StudyView, growth: Growth): TemplateResult {
  const { t } = view;
  const { measures } = growth;
  const hasAll = measures.length === MEASURES.length;
  return html`<section>
      <h2>${prose(t.growthTitle)}</h2>
      <p class="explains">${fill(t.growthText, { queries: QUERIES })}</p>
      <p class="keys">
        ${HALVES.map((half) => html`<span class="half ${half}"><i class="sign"></i>${t[half]}</span>`)}
      </p>
      <div class="charts">
        ${measures.map((measure) => renderMeasure(view, growth, measure))}
        ${
          hasAll
            ? html`<div class="note">
                <h3>${t.noteTitle}</h3>
                <p>${prose(t.noteText)}</p>
              </div>`
            : nothing
        }
      </div>
    </section>
    ${hasAll ? renderTable(view, growth) : nothing}`;
}

function renderMeasure(view: StudyView, growth: Growth, measure: Measure): TemplateResult {
  const { t, store, open } = view;
  const { dK, keys } = store.options;
  const values = growth.measured.map((each) => each?.[measure]);
  const now = (half: 'unscaled' | 'scaled'): string => brief(firstOf(store, pathIn(half, measure)));
  const at = (place: number, half: Half): string => {
    const value = values[place]?.[half];
    return value === undefined ? '…' : brief(value);
  };
  return html`<figure data-measure=${measure}>
    <figcaption>${fill(t.measures[measure], { keys })}</figcaption>
    <ap-chart
      pick
      .data=${curveChart(t, store.options, growth, measure)}
      .height=${220}
      .scheme=${store.scheme}
      .name=${fill(t.curve, {
        measure: fill(t.measures[measure], { keys }),
        dK,
        unscaled: now('unscaled'),
        scaled: now('scaled'),
      })}
      .tell=${(place: number) =>
        fill(t.curveAt, {
          dK: WIDTHS[place]!,
          unscaled: at(place, 'unscaled'),
          scaled: at(place, 'scaled'),
        })}
      @ap-pick=${(event: CustomEvent<number>) => growth.choose(WIDTHS[event.detail]!)}
    ></ap-chart>
    <p class="now">
      <span>${prose(fill(t.nowAt, { dK }))}</span>
      ${HALVES.map(
        (half) =>
          html`<span class="half ${half}"
            ><i class="sign"></i>${renderNumber(
              store,
              { path: pathIn(half, measure), index: [0, 0] },
              firstOf(store, pathIn(half, measure)),
              { name: `${t[half]} ${fill(t.measures[measure], { keys })}`, open },
            )}</span
          >`,
      )}
    </p>
    <p class="soft">${prose(t.measureTexts[measure])}</p>
  </figure>`;
}

/** The same numbers as a table, for users who cannot see the curves, and for copying. */
function renderTable(view: StudyView, growth: Growth): TemplateResult {
  const { t, store } = view;
  const { keys, dK } = store.options;
  return html`<details>
    <summary>${t.table}</summary>
    <div class="scroll" tabindex="0" role="region" aria-label=${t.table}>
      <table>
        <thead>
          <tr>
            <th scope="col" rowspan="2">d_k</th>
            ${MEASURES.map(
              (measure) =>
                html`<th scope="colgroup" colspan="2">${fill(t.measures[measure], { keys })}</th>`,
            )}
          </tr>
          <tr>
            ${MEASURES.flatMap(() => HALVES.map((half) => html`<th scope="col">${t[half]}</th>`))}
          </tr>
        </thead>
        <tbody>
          ${WIDTHS.map(
            (width, i) =>
              html`<tr class=${width === dK ? 'on' : ''}>
                <th scope="row">${width}</th>
                ${MEASURES.flatMap((measure) =>
                  HALVES.map((half) => {
                    const value = growth.measured[i]?.[measure][half];
                    return html`<td>
                      ${
                        value === undefined
                          ? '…'
                          : html`<button
                              type="button"
                              class="open number"
                              data-value=${String(value)}
                              title=${fill(t.openAt, { dK: width })}
                              @click=${() => growth.openAt(width, pathIn(half, measure))}
                            >
                              ${brief(value)}
                            </button>`
                      }
                    </td>`;
                  }),
                )}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}
