// The panel of heads on several workers: who holds what, each worker's numbers and their sum are the engine's.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { assertDrawn, panel, testWorkers } from './support/workers.mjs';

const { tag, inside, field, setField, settle, options, withPanel } = panel;

testWorkers(4);

test('scores, another sentence, seed and number of heads', async () => {
  await withPanel(async (page) => {
    await inside(page, '.stage .choice button').first().click();
    await settle(page);
    let { grids } = await assertDrawn(page);
    assert.ok(grids.some((grid) => grid.path === 'workers.1.scaled_scores'));
    await setField(page, 'sentence', '我 爱 编程 Python');
    await setField(page, 'seed', '12');
    await field(page, 'heads').selectOption('8');
    await settle(page);
    await setField(page, 'workers', '8');
    ({ grids } = await assertDrawn(page));
    assert.deepEqual(await options(page), {
      sentence: '我 爱 编程 Python',
      tokens: ['我', '爱', '编程', 'Python'],
      parameters: 'random',
      layer: 0,
      numHeads: 8,
      workers: 8,
      seed: 12,
    });
    assert.equal(grids.filter(({ path }) => path.endsWith('partial_output')).length, 8);
  });
});

test('a cell of the sum is proved by one cell of each worker, and they are framed', async () => {
  await withPanel(async (page) => {
    const { made } = await assertDrawn(page);
    await inside(page, '.sum [data-index="0,2,5"]').click();
    await settle(page);
    const proof = inside(page, 'ap-proof');
    const operands = await proof.locator('.line .operand, .equation .operand').allInnerTexts();
    assert.ok(operands.length >= 2);
    const framed = await page.evaluate(
      (tag) =>
        [...document.querySelector(tag).shadowRoot.querySelectorAll('.partial ap-slice')].map(
          ({ figure, store, path }) => {
            const [grid] = figure.grids;
            const rings = JSON.stringify(figure.marks).split('"stroke":"ink"').length - 1;
            const framed = store.operandsIn(path).filter(({ index }) => grid.layout.locate(index));
            return rings === framed.length ? rings : NaN;
          },
        ),
      tag,
    );
    assert.deepEqual(framed, [1, 1]);
    const value = async () => Number(await proof.locator('.value').getAttribute('data-value'));
    assert.equal(await value(), made.main.tensor('output').data[2 * 16 + 5]);
    await inside(page, '.card[data-worker="1"] .heads [data-index="0,1,3,4"]').click();
    await eventually(() => inside(page, '.whose').innerText(), 'Worker 2');
    assert.match(await proof.locator('.where').innerText(), /Head 4/);
    await inside(page, '.alone [data-index="0,0,1"]').click();
    await eventually(() => inside(page, '.whose').innerText(), 'One worker alone');
    await eventually(value, made.other.tensor('output').data[1]);
  });
});

test('it opens on the heads of a trained model; three workers cannot share them', () =>
  withPanel(
    async (page) => {
      const { parameters, numHeads, workers } = await options(page);
      assert.deepEqual([parameters, numHeads, workers], ['referent', 2, 2]);
      await assertDrawn(page);
      assert.match(await inside(page, '.worth').innerText(), /100%/);
      await setField(page, 'workers', '3');
      assert.match(await inside(page, '[role=alert]').innerText(), /1 and 2|1, 2|1 or 2/);
      assert.equal((await options(page)).workers, 2);
    },
    { given: '' },
  ));
