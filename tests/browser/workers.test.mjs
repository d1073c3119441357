// The panel of heads on several workers: who holds what, each worker's numbers and their sum are the engine's.

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
const path = { en: '/explore/workers', zh: '/zh/explore/workers' };
const panel = 'head-workers';

let site;
let ap;
before(async () => {
  site = await openSite();
  ap = await load();
});
after(() => site.close());

const withPanel = (body, options = {}) => site.withPage(path[options.lang ?? 'en'], body, options);
const part = (page, inside) => page.locator(`${panel} ${inside}`);
const field = (page, name) => part(page, `[name=${name}]`);
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
  const { tokens, numHeads, workers, seed } = await options(page);
  const layer = { tokens: [tokens], dModel: 16, numHeads, seed };
  return { main: ap.traceAttention({ ...layer, workers }), other: ap.traceAttention(layer) };
}

async function assertDrawn(page) {
  const made = await traces(page);
  const grids = await drawnGrids(page, panel);
  assertEngines(grids, made);
  grids.forEach(assertWhole);
  return { grids, made };
}

const bands = (page, matrix) =>
  part(page, `[data-matrix=${matrix}] .band`).evaluateAll((all) =>
    all.map(({ dataset }) => [dataset.first, dataset.count].map(Number)),
  );

test('one, two and four workers: every number and every band is the engine’s', async () => {
  await withPanel(async (page) => {
    for (const [at, workers] of [1, 2, 4].entries()) {
      await part(page, '.fields .choice button').nth(at).click();
      await ready(page);
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
      const held = await part(page, '[data-held]').evaluateAll((all) =>
        all.map(({ dataset }) => Number(dataset.held)),
      );
      assert.deepEqual(held, Array(workers).fill(1024 / workers));
      const found = made.other.compare(made.main).find(({ path }) => path === 'output');
      const said = await part(page, '.total [data-difference]').evaluate(({ dataset }) => dataset);
      assert.equal(Number(said.difference), found.maxDifference);
      assert.equal(Number(said.tolerance), found.tolerance);
      assert.ok(found.maxDifference <= found.tolerance);
      const send = await part(page, '.send p').innerText();
      assert.match(
        send,
        workers === 1 ? /nothing/ : /\[batch 1, query 7, d_model 16\], 112 numbers/,
      );
    }
  });
});

test('scores, another sentence, seed and number of heads', async () => {
  await withPanel(async (page) => {
    await part(page, '.stage .choice button').first().click();
    await ready(page);
    let { grids } = await assertDrawn(page);
    assert.ok(grids.some((grid) => grid.path === 'workers.1.scaled_scores'));
    await setField(page, 'sentence', '我 爱 编程 Python');
    await setField(page, 'seed', '12');
    await field(page, 'heads').selectOption('8');
    await ready(page);
    await setField(page, 'workers', '8');
    ({ grids } = await assertDrawn(page));
    assert.deepEqual(await options(page), {
      tokens: ['我', '爱', '编程', 'Python'],
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
    await part(page, '.sum [data-index="0,2,5"]').click();
    await ready(page);
    const proof = part(page, 'ap-proof');
    const operands = await proof.locator('.line .operand, .equation .operand').allInnerTexts();
    assert.ok(operands.length >= 2);
    const framed = await page.evaluate(
      (name) =>
        [
          ...document.querySelector(name).shadowRoot.querySelectorAll('.partial ap-number-grid'),
        ].map((grid) => grid.shadowRoot.querySelectorAll('.operand').length),
      panel,
    );
    assert.deepEqual(framed, [1, 1]);
    const value = async () => Number(await proof.locator('.value').getAttribute('data-value'));
    assert.equal(await value(), made.main.tensor('output').data[2 * 16 + 5]);
    await part(page, '.card[data-worker="1"] .heads [data-index="0,1,3,4"]').click();
    await eventually(() => part(page, '.whose').innerText(), 'Worker 2');
    assert.match(await proof.locator('.where').innerText(), /Head 4/);
    await part(page, '.alone [data-index="0,0,1"]').click();
    await eventually(() => part(page, '.whose').innerText(), 'One worker alone');
    await eventually(value, made.other.tensor('output').data[1]);
  });
});

test('no two steps have the same title: each worker is named, in both languages', async () => {
  for (const [lang, own] of Object.entries({ en: 'Worker 2 · ', zh: '工作进程 2 · ' })) {
    await withPanel(
      async (page) => {
        const titles = await provenTitles(page, panel);
        const all = Object.values(titles);
        assert.deepEqual(
          all.filter((title, i) => all.indexOf(title) !== i),
          [],
        );
        for (const [path, title] of Object.entries(titles)) {
          assert.equal(title.startsWith(own), path.startsWith('workers.1.'), `${path}: ${title}`);
        }
        const names = await part(page, '.card[data-worker="1"] [role=grid]').evaluateAll((grids) =>
          grids.map((grid) => grid.getAttribute('aria-label')),
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
    await ready(page);
    assert.equal((await options(page)).workers, 1);
    await part(page, '.sum [role=grid]').focus();
    for (const key of ['Home', 'ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    const kept = () => page.evaluate((name) => document.querySelector(name).store.kept, panel);
    await eventually(kept, { path: 'output', index: [0, 1, 1] });
    await page.keyboard.press('Escape');
    await eventually(kept, undefined);
  });
});

test('workers that cannot share the heads are said so, in both languages; all stays', async () => {
  for (const lang of ['en', 'zh']) {
    await withPanel(
      async (page) => {
        const before = await options(page);
        const alert = part(page, '[role=alert]');
        for (const [name, text, said] of [
          ['workers', '3', /1(, |、)2(, and |和)4/],
          ['workers', '8', lang === 'en' ? /4 heads/ : /4 个头/],
          ['workers', '0', /8/],
          ['workers', 'two', /two/],
          ['seed', '1.5', /1\.5/],
          ['sentence', '', /word|词/],
          ['sentence', 'a b c d e f g h i j k l m n o p q', /16/],
        ]) {
          await setField(page, name, text);
          assert.match(await alert.innerText(), said);
          assert.equal(await field(page, name).getAttribute('aria-invalid'), 'true');
          assert.deepEqual(await options(page), before);
        }
        await part(page, '.fields .choice button').last().click();
        await ready(page);
        assert.equal(await alert.innerText(), '');
        await field(page, 'heads').selectOption('2');
        await ready(page);
        assert.match(await alert.innerText(), /4.*2|2.*4/);
        assert.equal(await field(page, 'heads').inputValue(), '4');
        await assertDrawn(page);
      },
      { lang },
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
    await assertDrawn(page);
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
        await part(page, '.fields .choice button').last().click();
        await part(page, '.stage .choice button').first().click();
        await setField(page, 'workers', '3');
        await part(page, '.sum [role=grid]').click({ position: { x: 4, y: 4 } });
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
  opensAndComesBack(
    site,
    { panel, link: 'Workers', files: /workers\.[\w-]+\.js/ },
    async (page) => {
      await ready(page);
      await assertDrawn(page);
    },
  ));
