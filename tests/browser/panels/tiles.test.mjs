// The panel of attention in tiles: every number that it draws is the engine's, at every moment of the pass.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { assertMoment, assertNow, panel, stepNow, tiles, traces } from './support/tiles.mjs';

const { tag, inside, field, setField, settle, options, withPanel } = panel;

test('both ways are compared, and their difference is the engine’s own', async () => {
  await withPanel(async (page) => {
    for (const seed of ['9999']) {
      await setField(page, 'seed', seed);
      const made = await traces(page);
      const found = made.other.compare(made.main).find(({ path }) => path === 'context');
      const said = await inside(page, '.comparison [data-difference]').evaluate(({ dataset }) => ({
        ...dataset,
      }));
      assert.deepEqual(said, {
        difference: String(found.maxDifference),
        tolerance: String(found.tolerance),
      });
      assert.ok(found.maxDifference <= found.tolerance);
      assert.match(
        await inside(page, '.comparison [data-difference]').innerText(),
        /at most|to the last bit/,
      );
      await assertMoment(page, made);
    }
  });
});

test('other tiles, the other head, another sentence, the causal mask', async () => {
  await withPanel(async (page) => {
    await setField(page, 'tileQueries', '3');
    await setField(page, 'tileKeys', '2');
    assert.deepEqual((await options(page)).tile, [3, 2]);
    assert.equal((await tiles(page)).length, 3 * 4);
    await inside(page, '.heads button').last().click();
    await inside(page, 'input[name=causal]').check();
    await settle(page);
    const states = Object.fromEntries(await tiles(page));
    // Queries 0–2 see keys 0–2 alone.
    assert.deepEqual(
      ['0,1', '0,2', '0,3', '1,3', '2,3'].map((tile) => states[tile].includes('hidden')),
      [false, true, true, true, false],
    );
    await inside(page, '[data-tile="0,2"]').click();
    await settle(page);
    assert.match(await inside(page, '.happening').innerText(), /skip/);
    let grids = await assertNow(page);
    const score = grids.find(({ path }) => path === 'tiles.0.2.tile_masked_scores');
    assert.ok(score.cells.length > 0);
    assert.ok(score.cells.every(({ text, index }) => text === '−∞' && index[1] === 1));
    await setField(page, 'sentence', 'We shall see.');
    assert.deepEqual(await options(page), {
      sentence: 'We shall see.',
      tokens: ['We', 'shall', 'see', '.'],
      parameters: 'random',
      layer: 0,
      tile: [3, 2],
      isCausal: true,
      seed: 1,
    });
    grids = await assertNow(page);
    await setField(page, 'sentence', 'Yes');
    assert.deepEqual((await options(page)).tile, [1, 1]);
    await assertNow(page);
    assert.equal((await tiles(page)).length, 1);
  });
});

test('memory is counted from the shapes', async () => {
  await withPanel(async (page) => {
    const counts = () =>
      inside(page, '.memory [data-count]').evaluateAll((all) =>
        all.map(({ dataset }) => Number(dataset.count)),
      );
    assert.deepEqual(await counts(), [49, 6, 2, 2, 8, 18]);
    await setField(page, 'tileQueries', '7');
    await setField(page, 'tileKeys', '7');
    assert.deepEqual(await counts(), [49, 49, 7, 7, 28, 91]);
    assert.match(await inside(page, '.stage').innerText(), /nothing is saved/);
  });
});

test('any cell is proved, also one of the way without tiles; an operand leads to its tile', async () => {
  await withPanel(async (page) => {
    const proof = inside(page, 'ap-proof');
    const value = async () => Number(await proof.locator('.value').getAttribute('data-value'));
    const cellOf = (of, index) =>
      inside(page, `ap-slice .port[data-step="${of}"] [data-index="${index}"]`);
    const shown = await cellOf('tiles.0.1.tile_correction', '0,0,0,0').getAttribute('data-value');
    await cellOf('tiles.0.1.tile_correction', '0,0,0,0').click();
    await eventually(value, Number(shown));
    await page.mouse.move(2, 2);
    await proof.locator('.operand').first().click();
    await eventually(() => inside(page, '.whose').innerText(), 'Row 1, tile 1');
    assert.equal(await stepNow(page), 0);
    await proof.locator('.back').click();
    await eventually(() => stepNow(page), 1);
    await cellOf('context', '0,0,6,2').last().click();
    await eventually(() => inside(page, '.whose').innerText(), 'Without tiles');
    const made = await traces(page);
    await eventually(value, made.other.tensor('context').data[6 * 4 + 2]);
  });
});

test('one step on: what changed is marked; a tile before it, and the same numbers again', () =>
  withPanel(async (page) => {
    const made = await traces(page);
    const before = await assertMoment(page, made);
    const at = await stepNow(page);
    await inside(page, '.forward').click();
    await settle(page);
    assert.equal(await stepNow(page), at + 1);
    const after = await assertMoment(page, made);
    assert.ok(after.some(({ changed }) => changed.includes(true)));
    await inside(page, '.back').click();
    await settle(page);
    const paths = (grids) => grids.map(({ path }) => path);
    assert.deepEqual(paths(await assertMoment(page, made)), paths(before));
  }));

test('it opens on a trained head; a seed that is none is said', () =>
  withPanel(
    async (page) => {
      assert.equal((await options(page)).parameters, 'referent-emergent');
      assert.match(await inside(page, '.worth').innerText(), /92[.]2%.*layer 2 of its encoder/);
      await assertNow(page);
      await field(page, 'parameters').selectOption('random');
      await eventually(async () => (await options(page)).parameters, 'random');
      await setField(page, 'seed', '-1');
      assert.match(await inside(page, '[role=alert]').innerText(), /0/);
    },
    { given: '' },
  ));
