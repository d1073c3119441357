// What is shown of every kind of step in the traces of cases.mjs.

import { forEachCase } from './cases.mjs';

/** Of heads, workers and rows of tiles the first, of columns the first two: the others only have other numbers. */
const isFirst = ({ head = 0, worker = 0, tile: [row, column = 0] = [0] }) =>
  head === 0 && worker === 0 && row === 0 && column <= 1;

/** { kind: [{ symbol, formula, code }] }, each once, kinds by name: as shown.json has them. */
export async function shownTexts(ap) {
  const shown = new Map();
  await forEachCase(ap, (_, trace) => {
    for (const { kind, symbol, formula, code, scope } of trace.steps) {
      if (!isFirst(scope)) continue;
      const texts = shown.get(kind) ?? new Map();
      texts.set(JSON.stringify([symbol, formula, code]), { symbol, formula, code });
      shown.set(kind, texts);
    }
  });
  const kinds = [...shown.keys()].sort();
  return Object.fromEntries(kinds.map((kind) => [kind, [...shown.get(kind).values()]]));
}
