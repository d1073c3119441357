import { html, type TemplateResult } from 'lit';
import { prose } from '../../kit/formulas/tex.js';
import { weightsOf } from './charts.js';
import { renderNumber } from './numbers.js';
import { renderShares } from './shares.js';
import { HALVES, pathIn } from './study.js';
import type { StudyView } from './view.js';

/** The softmax of one query's scores, with and without scaling. */
export function renderOneQuery(view: StudyView, query: number): TemplateResult {
  const { t, store, open } = view;
  return html`<section>
    <h2>${t.weightsTitle}</h2>
    <p class="explains">${t.weightsText}</p>
    <div class="pair">
      ${HALVES.map((half) => {
        const weights = weightsOf(store, half, query);
        const fact = (name: 'entropy' | 'gradient'): TemplateResult => {
          const cell = { path: pathIn(half, name), index: [query, 0] };
          const value = store.tensor(cell.path).data[query]!;
          return html`<div>
            <dt>${t[name]} ${prose(t.formulas[name])}</dt>
            <dd>${renderNumber(store, cell, value, { name: `${t[half]} ${t[name]}`, open })}</dd>
          </div>`;
        };
        return html`<div class="half ${half}">
          <h3><i class="sign"></i>${t[half]} ${prose(t.softmax[half])}</h3>
          ${renderShares(view, half, query, weights)}
          <dl class="facts">${fact('entropy')} ${fact('gradient')}</dl>
        </div>`;
      })}
    </div>
  </section>`;
}
