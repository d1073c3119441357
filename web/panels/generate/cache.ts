import { html, nothing, type TemplateResult } from 'lit';
import { fill } from '../../i18n/fill.js';
import { axisNames } from '../../trace/axes.js';
import type { Pass } from './pass.js';
import type { Texts } from './texts/en.js';

/** Rows of keys of one attention in one pass: the values have as many. */
export interface CacheRows {
  /** The beginning of its steps' paths. */
  scope: string;
  layer: number;
  cross: boolean;
  kept: number;
  computed: number;
}

/** The rows that each attention of the decoder had cached and computed, read from the shapes of its steps. */
export function cacheRows(pass: Pass): CacheRows[] {
  const found = new Map<string, CacheRows>();
  for (const step of pass.trace.steps) {
    const { name } = step;
    const { stack, layer, part } = step.scope;
    if (stack !== 'decoder' || layer === undefined) continue;
    if (name !== 'cached_k' && name !== 'k_transposed') continue;
    const scope = `${stack}.${layer}.${part}`;
    const cross = part === 'cross_attention';
    const rows = found.get(scope) ?? { scope, layer, cross, kept: 0, computed: 0 };
    const count = step.shape[axisNames(step).indexOf('key')] ?? 0;
    rows[name === 'cached_k' ? 'kept' : 'computed'] = count;
    found.set(scope, rows);
  }
  return [...found.values()];
}

/** A square for every key and value of every layer: hollow if cached, filled if new. */
export function renderCacheRows(t: Texts, pass: Pass): TemplateResult {
  return html`<ul class="rows">
    ${cacheRows(pass).map(({ scope, layer, cross, kept, computed }) => {
      const words = cross ? pass.source : pass.tokens;
      return html`<li data-scope=${scope} data-kept=${kept} data-computed=${computed}>
        <span class="name">
          ${fill(t.layerN, { n: layer + 1 })}
          <span class="soft">${cross ? t.sourceKeysValues : t.keysValues}</span>
        </span>
        <span class="squares" aria-hidden="true">
          ${words.map(
            (word, at) => html`<i class=${at < kept ? 'kept' : 'new'} title=${word}></i>`,
          )}
        </span>
        <span class="count">${fill(t.rows, { kept, computed })}</span>
      </li>`;
    })}
  </ul>`;
}

/** Multiply-adds as the engine counted them, of this pass and of all up to it. */
export function renderWork(t: Texts, passes: readonly Pass[], shown: Pass): TemplateResult {
  const until = passes.slice(0, passes.indexOf(shown) + 1);
  const all = until.reduce(
    (sum, { multiplyAdds: { done, withoutCache } }) => ({
      done: sum.done + done,
      withoutCache: sum.withoutCache + withoutCache,
    }),
    { done: 0, withoutCache: 0 },
  );
  const row = (name: string, title: string, { done, withoutCache }: typeof all): TemplateResult =>
    html`<tr data-work=${name}>
      <th scope="row">${title}</th>
      ${[done, withoutCache, withoutCache - done].map(
        (count) => html`<td class="number" data-value=${count}>${grouped(count)}</td>`,
      )}
    </tr>`;
  return html`<table class="work">
    <caption>
      ${t.work}
    </caption>
    <thead>
      <tr>
        <td></td>
        ${[t.done, t.without, t.saved].map((title) => html`<th scope="col">${title}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${row('token', t.thisToken, shown.multiplyAdds)} ${row('all', t.inAll, all)}
    </tbody>
  </table>`;
}

/** Keys and values of one layer in the pass: those from the cache, and those it added. */
export function renderKeysValues(
  t: Texts,
  pass: Pass,
  scope: string,
  matrix: (path: string) => TemplateResult,
): TemplateResult | typeof nothing {
  const rows = cacheRows(pass).find((one) => one.scope === scope);
  if (!rows) return nothing;
  const side = (letter: 'k' | 'v', title: string): TemplateResult =>
    html`<section class="role-${letter === 'k' ? 'key' : 'value'}">
      <h3>${fill(title, { layer: rows.layer + 1 })}</h3>
      <h4>${t.keptRows}</h4>
      ${
        rows.kept > 0
          ? matrix(`${scope}.cached_${letter}`)
          : html`<p class="soft">${t.nothingKept}</p>`
      }
      ${
        rows.computed > 0
          ? html`<h4>${t.newRows}</h4>
              ${matrix(rows.kept > 0 ? `${scope}.new_${letter}` : `${scope}.${letter}_transposed`)}`
          : nothing
      }
    </section>`;
  return html`<div class="pair">${side('k', t.keysOf)} ${side('v', t.valuesOf)}</div>`;
}

/** A whole number in groups of three digits. Asking the browser for it the first time takes 20 ms. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}
