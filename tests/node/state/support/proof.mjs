// A proof as text, without a page: templates are joined as strings, and the store is no more than what a rule reads.

import { importWeb } from '../../support/bundled.mjs';

export const web = await importWeb(
  'parts/proof/rules.ts',
  'parts/proof/terms.ts',
  'trace/cells.ts',
  'trace/layout.ts',
  'trace/names.ts',
  'trace/operations.ts',
  'figures/layout/grid.ts',
);

const words = ['I', 'like', 'you'];
/** What a step is where its test does not say otherwise. */
const blank = { role: 'input', inputs: [], op: 'given', fullyMaskedRows: 0 };

const vocabulary = ['[PAD]', 'I', 'like', 'you', 'tea'];

/** What rules and matrices read of a store that holds these steps: { path: { kind?, axes, shape, role?, … } }. */
export function storeWith(steps, lang = 'en') {
  const all = Object.entries(steps).map(([path, step]) => [
    path,
    { path, name: path, kind: path, scope: {}, ...blank, ...step },
  ]);
  const byPath = new Map(all);
  const names = { token: words, query: words, key: words, vocabulary };
  const labels = (step, axis) => names[step.axes.slice(-step.shape.length)[axis]];
  return {
    t: web.dictionaryOf(lang),
    state: { batch: 0, seed: 7, decimals: 2, lang },
    tokensOf: () => vocabulary,
    steps: [...byPath.values()],
    step: (path) => byPath.get(path),
    partName: () => '',
    labels,
    namesAlong: labels,
    written: () => [],
  };
}

/** HTML of a template, without listeners. */
export function markup(value) {
  if (value === undefined || value === null || typeof value === 'symbol') return '';
  if (typeof value === 'function') return '';
  if (Array.isArray(value)) return value.map(markup).join('');
  if (value.strings) {
    return value.strings.map((text, i) => text + markup(value.values[i])).join('');
  }
  return String(value);
}

export function textOf(html) {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([),.])/g, '$1')
    .replace(/\( /g, '(')
    .trim();
}

/** { html, text } of the arithmetic of one cell. */
export function proofOf(store, explanation) {
  const html = markup(web.renderRule({ store, open: () => {} }, explanation));
  return { html, text: textOf(html) };
}

/** The cells that the proof links to: `path[0,1]`. */
export function links(html) {
  const found = html.matchAll(/data-path=([^\s>]+)\s+data-index=([^\s>]*)/g);
  return [...found].map(([, path, index]) => `${path}[${index}]`);
}

/** Cells of a row: the same index but for its last place. */
export function row(step, before, values) {
  return values.map((value, i) => ({ step, index: [...before, i], value }));
}
