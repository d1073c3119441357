// More of typing.test.mjs. A person types: sentences, second sentences, Chinese through an input method, tokens by hand, examples.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  chooseControl,
  eventually,
  field,
  notice,
  openField,
  problem,
  ribbon,
  stage,
  tensor,
  tokens,
  typeInto,
} from '../support/hands.mjs';
import { drawn, goTo } from '../support/numbers.mjs';
import { layer, openSite } from '../support/site.mjs';
import { agreesWithEngine } from './support/typing.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const withPage = (...args) => site.withPage(...args);

test('changing one word leaves the vectors of the others alone', async () => {
  await withPage(layer.en, async (page) => {
    const before = await tensor(page, 'embedding');
    await typeInto(page, 'The cat slept on the mat.');
    await eventually(() => tokens(page), ['The', 'cat', 'slept', 'on', 'the', 'mat', '.']);
    const after = await tensor(page, 'embedding');
    assert.deepEqual(after.shape, before.shape);
    const row = ({ data }, i) => data.slice(i * 64, (i + 1) * 64);
    for (let i = 0; i < 7; i += 1) {
      if (i === 2) assert.notDeepEqual(row(after, i), row(before, i));
      else assert.deepEqual(row(after, i), row(before, i), `row ${i}`);
    }
  });
});

test('a Chinese sentence is cut by word, and by character when asked', async () => {
  await withPage(layer.zh, async (page) => {
    await typeInto(page, '我们喜欢学习自然语言处理。');
    await eventually(async () => (await tokens(page)).join(''), '我们喜欢学习自然语言处理。');
    const words = await tokens(page);
    assert.ok(words.includes('我们') && words.includes('喜欢'), words.join(' '));
    await page.getByLabel('如何切分词元').selectOption({ label: '按字符切分' });
    await eventually(() => tokens(page), [...'我们喜欢学习自然语言处理。']);
    await agreesWithEngine(page);
    assert.equal((await ribbon(page)).scores, '1,4,13,13');
  });
});

test('a second sentence makes cross-attention, with keys and values of its own', async () => {
  await withPage(layer.en, async (page) => {
    await chooseControl(page, 'kind', 'cross');
    await typeInto(page, 'Guten Morgen', 'memory-0');
    await eventually(() => tokens(page, 1), ['Guten', 'Morgen']);
    await agreesWithEngine(page);
    const shapes = await ribbon(page);
    assert.equal(shapes.scores, '1,4,7,2');
    assert.equal(shapes.context, '1,4,7,16');
    await goTo(page, 'scores');
    await agreesWithEngine(page);
  });
});

test('each example loads with a step to look at and a cell already chosen', async () => {
  await withPage(layer.en, async (page) => {
    const choice = page.getByLabel('Choose an example');
    const names = await choice.locator('option').evaluateAll((all) => all.map((one) => one.value));
    assert.ok(names.filter(Boolean).length >= 10);
    for (const name of names.filter(Boolean)) {
      await choice.selectOption(name);
      await drawn(page);
      await agreesWithEngine(page);
      assert.equal(await problem(page), '', name);
      assert.match(
        await stage(page).getAttribute('data-step'),
        /(scores|weights|probabilities|q_transposed|output|^x)$/,
        name,
      );
      assert.notEqual(await notice(page), '', `${name} does not say what to look at`);
      const proof = page.locator('ap-proof [data-value]').first();
      assert.ok(!Number.isNaN(Number(await proof.getAttribute('data-value'))), name);
    }
  });
});

test('sixteen sentences are the limit, and scroll within the bar', async () => {
  await withPage(layer.en, async (page) => {
    await page.evaluate(() => {
      const { store } = document.querySelector('attention-playground');
      store.update({ sentences: Array.from({ length: 15 }, (_, i) => `Sentence number ${i}`) });
    });
    await drawn(page);
    await openField(page);
    const add = page.getByRole('button', { name: 'Add sentence' });
    await add.click();
    await eventually(async () => (await tensor(page, 'scores')).shape[0], 16);
    assert.equal(await add.count(), 0);
    assert.ok(await page.getByText('16 sentences are the limit.').isVisible());
    const input = await page.locator('ap-input').boundingBox();
    assert.ok(input.height < 420, `${input.height} px`);
    await eventually(
      () => field(page, 'sentences-15').evaluate((one) => one.getRootNode().activeElement === one),
      true,
    );
    await agreesWithEngine(page);
  });
});
