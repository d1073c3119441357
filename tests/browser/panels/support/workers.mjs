// The panel of heads on several workers, and the engine's two traces that it shows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertEngines, assertWhole, drawnGrids } from '../../support/grids.mjs';
import { openPanel } from './every-panel.mjs';
import { layerOf } from './trained.mjs';

export const panel = await openPanel('head-workers', 'workers', { given: '#parameters=random' });
const { tag, ap, inside, options, setField, settle, withPanel } = panel;

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

/** Scores in place of weights, and workers that cannot share the heads. */
export async function problem(page) {
  await inside(page, '.fields .choice button').last().click();
  await inside(page, '.stage .choice button').first().click();
  await setField(page, 'workers', '3');
  await inside(page, '.sum [role=grid]').click({ position: { x: 4, y: 4 } });
  await settle(page);
}

const bands = (page, matrix) =>
  inside(page, `[data-matrix=${matrix}] .band`).evaluateAll((all) =>
    all.map(({ dataset }) => [dataset.first, dataset.count].map(Number)),
  );

/** Declares a test of every number and every band of so many workers. */
export function testWorkers(...counts) {
  test(`workers, ${counts.join(', ')}: every number and every band is the engine’s`, () =>
    withPanel(async (page) => {
      for (const workers of counts) {
        await inside(page, '.fields .choice button').nth(Math.log2(workers)).click();
        await settle(page);
        const { grids, made } = await assertDrawn(page);
        const paths = grids.map((grid) => grid.path);
        const width = 16 / workers;
        const cut = Array.from({ length: workers }, (_, worker) => [worker * width, width]);
        for (const matrix of ['w_q', 'w_k', 'w_v', 'w_o']) {
          assert.deepEqual(await bands(page, matrix), cut, matrix);
        }
        for (let worker = 0; worker < workers; worker += 1) {
          const own = (name) => (workers === 1 ? name : `workers.${worker}.${name}`);
          assert.equal(paths.filter((each) => each === own('weights')).length, 4 / workers);
          assert.ok(paths.includes(workers === 1 ? 'output' : own('partial_output')));
          // A band is what the worker has: its columns of the whole matrix.
          const whole = made.main.tensor('w_q').data;
          const held = made.main.tensor(own('w_q')).data;
          assert.equal(held[width + 1], whole[16 + cut[worker][0] + 1]);
        }
        const held = await inside(page, '[data-held]').evaluateAll((all) =>
          all.map(({ dataset }) => Number(dataset.held)),
        );
        assert.deepEqual(held, Array(workers).fill(1024 / workers));
        const found = made.other.compare(made.main).find(({ path }) => path === 'output');
        const said = await inside(page, '.total [data-difference]').evaluate(
          ({ dataset }) => dataset,
        );
        assert.equal(Number(said.difference), found.maxDifference);
        assert.equal(Number(said.tolerance), found.tolerance);
        assert.ok(found.maxDifference <= found.tolerance);
        const send = await inside(page, '.send p').innerText();
        assert.match(
          send,
          workers === 1 ? /nothing/ : /\[batch 1, query 7, d_model 16\], 112 numbers/,
        );
      }
    }));
}
