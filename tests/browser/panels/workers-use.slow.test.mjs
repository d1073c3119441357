// The panel of heads on several workers, used: by keyboard, in both languages, with what it cannot use.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { provenTitles } from '../support/grids.mjs';
import { eventually } from '../support/hands.mjs';
import {
  assertRefused,
  testLooks,
  testNarrow,
  testReturn,
  testSentence,
} from './support/every-panel.mjs';
import { assertDrawn, panel, problem, testWorkers } from './support/workers.mjs';

const { tag, inside, field, settle, options, withPanel } = panel;

testWorkers(1, 2, 4);

test('no two steps have the same title: each worker is named, in both languages', async () => {
  for (const [lang, own] of Object.entries({ en: 'Worker 2 · ', zh: '设备 2 · ' })) {
    await withPanel(
      async (page) => {
        const titles = await provenTitles(page, tag);
        const all = Object.values(titles);
        assert.deepEqual(
          all.filter((title, i) => all.indexOf(title) !== i),
          [],
        );
        for (const [path, title] of Object.entries(titles)) {
          assert.equal(title.startsWith(own), path.startsWith('workers.1.'), `${path}: ${title}`);
        }
        const names = await inside(page, '.card[data-worker="1"] [role=grid]').evaluateAll(
          (grids) => grids.map((grid) => grid.getAttribute('aria-label')),
        );
        assert.ok(names.length > 0 && names.every((name) => name.startsWith(own)), String(names));
      },
      { lang },
    );
  }
});

test('keys alone: workers are counted up, a cell is chosen', async () => {
  await withPanel(async (page) => {
    await field(page, 'workers').focus();
    await page.keyboard.press('ArrowDown');
    await settle(page);
    assert.equal((await options(page)).workers, 1);
    await inside(page, '.sum [role=grid]').focus();
    for (const key of ['Home', 'ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    const kept = () => page.evaluate((tag) => document.querySelector(tag).store.kept, tag);
    await eventually(kept, { path: 'output', index: [0, 1, 1] });
    await page.keyboard.press('Escape');
    await eventually(kept, undefined);
  });
});

test('workers that cannot share the heads are said so, in both languages; all stays', async () => {
  for (const lang of ['en', 'zh']) {
    await withPanel(
      async (page) => {
        const alert = inside(page, '[role=alert]');
        await assertRefused(panel, page, [
          ['workers', '3', /1(, |、)2(, and |和)4/],
          ['workers', '8', lang === 'en' ? /4 heads/ : /4 个头/],
          ['workers', '0', /8/],
          ['workers', 'two', /two/],
          ['seed', '1.5', /1\.5/],
          ['sentence', '', /word|词/],
          ['sentence', 'a b c d e f g h i j k l m n o p q', /16/],
        ]);
        await inside(page, '.fields .choice button').last().click();
        await settle(page);
        assert.equal(await alert.innerText(), '');
        await field(page, 'heads').selectOption('2');
        await settle(page);
        assert.match(await alert.innerText(), /4.*2|2.*4/);
        assert.equal(await field(page, 'heads').inputValue(), '4');
        await assertDrawn(page);
      },
      { lang },
    );
  }
});

testSentence(panel, assertDrawn);

testLooks(panel, 'B', problem);
testNarrow(panel, problem);

testReturn(panel, assertDrawn);
