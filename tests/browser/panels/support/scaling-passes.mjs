// The backward passes of one weight in the panel on scaling by √d_k, and the same in Node.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertEngines, assertWhole, drawnGrids } from '../../support/grids.mjs';
import { eventually } from '../../support/hands.mjs';
import { panel, showPasses } from './scaling.mjs';

const { tag, ap, inside, setField, settle, withPanel } = panel;
const QUERIES = 64;

/** What is drawn, in its order, by half. */
export const strips = [
  ['unscaled', 'weights'],
  ['scaled', 'scaled.weights'],
  ['unscaled', 'gradient.weights'],
  ['scaled', 'gradient.scaled.weights'],
  ['unscaled', 'gradient.scores'],
  ['scaled', 'gradient.scaled.scores'],
  ['scaled', 'gradient.scores'],
];

/** The same backward passes in Node. */
export function passes(
  { dK = 64, keys = 16, seed = 1, query = 1, key = 0 },
  read,
  edit = () => {},
) {
  const pass = (of) => {
    const trace = ap.traceScaling({ dK, keys, seed, queries: QUERIES });
    const data = new Float32Array(QUERIES * keys);
    data[query * keys + key] = 1;
    trace.backward({ of, seed: { shape: [QUERIES, keys], data } });
    edit(trace);
    return trace;
  };
  const traces = { unscaled: pass('weights'), scaled: pass('scaled.weights') };
  const row = (half, path) =>
    [...traces[half].tensor(path).data].slice(query * keys, (query + 1) * keys);
  const largest = (half, path) => {
    const [low, high] = [Math.min(...row(half, path)), Math.max(...row(half, path))];
    return -low > high ? low : high;
  };
  try {
    return read({ traces, row, largest });
  } finally {
    for (const trace of Object.values(traces)) trace.dispose();
  }
}

const drawnRows = (page) =>
  page.evaluate(
    (tag) =>
      [...document.querySelector(tag).shadowRoot.querySelectorAll('.strip ap-slice')].map(
        ({ path, figure }) => [path, [...figure.grids[0].values]],
      ),
    tag,
  );

/** The rows that are drawn are those of the passes, once they have followed. */
export async function assertFollows(page, options, edit) {
  const expected = passes(
    options,
    ({ row }) => strips.map(([half, path]) => [path, row(half, path)]),
    edit,
  );
  await eventually(() => drawnRows(page), expected);
}

const numbers = (page, selector, name) =>
  inside(page, selector).evaluateAll(
    (all, name) => all.map(({ dataset }) => [dataset[name], Number(dataset.value)]),
    name,
  );

/** Declares a test of every number of both passes. */
export function testPasses(options) {
  test(`every number of both passes is the engine's: ${JSON.stringify(options)}`, () =>
    withPanel(async (page) => {
      const { dK, query, key, keys, seed } = options;
      await page.evaluate(
        ([tag, wish]) => Object.assign(document.querySelector(tag), wish),
        [tag, { dK, keys, seed }],
      );
      await setField(page, 'query', String(query));
      await showPasses(page);
      await setField(page, 'key', String(key));
      await assertFollows(page, options);
      await settle(page);
      const grids = (await drawnGrids(page, tag)).filter(({ store }) => store === 'other');
      passes(options, ({ traces, largest }) => {
        assert.equal(grids.length, strips.length);
        strips.forEach(([half], i) => {
          assertWhole(grids[i]);
          assert.deepEqual(grids[i].rows, [query, 1]);
          assertEngines([grids[i]], { other: traces[half] });
        });
        // One scale for all gradients of scores, one for all weights, one for their gradients.
        const scales = grids.map(({ scale }) => [scale.low, scale.high]);
        const reach = Math.max(
          ...strips.slice(4).map(([half, path]) => Math.abs(largest(half, path))),
        );
        assert.deepEqual(scales.slice(0, 2), new Array(2).fill([0, 1]));
        assert.deepEqual(scales.slice(2, 4), new Array(2).fill([-1, 1]));
        assert.deepEqual(scales.slice(4), new Array(3).fill([-reach, reach]));
      });
      const said = passes(options, ({ largest }) => ({
        largest: strips.slice(4).map(([half, path]) => [path, largest(half, path)]),
        result: ['scaled', 'unscaled'].map((half) => [
          half,
          Math.abs(largest(half, 'gradient.scores')),
        ]),
      }));
      assert.deepEqual(await numbers(page, '.largest .open', 'path'), said.largest);
      assert.deepEqual(await numbers(page, '.result b', 'of'), said.result);
    }));
}
