// The way back: gradients walked like steps, on the numbers of the API, and steps downhill.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { storeWith } from '../../figures/support/draw.mjs';
import { eventually, stage } from '../support/hands.mjs';
import { compareNumbers, drawn } from '../support/numbers.mjs';
import { home, layer, openSite } from '../support/site.mjs';
import { element, state } from './support/state.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const current = (page) => stage(page).getAttribute('data-step');
const turn = (page, name) =>
  page.locator('ap-ribbon .turn').getByRole('button', { name, exact: true });
const pair = { model: 'encoder-decoder', layers: 2, heads: 2, dModel: 8, feedForward: 12 };
const texts = { sentences: ['I am a student'], memory: ['je suis étudiant'] };
const address = (step, more = '') =>
  `#v=1&model=encoder-decoder&layers=2&heads=2&d=8&ff=12&s=I+am+a+student&m=je+suis+%C3%A9tudiant&back=true&step=${step}${more}`;

/** Presses Tab until the focus is on an element that `is` accepts, given its data. */
async function tabTo(page, is) {
  for (let i = 0; i < 150; i++) {
    await page.keyboard.press('Tab');
    const data = await page.evaluate(() => {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      return { ...active?.dataset, class: active?.className, name: active?.textContent.trim() };
    });
    if (is(data)) return data;
  }
  throw new Error('Tab leads nowhere');
}

const valueAt = ({ shape, data }, index) =>
  data[shape.reduce((at, size, axis) => at * size + index[axis], 0)];

for (const [lang, names] of Object.entries({
  en: { back: 'Backward', forward: 'Forward', title: /^Gradient: / },
  zh: { back: '反向', forward: '前向', title: /^梯度：/ },
})) {
  test(`one button turns the walk round, by keyboard, where one is (${lang})`, () =>
    site.withPage(layer[lang], async (page) => {
      assert.equal(await current(page), 'weights');
      await turn(page, names.back).focus();
      await page.keyboard.press('Enter');
      await eventually(() => current(page), 'gradient.weights');
      await drawn(page);
      assert.match(await page.locator('ap-stage h2 .name').innerText(), names.title);
      assert.equal(await turn(page, names.back).getAttribute('aria-pressed'), 'true');
      // The same cell, and the same number as the API gives.
      const store = storeWith({ ...(await page.evaluate(`${element}.state`)) });
      const { index } = await page.evaluate(`${element}.store.kept`);
      const expected = valueAt(store.trace.tensor('gradient.weights'), index);
      store.dispose();
      const proof = page.locator('ap-proof .value').first();
      assert.equal(Math.fround(Number(await proof.innerText())), expected);
      // The walk runs on from here to the words, and begins at the output.
      const steps = await page.evaluate(`${element}.store.stops.flat().map(({ path }) => path)`);
      assert.equal(steps[0], 'gradient.output');
      assert.equal(steps.at(-1), 'gradient.embedding_table');
      await turn(page, names.forward).focus();
      await page.keyboard.press('Enter');
      await eventually(() => current(page), 'weights');
      assert.equal(await page.evaluate(`${element}.store.canUndo`), false);
    }));
}

test('steps all along the way back show value and gradient with the numbers of the trace', () =>
  site.withPage(`/${address('gradient.logits', '&cell=0.1.2')}`, async (page) => {
    const paths = await page.evaluate(
      `${element}.store.stops.flat().filter((_, i) => i % 14 === 0).map(({ path }) => path)`,
    );
    assert.ok(paths.length > 10, `${paths.length}`);
    for (const path of paths) {
      await page.evaluate((step) => {
        document.querySelector('attention-playground').step = step;
      }, path);
      await drawn(page);
      const { wrong, cells } = await compareNumbers(page, 'ap-stage');
      assert.deepEqual(wrong.slice(0, 3), [], path);
      assert.ok(cells > 0, path);
      const [of, shown] = await page.evaluate((step) => {
        const { store } = document.querySelector('attention-playground');
        const figure = document
          .querySelector('attention-playground')
          .shadowRoot.querySelector('ap-stage')
          .shadowRoot.querySelector('ap-figure').figure;
        return [store.step(step).gradient.of, figure.grids.map((grid) => grid.step.path)];
      }, path);
      if (of) assert.ok(shown.includes(of) && shown.includes(path), path);
    }
  }));

// All the way to the loss goes tests/node/state/gradient-path.test.mjs.
test('from a cell of W_Q in the second encoder layer operands lead on towards the loss, by keyboard', () => {
  const first = 'gradient.encoder.1.self_attention.w_q';
  return site.withPage(`/transformer${address(first)}`, async (page) => {
    const store = storeWith({ ...pair, ...texts, gradients: true });
    const numberOf = (path, index) => valueAt(store.trace.tensor(path), index);
    try {
      const grid = page.locator('ap-stage ap-figure .result [role=grid]').first();
      await grid.focus();
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await drawn(page);
      const kept = () => page.evaluate(`${element}.store.kept`);
      assert.equal((await kept()).path, first);
      const passed = [];
      for (let i = 0; i < 4; i++) {
        const { path, index } = await kept();
        passed.push(path);
        const proof = page.locator('ap-proof');
        const value = Number(await proof.locator('.value').first().innerText());
        assert.equal(Math.fround(value), numberOf(path, index), `${path}[${index}]`);
        const operands = await proof.locator('.operand').evaluateAll((all) =>
          all.map(({ dataset }) => ({
            path: dataset.path,
            index: dataset.index === '' ? [] : dataset.index.split(',').map(Number),
            value: Number(dataset.value),
          })),
        );
        for (const operand of operands)
          assert.ok(operand.value === numberOf(operand.path, operand.index), operand.path);
        await page.locator('ap-stage section.stage').focus();
        await tabTo(page, (data) => data.path?.startsWith('gradient.'));
        await page.keyboard.press('Enter');
        await drawn(page);
        assert.notEqual((await kept()).path, path);
      }
      assert.equal(new Set(passed).size, 4, passed.join());
    } finally {
      store.dispose();
    }
  });
});

test('the map shows where a gradient came from: its lines point back from the loss', () =>
  site.withPage(`/transformer${address('gradient.decoder.1.norm_3')}`, async (page) => {
    const back = page.locator('ap-map .line.role-gradient.lit');
    await eventually(async () => (await back.count()) > 0, true);
    const few = await back.count();
    await page.evaluate((step) => {
      document.querySelector('attention-playground').step = step;
    }, 'gradient.encoder.0.self_attention.w_q');
    await eventually(async () => (await back.count()) > few, true);
    assert.equal(await page.locator('ap-map .item[aria-current]').count(), 1);
  }));

describe('a step downhill', () => {
  const step = 'gradient.decoder.0.cross_attention.w_v';
  const weight = 'decoder.0.cross_attention.w_v';
  const take = (page) => page.locator('ap-downhill button.take');
  const said = (page) => page.locator('ap-downhill .change').innerText();
  const lossOf = (page) => page.evaluate(`${element}.trace.loss()`);

  test('changes the chosen weight by −η · gradient, says the loss before and after, and can be undone', () =>
    site.withPage(`/transformer${address(step)}`, async (page) => {
      const store = storeWith({ ...pair, ...texts, gradients: true });
      const expected = store.trace.downhill(weight, 0.5).data;
      const slope = store.trace.tensor(step).data;
      const before = store.trace.tensor(weight).data;
      before.forEach((w, i) =>
        assert.equal(expected[i], Math.fround(w - Math.fround(0.5 * slope[i]))),
      );
      store.dispose();
      const loss = await lossOf(page);
      await page.locator('ap-downhill [name=rate]').fill('0.5');
      await page.locator('ap-downhill [name=rate]').press('Enter');
      await take(page).focus();
      await page.keyboard.press('Enter');
      await drawn(page);
      const stepped = await page.evaluate(
        (path) => [...document.querySelector('attention-playground').trace.tensor(path).data],
        weight,
      );
      assert.deepEqual(stepped, [...expected]);
      const after = await lossOf(page);
      assert.ok(after < loss, `${loss} → ${after}`);
      const text = await said(page);
      for (const number of [loss, after])
        assert.ok(text.includes(String(Number(number.toPrecision(4)))), text);
      // The parameters are those of the address, too.
      const hash = await page.evaluate(() => location.hash);
      const other = await site.open(`/transformer${hash}`);
      assert.equal(await lossOf(other), after);
      await other.context().close();
      await page.keyboard.press('Control+z');
      await eventually(() => lossOf(page), loss);
      assert.equal(await state(page, 'downhill.length'), 0);
      await page.keyboard.press('Control+Shift+Z');
      await eventually(() => lossOf(page), after);
    }));

  test('of all weights lowers the loss step after step, each one a change by itself', () =>
    site.withPage(`/transformer${address('gradient.logits')}`, async (page) => {
      const losses = [await lossOf(page)];
      for (let i = 0; i < 4; i++) {
        await take(page).click();
        await drawn(page);
        losses.push(await lossOf(page));
        assert.ok(losses.at(-1) < losses.at(-2), losses.join());
      }
      for (let i = 3; i >= 0; i--) {
        await page.keyboard.press('Control+z');
        await eventually(() => lossOf(page), losses[i]);
      }
    }));

  test('has the edits in it, and what is edited stays a constant', () =>
    site.withPage(`/transformer${address(step)}`, async (page) => {
      const edit = (path, index, value) =>
        page.evaluate(
          ([path, index, value]) =>
            document.querySelector('attention-playground').store.edit(path, index, value),
          [path, index, value],
        );
      await edit('encoder.1.norm_2', [0, 0, 3], 2);
      await edit(weight, [0, 0], 1);
      const expected = await page.evaluate(
        (path) => [
          ...document.querySelector('attention-playground').trace.downhill(path, 0.1).data,
        ],
        weight,
      );
      await take(page).click();
      await drawn(page);
      const stepped = await page.evaluate(
        (path) => [...document.querySelector('attention-playground').trace.tensor(path).data],
        weight,
      );
      assert.deepEqual(stepped, expected);
      assert.deepEqual(
        (await state(page, 'edits')).map(({ path }) => path),
        ['encoder.1.norm_2'],
      );
    }));

  test('is dropped with the settings that it was for, and a rate that is no number is refused', () =>
    site.withPage(`/transformer${address(step)}`, async (page) => {
      await take(page).click();
      await page.locator('ap-downhill [name=rate]').fill('fast');
      await page.locator('ap-downhill [name=rate]').press('Enter');
      assert.equal(await page.locator('ap-downhill #refused').count(), 1);
      await take(page).click();
      assert.equal(await state(page, 'downhill.length'), 1);
      await page.evaluate(`${element}.store.update({ heads: 4 })`);
      assert.equal(await state(page, 'downhill.length'), 0);
      await page.getByText(/Steps downhill were for other settings/).waitFor();
    }));
});

test('an edit of the way forward changes the gradients, and nothing passes through it', () =>
  site.withPage('/play#v=1&back=true&step=gradient.weights', async (page) => {
    const gradient = (path) =>
      page.evaluate(
        (path) => [...document.querySelector('attention-playground').trace.tensor(path).data],
        path,
      );
    const before = await gradient('gradient.scores');
    await page.evaluate(`${element}.store.edit('weights', [0, 0, 2, 1], 0.9)`);
    await drawn(page);
    const after = await gradient('gradient.scores');
    assert.notDeepEqual(after, before);
    const { wrong } = await compareNumbers(page);
    assert.deepEqual(wrong.slice(0, 3), []);
    await page.locator('ap-stage section.stage').focus();
    await page.keyboard.press('Control+z');
    await drawn(page);
    assert.deepEqual(await gradient('gradient.scores'), before);
  }));

for (const lang of ['en', 'zh']) {
  test(`on a phone the gradient is seen, and nothing scrolls sideways (${lang})`, () =>
    site.withPage(
      `${home[lang]}#v=1&back=true&step=gradient.weights&cell=0.0.2.1`,
      async (page) => {
        await drawn(page);
        // A figure follows the width of a page a frame or more later.
        await eventually(() => page.evaluate('document.documentElement.scrollWidth'), 360);
        const grid = page.locator('ap-stage ap-figure .result [role=grid]').first();
        const { y } = await grid.boundingBox();
        assert.ok(y < 400, `the result begins at ${y}`);
        await turn(page, lang === 'en' ? 'Forward' : '前向').tap();
        await eventually(() => current(page), 'weights');
      },
      { width: 360, height: 740 },
    ));
}
