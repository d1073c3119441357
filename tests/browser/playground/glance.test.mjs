// One look at each thing that slow tests look at in depth: the trained model, the dark, a phone, Chinese, the map, the way
// back, faults, programs, memory and the views of weights.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  cell,
  checkControl,
  control,
  eventually,
  fillText,
  openSettings,
  problem,
  stage,
  stateOf,
  tensor,
} from '../support/hands.mjs';
import { assertNoWider, violations } from '../support/looks.mjs';
import { compareNumbers, drawn, goTo } from '../support/numbers.mjs';
import { home, layer, openSite, pair } from '../support/site.mjs';
import { element } from './support/state.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

/** All that is drawn is the engine's. */
async function holds(page) {
  await drawn(page);
  const { cells, wrong } = await compareNumbers(page);
  assert.deepEqual(wrong, []);
  assert.ok(cells > 0);
}

/** Every text is there, those that are read out too, and in none is anything left that stands for something. */
async function isWorded(page) {
  const texts = await page.evaluate(() => {
    const found = [];
    const visit = (root) => {
      for (const one of root.querySelectorAll(':not(style, script)')) {
        for (const name of ['aria-label', 'title', 'placeholder'])
          found.push(one.getAttribute(name));
        for (const { nodeType, data } of one.childNodes) if (nodeType === 3) found.push(data);
        if (one.shadowRoot) visit(one.shadowRoot);
      }
    };
    visit(document.querySelector('attention-playground').shadowRoot);
    return found.filter((text) => text?.trim());
  });
  assert.ok(texts.length > 100, `${texts.length} texts`);
  const wrong = texts.filter((text) => /undefined|NaN|\bnull\b|\[object|\{\w+\}/.test(text));
  assert.deepEqual(wrong, []);
}

/** The address of a state on the first page of a language, which is loaded once. */
const at = (address, lang = 'en') => home[lang] + address.slice(address.indexOf('#'));

test('the first page, in Chinese and in the dark: a trained head that can be cut out, and nothing in anybody’s way', () =>
  site.withPage(
    home.zh,
    async (page) => {
      const answer = () => page.locator('ap-learned .answer b').innerText();
      assert.equal((await stateOf(page)).parameters, 'referent-emergent');
      assert.equal(await answer(), '山羊');
      await holds(page);
      await isWorded(page);
      const { background, scheme } = await page.evaluate(() => {
        const element = document.querySelector('attention-playground');
        const { backgroundColor } = getComputedStyle(element);
        return { background: backgroundColor, scheme: element.store.scheme };
      });
      assert.equal(scheme, 'dark');
      assert.ok(Math.max(...background.match(/\d+/g).slice(0, 3).map(Number)) < 60, background);
      assert.deepEqual(await violations(page, 'attention-playground'), []);
      await page.locator('ap-learned').getByRole('button', { name: '去掉这个头' }).click();
      await eventually(async () => (await answer()) !== '山羊', true);
      await page.locator('.intro button').first().click();
      await drawn(page);
      assert.equal(await stage(page).getAttribute('data-step'), 'source.ids');
    },
    { colorScheme: 'dark' },
  ));

test('the first page says what attention does, and is clean by axe', () =>
  site.withPage(home.en, async (page) => {
    assert.match(await page.locator('.intro').innerText(), /Each word asks every word/);
    assert.deepEqual(await violations(page, 'attention-playground'), []);
  }));

test('a phone: a cell is tapped, its proof is a sheet, settings are behind a button, and nothing is too wide', () =>
  site.withPage(
    at(layer.en),
    async (page) => {
      await goTo(page, 'scores');
      const index = [0, 0, 3, 1];
      await cell(page, 'scores', index).tap();
      await page.locator('button[aria-controls="sheet"]').tap();
      const value = page.locator('ap-proof .value');
      await value.waitFor({ timeout: 3000 });
      assert.equal(
        await value.getAttribute('data-value'),
        await cell(page, 'scores', index).getAttribute('data-value'),
      );
      const { y, height } = await value.boundingBox();
      assert.ok(y > 0 && y + height <= 740, 'the sheet is in sight');
      await assertNoWider(page, 360);
      await page.locator('button[aria-controls="sheet"]').tap();
      assert.equal(await control(page, 'mask-causal').isVisible(), false);
      await page.getByRole('button', { name: 'Settings' }).tap();
      await checkControl(page, 'mask-causal');
      await assertNoWider(page, 360, 'with the settings open');
      await page.keyboard.press('Escape');
      for (const step of ['masked_scores', 'weights']) {
        await goTo(page, step);
        await assertNoWider(page, 360, step);
        await holds(page);
      }
    },
    { width: 360, height: 740, touch: true },
  ));

test('a Transformer: the map goes to steps by click and by keys, the ribbon has a block, the proof stands beside', () =>
  site.withPage(at(pair.en), async (page) => {
    const here = page.locator('ap-map .item[aria-current]');
    await here.waitFor();
    assert.equal(await page.locator('ap-ribbon .where').innerText(), 'Decoder 1 · Cross-attention');
    await holds(page);
    await here.click();
    await drawn(page);
    await page.locator('ap-map [data-step="decoder.0.cross_attention.context"]').click();
    await drawn(page);
    assert.equal(await stage(page).getAttribute('data-step'), 'decoder.0.cross_attention.context');
    await holds(page);
    const [map, figure, proof] = await Promise.all(
      ['ap-map', 'ap-stage', 'ap-proof'].map((one) => page.locator(one).boundingBox()),
    );
    assert.ok(map.x + map.width <= figure.x && figure.x + figure.width <= proof.x);
    await here.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await drawn(page);
    assert.match(await stage(page).getAttribute('data-step'), /embedding/);
    await goTo(page, 'prediction');
    await holds(page);
    assert.match((await page.locator('ap-proof .value').innerText()).trim(), /^\S+ \(\d+\)$/);
    await isWorded(page);
  }));

test('the way back: gradients with the numbers of the trace, an edit changes them, a step downhill lowers the loss', () =>
  site.withPage(at(layer.en), async (page) => {
    await page.locator('ap-ribbon .turn').getByRole('button', { name: 'Backward' }).click();
    await eventually(() => stage(page).getAttribute('data-step'), 'gradient.weights');
    await drawn(page);
    assert.match(await page.locator('ap-stage h2 .name').innerText(), /^Gradient: /);
    await holds(page);
    await isWorded(page);
    const { data: before } = await tensor(page, 'gradient.scores');
    await page.evaluate(`${element}.store.edit('weights', [0, 0, 2, 1], 0.9)`);
    await holds(page);
    assert.notDeepEqual((await tensor(page, 'gradient.scores')).data, before);
    await page.locator('ap-stage section.stage').focus();
    await page.keyboard.press('Control+z');
    await drawn(page);
    assert.deepEqual((await tensor(page, 'gradient.scores')).data, before);
    await goTo(page, 'gradient.w_q');
    await holds(page);
    const loss = () => page.evaluate(`${element}.trace.loss()`);
    const high = await loss();
    await page.locator('ap-downhill button.take').click();
    await drawn(page);
    const low = await loss();
    assert.ok(low < high, `${high} → ${low}`);
    const said = await page.locator('ap-downhill .change').innerText();
    for (const number of [high, low])
      assert.ok(said.includes(String(Number(number.toPrecision(4)))), said);
  }));

test('a fault made on purpose: right beside wrong, in Chinese', () =>
  site.withPage(at(layer.zh, 'zh'), async (page) => {
    await openSettings(page);
    await control(page, 'fault').selectOption('softmax_axis');
    const fault = page.locator('ap-fault section');
    await fault.waitFor();
    assert.match((await fault.innerText()).replace(/\s+/g, ' '), /错误：softmax 的轴选错了/);
    await fault.getByRole('button', { name: '注意力权重' }).click();
    await drawn(page);
    const shown = async () => (await tensor(page, 'weights')).data;
    const wrong = await shown();
    await fault.getByRole('button', { name: '显示正确的值' }).click();
    await drawn(page);
    const right = await shown();
    assert.notDeepEqual(right, wrong);
    for (let row = 0; row < 3; row += 1) {
      const count = Math.sqrt(right.length / 4);
      const sum = right.slice(row * count, (row + 1) * count).reduce((a, b) => a + b);
      assert.ok(Math.abs(sum - 1) < 1e-5, `row ${row}: ${sum}`);
    }
    await isWorded(page);
  }));

test('the program has the line of the step; memory, the views of weights and the cards of the walk have their numbers', () =>
  site.withPage(at(layer.en), async (page) => {
    await goTo(page, 'scaled_scores');
    await page.getByRole('tab', { name: 'PyTorch' }).click();
    await page.locator('ap-program .lit').first().waitFor();
    assert.deepEqual(await page.locator('ap-program .lit').allTextContents(), [
      'd_k = 16',
      'scaled_scores = scores / math.sqrt(d_k)  # (1, 4, 7, 7)',
    ]);
    await page.getByRole('tab', { name: 'Formula' }).click();
    await page.getByRole('button', { name: 'Tools' }).click();
    await page.getByRole('button', { name: 'In words' }).click();
    const words = page.locator('ap-figure-tools').getByRole('region', { name: 'In words' });
    assert.match(await words.innerText(), /cat: The -?\d/);
    await goTo(page, 'q_view');
    await page.locator('ap-memory .slot').first().waitFor();
    await holds(page);
    await goTo(page, 'weights');
    for (const tab of await page.locator('ap-stage .switch [role=tab]').all()) {
      await tab.click();
      await holds(page);
    }
    await page.locator('ap-walk').scrollIntoViewIfNeeded();
    await page.locator('ap-walk .card').first().waitFor();
    await holds(page);
    await isWorded(page);
  }));
