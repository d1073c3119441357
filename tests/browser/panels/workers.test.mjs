// The panel of heads on several workers: who holds what, each worker's numbers and their sum are the engine's.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { provenTitles } from '../support/grids.mjs';
import { eventually } from '../support/hands.mjs';
import {
  assertRefused,
  testLooks,
  testOpening,
  testReturn,
  testSentence,
} from './support/every-panel.mjs';
import { assertDrawn, panel } from './support/workers.mjs';

const { tag, inside, field, setField, settle, options, withPanel } = panel;

const bands = (page, matrix) =>
  inside(page, `[data-matrix=${matrix}] .band`).evaluateAll((all) =>
    all.map(({ dataset }) => [dataset.first, dataset.count].map(Number)),
  );

test('one, two and four workers: every number and every band is the engine’s', async () => {
  await withPanel(async (page) => {
    for (const [at, workers] of [1, 2, 4].entries()) {
      await inside(page, '.fields .choice button').nth(at).click();
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
  });
});

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

testLooks(panel, async (page) => {
  await inside(page, '.fields .choice button').last().click();
  await inside(page, '.stage .choice button').first().click();
  await setField(page, 'workers', '3');
  await inside(page, '.sum [role=grid]').click({ position: { x: 4, y: 4 } });
  await settle(page);
});

testOpening(panel, { link: 'Workers', chunk: 'workers' }, async (page) => {
  await settle(page);
  await assertDrawn(page);
});

testReturn(panel, assertDrawn);
