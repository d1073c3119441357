// The panel of attention in tiles: every number that it draws is the engine's, at every moment of the pass.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { provenTitles } from '../support/grids.mjs';
import { eventually } from '../support/hands.mjs';
import { assertMoment, assertNow, panel, stepNow, tiles, traces } from './support/tiles.mjs';

const { tag, inside, field, setField, settle, options, withPanel } = panel;

test('forward through every tile and back: each number is the engine’s, what changed is marked', async () => {
  await withPanel(async (page) => {
    const made = await traces(page);
    const count = Number(await field(page, 'step').getAttribute('max')) + 1;
    assert.equal(count, 4 * (3 + 1));
    while ((await stepNow(page)) > 0) await inside(page, '.back').click();
    await settle(page);
    const seen = [];
    for (let at = 0; at < count; at += 1) {
      assert.equal(await stepNow(page), at);
      const grids = await assertMoment(page, made);
      const [row, column] = [Math.floor(at / 4), at % 4];
      const paths = grids.map((grid) => grid.path);
      seen.push(paths.join());
      if (column === 3) {
        assert.ok(paths.includes(`tiles.${row}.tile_output`));
        const rows = grids.find((grid) => grid.store === 'other' && grid.rows).rows;
        assert.deepEqual(rows, [2 * row, Math.min(2, 7 - 2 * row)]);
      } else {
        const own = (name) => `tiles.${row}.${column}.${name}`;
        const wanted = ['scaled_scores', 'exponentials', 'maximum'].map((name) =>
          own(`tile_${name}`),
        );
        if (column > 0) {
          wanted.push(
            own('tile_correction'),
            own('tile_corrected_sum'),
            own('running_sum'),
            own('running_output'),
            `tiles.${row}.${column - 1}.tile_maximum`,
          );
        }
        for (const name of wanted) assert.ok(paths.includes(name), `${name} of ${paths}`);
        const old = (name) => made.main.tensor(`tiles.${row}.${column - 1}.${name}`).data;
        const maximum = grids.find((grid) => grid.path === own('tile_maximum'));
        for (const { index, value, changed } of column > 0 ? maximum.cells : []) {
          const [, head, query] = index;
          const before = old('tile_maximum')[head * maximum.shape[2] + query];
          assert.equal(changed, Number(value) !== before, `${maximum.path} ${index}`);
        }
      }
      const states = Object.fromEntries(await tiles(page));
      assert.equal(states[`${row},${column}`] ?? 'now', 'now');
      assert.equal(
        Object.values(states).filter((state) => state === 'done').length,
        row * 3 + column,
      );
      if (at < count - 1) {
        await inside(page, '.forward').click();
        await settle(page);
      }
    }
    assert.ok(await inside(page, '.forward').isDisabled());
    for (let at = count - 1; at >= 0; at -= 5) {
      await field(page, 'step').fill(String(at));
      await settle(page);
      const paths = (await assertMoment(page, made)).map((grid) => grid.path);
      assert.equal(paths.join(), seen[at], `back at ${at}`);
    }
    made.main.dispose();
    made.other.dispose();
  });
});

test('both ways are compared, and their difference is the engine’s own', async () => {
  await withPanel(async (page) => {
    for (const seed of ['1', '7', '9999']) {
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

test('no two steps have the same title: each tile and each row is named, in both languages', async () => {
  const words = {
    en: {
      'tiles.0.1.tile_scores': 'Tile of queries 1–2 × keys 4–6 · ',
      'tiles.3.2.running_sum': 'Tile of query 7 × key 7 · ',
      'tiles.3.tile_output': 'Row of query 7 · ',
    },
    zh: {
      'tiles.0.1.tile_scores': '分块（查询 1–2 × 键 4–5） · ',
      'tiles.2.1.running_sum': '分块（查询 5 × 键 4–5） · ',
      'tiles.2.tile_output': '行（查询 5） · ',
    },
  };
  for (const lang of ['en', 'zh']) {
    await withPanel(
      async (page) => {
        const titles = await provenTitles(page, tag);
        const all = Object.values(titles);
        assert.deepEqual(
          all.filter((title, i) => all.indexOf(title) !== i),
          [],
        );
        for (const [path, start] of Object.entries(words[lang])) {
          assert.ok(titles[path].startsWith(start), titles[path]);
        }
        const names = await inside(page, '[role=grid]').evaluateAll((grids) =>
          grids.map((grid) => grid.getAttribute('aria-label')),
        );
        assert.ok(names.some((name) => name.startsWith(words[lang]['tiles.0.1.tile_scores'])));
      },
      { lang, width: 360, height: 740 },
    );
  }
});
