// The panel of attention in tiles: every number that it draws is the engine's, at every moment of the pass.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { load } from '../../dist/index.js';
import {
  assertEngines,
  assertWhole,
  drawnGrids,
  opensAndComesBack,
  provenTitles,
  settle,
} from './grids.mjs';
import { eventually } from './hands.mjs';
import { openSite } from './support.mjs';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const path = { en: '/explore/tiles', zh: '/zh/explore/tiles' };
const panel = 'tiled-attention';

let site;
let ap;
before(async () => {
  site = await openSite();
  ap = await load();
});
after(() => site.close());

const withPanel = (body, options = {}) => site.withPage(path[options.lang ?? 'en'], body, options);
const part = (page, inside) => page.locator(`${panel} ${inside}`);
const field = (page, name) => part(page, `input[name=${name}]`);
const ready = (page) => settle(page, panel);

async function setField(page, name, text) {
  await field(page, name).fill(text);
  await field(page, name).press('Enter');
  await ready(page);
}

const options = (page) =>
  page.evaluate((name) => document.querySelector(name).store.options, panel);

/** The same two traces, made here. */
async function traces(page) {
  const { tokens, tile, isCausal, seed } = await options(page);
  const layer = { tokens: [tokens], dModel: 8, numHeads: 2, isCausal, seed };
  return { main: ap.traceAttention({ ...layer, tile }), other: ap.traceAttention(layer) };
}

const stepNow = async (page) => Number(await field(page, 'step').inputValue());
const tiles = (page) =>
  part(page, '.matrix .tile').evaluateAll((all) =>
    all.map(({ dataset }) => [dataset.tile, dataset.state]),
  );

async function assertMoment(page, made) {
  const grids = await drawnGrids(page, panel);
  assertEngines(grids, made);
  grids.forEach(assertWhole);
  return grids;
}

test('forward through every tile and back: each number is the engine’s, what changed is marked', async () => {
  await withPanel(async (page) => {
    const made = await traces(page);
    const count = Number(await field(page, 'step').getAttribute('max')) + 1;
    assert.equal(count, 4 * (3 + 1));
    while ((await stepNow(page)) > 0) await part(page, '.back').click();
    await ready(page);
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
        await part(page, '.forward').click();
        await ready(page);
      }
    }
    assert.ok(await part(page, '.forward').isDisabled());
    for (let at = count - 1; at >= 0; at -= 5) {
      await field(page, 'step').fill(String(at));
      await ready(page);
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
      const said = await part(page, '.comparison [data-difference]').evaluate(({ dataset }) => ({
        ...dataset,
      }));
      assert.deepEqual(said, {
        difference: String(found.maxDifference),
        tolerance: String(found.tolerance),
      });
      assert.ok(found.maxDifference <= found.tolerance);
      assert.match(
        await part(page, '.comparison [data-difference]').innerText(),
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
    await part(page, '.heads button').last().click();
    await part(page, 'input[name=causal]').check();
    await ready(page);
    const states = Object.fromEntries(await tiles(page));
    // Queries 0–2 see keys 0–2 alone.
    assert.deepEqual(
      ['0,1', '0,2', '0,3', '1,3', '2,3'].map((tile) => states[tile].includes('hidden')),
      [false, true, true, true, false],
    );
    await part(page, '[data-tile="0,2"]').click();
    await ready(page);
    assert.match(await part(page, '.happening').innerText(), /skip/);
    let grids = await assertMoment(page, await traces(page));
    const score = grids.find(({ path }) => path === 'tiles.0.2.tile_masked_scores');
    assert.ok(score.cells.every(({ text, index }) => text === '−∞' && index[1] === 1));
    await setField(page, 'sentence', 'We shall see.');
    assert.deepEqual(await options(page), {
      tokens: ['We', 'shall', 'see', '.'],
      tile: [3, 2],
      isCausal: true,
      seed: 1,
    });
    grids = await assertMoment(page, await traces(page));
    await setField(page, 'sentence', 'Yes');
    assert.deepEqual((await options(page)).tile, [1, 1]);
    await assertMoment(page, await traces(page));
    assert.equal((await tiles(page)).length, 1);
  });
});

test('memory is counted from the shapes', async () => {
  await withPanel(async (page) => {
    const counts = () =>
      part(page, '.memory [data-count]').evaluateAll((all) =>
        all.map(({ dataset }) => Number(dataset.count)),
      );
    assert.deepEqual(await counts(), [49, 6, 2, 2, 8, 18]);
    await setField(page, 'tileQueries', '7');
    await setField(page, 'tileKeys', '7');
    assert.deepEqual(await counts(), [49, 49, 7, 7, 28, 91]);
    assert.match(await part(page, '.stage').innerText(), /nothing is saved/);
  });
});

test('any cell is proved, also one of the way without tiles; an operand leads to its tile', async () => {
  await withPanel(async (page) => {
    const proof = part(page, 'ap-proof');
    const value = async () => Number(await proof.locator('.value').getAttribute('data-value'));
    const cellOf = (of, index) =>
      part(page, `ap-number-grid figure[data-step="${of}"] [data-index="${index}"]`);
    const shown = await cellOf('tiles.0.1.tile_correction', '0,0,0,0').getAttribute('data-value');
    await cellOf('tiles.0.1.tile_correction', '0,0,0,0').click();
    await eventually(value, Number(shown));
    await page.mouse.move(2, 2);
    await proof.locator('.operand').first().click();
    await eventually(() => part(page, '.whose').innerText(), 'Row 1, tile 1');
    assert.equal(await stepNow(page), 0);
    await proof.locator('.back').click();
    await eventually(() => stepNow(page), 1);
    await cellOf('context', '0,0,6,2').last().click();
    await eventually(() => part(page, '.whose').innerText(), 'Without tiles');
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
        const titles = await provenTitles(page, panel);
        const all = Object.values(titles);
        assert.deepEqual(
          all.filter((title, i) => all.indexOf(title) !== i),
          [],
        );
        for (const [path, start] of Object.entries(words[lang])) {
          assert.ok(titles[path].startsWith(start), titles[path]);
        }
        const names = await part(page, '[role=grid]').evaluateAll((grids) =>
          grids.map((grid) => grid.getAttribute('aria-label')),
        );
        assert.ok(names.some((name) => name.startsWith(words[lang]['tiles.0.1.tile_scores'])));
      },
      { lang, width: 360, height: 740 },
    );
  }
});

test('keys alone: the pass, a grid, a cell', async () => {
  await withPanel(async (page) => {
    await field(page, 'step').focus();
    await page.keyboard.press('ArrowRight');
    await ready(page);
    assert.equal(await stepNow(page), 2);
    await part(page, '[data-step="tiles.0.2.tile_exponentials"] [role=grid]').focus();
    for (const key of ['ArrowDown', 'End', 'Enter']) await page.keyboard.press(key);
    await ready(page);
    const kept = () => page.evaluate((name) => document.querySelector(name).store.kept, panel);
    await eventually(kept, { path: 'tiles.0.2.tile_exponentials', index: [0, 0, 1, 0] });
    await part(page, '.back').focus();
    await page.keyboard.press('Enter');
    await ready(page);
    // The chosen cell goes along, to its like in the other tile.
    await eventually(kept, { path: 'tiles.0.1.tile_exponentials', index: [0, 0, 1, 0] });
    // Where there is no such step, the nearest stands for it on the way.
    await part(page, '[data-step="tiles.0.1.running_sum"] [data-index="0,0,1,0"]').click();
    await field(page, 'step').fill('0');
    await eventually(kept, { path: 'tiles.0.0.tile_sum', index: [0, 0, 1, 0] });
    await field(page, 'step').fill('3');
    await eventually(kept, { path: 'tiles.0.tile_output', index: [0, 0, 1, 0] });
    await field(page, 'step').fill('6');
    await eventually(kept, { path: 'tiles.1.2.running_sum', index: [0, 0, 1, 0] });
  });
});

test('it plays once to the end, and can be paused', async () => {
  await withPanel(async (page) => {
    await page.clock.install();
    await setField(page, 'tileQueries', '7');
    const play = part(page, '.play');
    await play.click();
    await page.clock.runFor(2100);
    assert.equal(await stepNow(page), 2);
    await play.click();
    await page.clock.runFor(9000);
    assert.equal(await stepNow(page), 2);
    await play.click();
    await page.clock.runFor(30000);
    assert.equal(await stepNow(page), 3);
    assert.equal(await play.innerText(), 'Play');
  });
});

test('what changed moves for 150 to 400 ms, once; not at all with reduced motion', async () => {
  const running = (page) =>
    page.evaluate((name) => {
      const { shadowRoot } = document.querySelector(name);
      const roots = [
        shadowRoot,
        ...[...shadowRoot.querySelectorAll('ap-number-grid')].map((grid) => grid.shadowRoot),
      ];
      return roots
        .flatMap((root) => root.getAnimations())
        .map((animation) => animation.effect.getComputedTiming())
        .map(({ activeDuration, iterations }) => [activeDuration, iterations]);
    }, panel);
  for (const reducedMotion of ['reduce', 'no-preference']) {
    await withPanel(
      async (page) => {
        await page.evaluate(
          () =>
            (Element.prototype.animate = ((animate) =>
              function (...given) {
                const animation = animate.apply(this, given);
                animation.pause();
                return animation;
              })(Element.prototype.animate)),
        );
        await part(page, '.forward').click();
        await ready(page);
        const found = await running(page);
        if (reducedMotion === 'reduce') return assert.deepEqual(found, []);
        assert.ok(found.length > 1);
        for (const [duration, iterations] of found) {
          assert.ok(duration >= 150 && duration <= 400 && iterations === 1, `${duration}`);
        }
      },
      { reducedMotion },
    );
  }
});

test('what cannot be used is said, in both languages; the last good state stays', async () => {
  for (const lang of ['en', 'zh']) {
    await withPanel(
      async (page) => {
        const before = await options(page);
        const alert = part(page, '[role=alert]');
        for (const [name, text, said] of [
          ['sentence', '   ', /word|词/],
          ['sentence', 'a b c d e f g h i j k l m n o p q', /16/],
          ['tileQueries', '0', /1/],
          ['tileKeys', '8', lang === 'en' ? /from 1 to 7/ : /1 到/],
          ['tileKeys', 'x', /x/],
          ['seed', '-1', /0/],
        ]) {
          await setField(page, name, text);
          assert.match(await alert.innerText(), said);
          assert.equal(await field(page, name).getAttribute('aria-invalid'), 'true');
          assert.equal(await field(page, name).inputValue(), text);
          assert.deepEqual(await options(page), before);
        }
        await assertMoment(page, await traces(page));
        await setField(page, 'seed', '２');
        assert.equal(await alert.innerText(), '');
        assert.equal((await options(page)).seed, 2);
      },
      { lang },
    );
  }
});

test('sixteen words fit, on a phone too', async () => {
  for (const width of [1280, 360]) {
    await withPanel(
      async (page) => {
        await setField(
          page,
          'sentence',
          'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen',
        );
        await setField(page, 'tileKeys', '16');
        await assertMoment(page, await traces(page));
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${wide} px wide`);
      },
      { width, height: 740 },
    );
  }
});

test('the sentence may be set from outside, and one that cannot be used is said', async () => {
  await withPanel(async (page) => {
    const give = async (sentence) => {
      await page.evaluate(
        ([name, given]) => (document.querySelector(name).sentence = given),
        [panel, sentence],
      );
      await ready(page);
    };
    await give('I am good');
    assert.deepEqual((await options(page)).tokens, ['I', 'am', 'good']);
    assert.equal(await field(page, 'sentence').inputValue(), 'I am good');
    await give(' ');
    assert.match(await part(page, '[role=alert]').innerText(), /at least one word/);
    assert.deepEqual((await options(page)).tokens, ['I', 'am', 'good']);
    await assertMoment(page, await traces(page));
  });
});

for (const [lang, colorScheme, width] of [
  ['en', 'light', 1280],
  ['en', 'dark', 360],
  ['zh', 'light', 360],
  ['zh', 'dark', 1280],
]) {
  test(`nothing in anybody's way: ${lang}, ${colorScheme}, ${width} px`, async () => {
    await withPanel(
      async (page) => {
        await page.addScriptTag({ path: axe });
        const look = () =>
          page.evaluate(async (name) => {
            const { violations } = await axe.run(name);
            return violations.map(({ id, nodes }) => `${id}: ${nodes[0].target.flat().join(' ')}`);
          }, panel);
        assert.deepEqual(await look(), []);
        await part(page, 'input[name=causal]').check();
        await field(page, 'step').fill('3');
        await setField(page, 'seed', 'x');
        await part(page, '[data-step="context"] [role=grid]')
          .first()
          .click({ position: { x: 4, y: 4 } });
        await ready(page);
        assert.deepEqual(await look(), []);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${wide} px wide`);
        const lost = await page.locator(panel).innerText();
        assert.doesNotMatch(lost, /\{\w+\}|undefined|NaN/);
      },
      { lang, colorScheme, width, height: width < 600 ? 740 : 800 },
    );
  });
}

test('only its own page loads it; taken out and put in again it has its numbers anew', () =>
  opensAndComesBack(site, { panel, link: 'Tiles', files: /tiles\.[\w-]+\.js/ }, async (page) => {
    await ready(page);
    await assertMoment(page, await traces(page));
  }));
