// The panel of attention in tiles, used: by keyboard, played, on a phone, with what it cannot use.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { widthOf } from '../support/looks.mjs';
import {
  assertRefused,
  testLooks,
  testNarrow,
  testReturn,
  testSentence,
} from './support/every-panel.mjs';
import { provenTitles } from '../support/grids.mjs';
import {
  assertMoment,
  assertNow,
  panel,
  problem,
  stepNow,
  tiles,
  traces,
} from './support/tiles.mjs';

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

test('keys alone: the pass, a grid, a cell', async () => {
  await withPanel(async (page) => {
    await field(page, 'step').focus();
    await page.keyboard.press('ArrowRight');
    await settle(page);
    assert.equal(await stepNow(page), 2);
    await inside(page, '[data-step="tiles.0.2.tile_exponentials"] [role=grid]').focus();
    for (const key of ['ArrowDown', 'End', 'Enter']) await page.keyboard.press(key);
    await settle(page);
    const kept = () => page.evaluate((tag) => document.querySelector(tag).store.kept, tag);
    await eventually(kept, { path: 'tiles.0.2.tile_exponentials', index: [0, 0, 1, 0] });
    await inside(page, '.back').focus();
    await page.keyboard.press('Enter');
    await settle(page);
    // The chosen cell goes along, to its like in the other tile.
    await eventually(kept, { path: 'tiles.0.1.tile_exponentials', index: [0, 0, 1, 0] });
    // Where there is no such step, the nearest stands for it on the way.
    await inside(page, '[data-step="tiles.0.1.running_sum"] [data-index="0,0,1,0"]').click();
    await field(page, 'step').fill('0');
    await eventually(kept, { path: 'tiles.0.0.tile_sum', index: [0, 0, 1, 0] });
    await field(page, 'step').fill('3');
    await eventually(kept, { path: 'tiles.0.tile_output', index: [0, 0, 1, 0] });
    await field(page, 'step').fill('6');
    await eventually(kept, { path: 'tiles.1.2.running_sum', index: [0, 0, 1, 0] });
  });
});

test('it plays once to the end, and can be paused', async () => {
  await withPanel(
    async (page) => {
      await page.clock.install();
      await setField(page, 'tileQueries', '7');
      const play = inside(page, '.play');
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
    },
    { fresh: true },
  );
});

test('what changed moves for 150 to 400 ms, once; not at all with reduced motion', async () => {
  /** The tile that is animated, and the slices whose old numbers fade into the new ones. */
  const running = (page) =>
    page.evaluate((tag) => {
      const { shadowRoot } = document.querySelector(tag);
      const moved = shadowRoot.getAnimations().map(({ effect }) => {
        const { activeDuration, iterations } = effect.getComputedTiming();
        return [activeDuration, iterations];
      });
      return [...moved, ...globalThis.faded.map((duration) => [duration, 1])];
    }, tag);
  for (const reducedMotion of ['reduce', 'no-preference']) {
    await withPanel(
      async (page) => {
        await page.evaluate((tag) => {
          Element.prototype.animate = ((animate) =>
            function (...given) {
              const animation = animate.apply(this, given);
              animation.pause();
              return animation;
            })(Element.prototype.animate);
          globalThis.faded = [];
          const slices = document.querySelector(tag).shadowRoot.querySelectorAll('ap-slice');
          for (const slice of slices) {
            const draw = slice.draw.bind(slice);
            slice.draw = (store, options) => {
              const figure = draw(store, options);
              if (options.moment === 0 && figure.duration > 0) faded.push(figure.duration);
              return figure;
            };
          }
        }, tag);
        await inside(page, '.forward').click();
        await settle(page);
        const found = await running(page);
        if (reducedMotion === 'reduce') return assert.deepEqual(found, []);
        assert.ok(found.length > 1);
        for (const [duration, iterations] of found) {
          assert.ok(duration >= 150 && duration <= 400 && iterations === 1, `${duration}`);
        }
      },
      { reducedMotion, fresh: true },
    );
  }
});

test('what cannot be used is said, in both languages; the last good state stays', async () => {
  for (const lang of ['en', 'zh']) {
    await withPanel(
      async (page) => {
        await assertRefused(panel, page, [
          ['sentence', '   ', /word|词/],
          ['sentence', 'a b c d e f g h i j k l m n o p q', /16/],
          ['tileQueries', '0', /1/],
          ['tileKeys', '8', lang === 'en' ? /from 1 to 7/ : /1 到/],
          ['tileKeys', 'x', /x/],
          ['seed', '-1', /0/],
        ]);
        await assertNow(page);
        await setField(page, 'seed', '２');
        assert.equal(await inside(page, '[role=alert]').innerText(), '');
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
        await assertNow(page);
        assert.ok((await widthOf(page)) <= width);
      },
      { width, height: 740 },
    );
  }
});

testSentence(panel, assertNow);

testLooks(panel, 'A', problem);
testNarrow(panel, problem);

testReturn(panel, assertNow);
