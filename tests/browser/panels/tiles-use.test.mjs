// The panel of attention in tiles, used: by keyboard, played, on a phone, with what it cannot use.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { widthOf } from '../support/looks.mjs';
import {
  assertRefused,
  testLooks,
  testOpening,
  testReturn,
  testSentence,
} from './support/every-panel.mjs';
import { assertNow, panel, stepNow } from './support/tiles.mjs';

const { tag, inside, field, setField, settle, options, withPanel } = panel;

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
  await withPanel(async (page) => {
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
  });
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
      { reducedMotion },
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

testLooks(panel, async (page) => {
  await inside(page, 'input[name=causal]').check();
  await field(page, 'step').fill('3');
  await setField(page, 'seed', 'x');
  await inside(page, '[data-step="context"] [role=grid]')
    .first()
    .click({ position: { x: 4, y: 4 } });
  await settle(page);
});

testOpening(panel, { link: 'Tiles', chunk: 'tiles' }, async (page) => {
  await settle(page);
  await assertNow(page);
});

testReturn(panel, assertNow);
