// The panel of attention in tiles, and the engine's two traces that it shows.

import { assertEngines, assertWhole, drawnGrids } from '../../support/grids.mjs';
import { openPanel } from './every-panel.mjs';
import { layerOf } from './trained.mjs';

export const panel = await openPanel('tiled-attention', 'tiles', {
  given: '#parameters=random',
});
const { tag, ap, inside, field, options, setField, settle } = panel;

/** The same two traces, made here. */
export async function traces(page) {
  const shown = await options(page);
  const { tokens, tile, isCausal, seed } = shown;
  const layer = layerOf(ap, shown, { tokens: [tokens], dModel: 8, numHeads: 2, isCausal, seed });
  return { main: ap.traceAttention({ ...layer, tile }), other: ap.traceAttention(layer) };
}

export const stepNow = async (page) => Number(await field(page, 'step').inputValue());
export const tiles = (page) =>
  inside(page, '.matrix .tile').evaluateAll((all) =>
    all.map(({ dataset }) => [dataset.tile, dataset.state]),
  );

export async function assertMoment(page, made) {
  const grids = await drawnGrids(page, tag);
  assertEngines(grids, made);
  grids.forEach(assertWhole);
  return grids;
}

export const assertNow = async (page) => assertMoment(page, await traces(page));

/** Moved on, with a seed that is none. */
export async function problem(page) {
  await inside(page, 'input[name=causal]').check();
  await field(page, 'step').fill('3');
  await setField(page, 'seed', 'x');
  await inside(page, '[data-step="context"] [role=grid]')
    .first()
    .click({ position: { x: 4, y: 4 } });
  await settle(page);
}
