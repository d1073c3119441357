// Figures of real traces in Node: the store on the engine, without a page.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wasmFile } from '../../../scripts/build/wasm.mjs';
import { root } from '../../../scripts/lib/run.mjs';
import { importWeb } from '../../node/support/bundled.mjs';
import { measure } from './measure.mjs';

export const web = await importWeb(
  'playground/store.ts',
  'playground/state.ts',
  'trace/transformer-labels.ts',
  'panels/panel-store.ts',
  'engine/index.ts',
  'figures/index.ts',
  'figures/products.ts',
  'figures/selection.ts',
  'figures/caption.ts',
  'figures/picture.ts',
  'figures/marks.ts',
  'figures/layout/place.ts',
  'figures/layout/grid.ts',
  'figures/layout/labels.ts',
  'figures/layout/symbols.ts',
  'figures/layout/titles.ts',
  'figures/generated/kinds.ts',
  'figures/render/look.ts',
  'figures/render/svg.ts',
  'figures/render/svg/png.ts',
  'figures/render/tex.ts',
  'figures/render/tex/escape.ts',
  'figures/render/tex/document.ts',
  'figures/render/markdown.ts',
  'figures/render/markdown/escape.ts',
  'figures/render/most.ts',
  'engine/traces/plain.ts',
  'figures/render/paper.ts',
  'figures/render/words.ts',
  'styles/colour-scales.ts',
  'styles/srgb.ts',
  'styles/sizes.ts',
  'trace/names.ts',
  'trace/operations.ts',
  'trace/stops.ts',
  'trace/numbers.ts',
);
export const engine = await web.load({ wasmBinary: readFileSync(join(root, wasmFile)) });

/** A store with these settings; the caller disposes of it. */
export function storeWith(patch) {
  const store = new web.PlaygroundStore();
  store.start(engine);
  store.update({ ...web.FRESH, ...patch });
  if (store.problem) throw new Error(JSON.stringify(store.problem));
  return store;
}

/** Calls `act` with a store of its own, which is disposed of after it. */
export function withStore(patch, act) {
  const store = storeWith(patch);
  try {
    return act(store);
  } finally {
    store.dispose();
  }
}

/** The steps that the stage draws together with one: those of its stop, if their figure has lanes and there is room. */
export function pathsOf(store, path, width) {
  const step = store.step(path);
  const draws = web.drawsLanes(step.op) && width >= 600;
  return draws ? web.lanesOf(store, step).map((lane) => lane.path) : [path];
}

/** What a figure is drawn with, as the page does it. */
export function optionsOf(store, paths, size, more = {}) {
  const { decimals } = store.state;
  return {
    selection: web.selectionOf(store, paths),
    size: { width: size[0], height: size[1] },
    scrollsInside: size[0] < 480,
    words: store.t,
    measure,
    moment: 1,
    decimals,
    root: false,
    detail: 'auto',
    scroll: {},
    apart: false,
    ...more,
  };
}

export function drawFigure(store, path, size, more = {}) {
  return web.figure(store, optionsOf(store, pathsOf(store, path, size[0]), size, more));
}

/** The picture of a step as SVG. */
export function drawSvg(store, path, size, more = {}) {
  const figure = drawFigure(store, path, size, more);
  const caption = web.captionOf(store, figure.grids, store.step(path), store.t.figure);
  const picture = web.pictureOf(figure, caption, measure);
  return web.svgOf(picture, {
    look: web.paperLook(more.scheme ?? 'light'),
    lang: store.state.lang === 'zh' ? 'zh-CN' : 'en',
    title: web.captionTitle(caption.heading),
    id: path.replaceAll('.', '-'),
  });
}
