// The panel of heads on several workers, and the engine's two traces that it shows.

import { assertEngines, assertWhole, drawnGrids } from '../../support/grids.mjs';
import { openPanel } from './every-panel.mjs';
import { layerOf } from './trained.mjs';

export const panel = await openPanel('head-workers', 'workers', { given: '#parameters=random' });
const { tag, ap, options } = panel;

/** The same two traces, made here. */
async function traces(page) {
  const shown = await options(page);
  const { tokens, numHeads, workers, seed } = shown;
  const layer = layerOf(ap, shown, { tokens: [tokens], dModel: 16, numHeads, seed });
  return { main: ap.traceAttention({ ...layer, workers }), other: ap.traceAttention(layer) };
}

export async function assertDrawn(page) {
  const made = await traces(page);
  const grids = await drawnGrids(page, tag);
  assertEngines(grids, made);
  grids.forEach(assertWhole);
  return { grids, made };
}
