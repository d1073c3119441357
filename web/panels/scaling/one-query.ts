import { html, type TemplateResult } from 'lit';
import { fill } from '../../i18n/fill.js';
import { renderField, renderWrong, type Wrong } from './fields.js';
import { renderNumber } from './numbers.js';
import { renderShares } from './shares.js';
import { HALVES, pathIn, SCORE } from './study.js';
import type { StudyView } from './view.js';

/** The softmax of one query's scores, with and without scaling. */
export function renderOneQuery(
  view: StudyView,
  query: number,
  wrong: Wrong | undefined,
  change: (field: 'query' | 'keys' | 'seed', text: string) => void,
): TemplateResult {
  const { t, store, open } = view;
  const { keys } = store.options;
  return html`<section>
    <h2>${t.weightsTitle}</h2>
    <p>${t.weightsText}</p>
    <div class="fields">${renderField('query', t.query, query, wrong, change)}</div>
    ${renderWrong(t, wrong, ['query'], store.options)}
    <div class="pair">
      ${HALVES.map((half) => {
        const path = pathIn(half, 'weights');
        const weights = store.tensor(path).data.subarray(query * keys, (query + 1) * keys);
        const fact = (name: 'entropy' | 'gradient'): TemplateResult => {
          const cell = { path: pathIn(half, name), index: [query, 0] };
          const value = store.tensor(cell.path).data[query]!;
          return html`<div>
            <dt>${t[name]}</dt>
            <dd>${renderNumber(store, cell, value, { name: `${t[half]} ${t[name]}`, open })}</dd>
          </div>`;
        };
        return html`<div class="half ${half}">
          <h3>
            <i class="sign"></i>${t[half]} <span class="number soft">softmax(${SCORE[half]})</span>
          </h3>
          ${renderShares(t, weights, {
            query,
            path,
            name: fill(t.shares, { query, half: t[half] }),
            kept: store.kept,
            open,
          })}
          <dl class="facts">${fact('entropy')} ${fact('gradient')}</dl>
        </div>`;
      })}
    </div>
  </section>`;
}
