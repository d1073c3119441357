// A fault made on purpose: chosen in the settings, said where right and wrong part, and undone.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { control, eventually, notice, openSettings, problem, stage } from '../support/hands.mjs';
import { drawn } from '../support/numbers.mjs';
import { layer, openSite } from '../support/site.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const words = {
  [layer.en]: {
    line: /Fault: softmax over the wrong axis/,
    step: 'Attention weights',
    right: 'Show right values',
    wrong: 'Show wrong values',
  },
  [layer.zh]: {
    line: /错误：softmax 的轴选错了/,
    step: '注意力权重',
    right: '显示正确的值',
    wrong: '显示错误的值',
  },
};

for (const [path, { line, step, right, wrong }] of Object.entries(words)) {
  test(`right beside wrong (${path})`, () =>
    site.withPage(path, async (page) => {
      const fault = page.locator('ap-fault');
      assert.equal(await fault.count(), 0);
      await openSettings(page);
      const choice = control(page, 'fault');
      const offered = () =>
        choice.locator('option').evaluateAll((all) => all.map((one) => one.value));
      assert.ok(!(await offered()).includes('mask_after_softmax'), 'there is no mask');
      await control(page, 'mask-causal').check();
      await drawn(page);
      assert.ok((await offered()).includes('mask_after_softmax'));
      await choice.selectOption('softmax_axis');
      await fault.locator('section').waitFor();
      assert.match((await fault.locator('section').innerText()).replace(/\s+/g, ' '), line);
      await page.evaluate(() => (document.querySelector('attention-playground').step = 'scores'));
      await fault.getByRole('button', { name: step }).click();
      await drawn(page);
      assert.equal(await stage(page).getAttribute('data-step'), 'weights');
      const shown = () =>
        page.evaluate(() => {
          const { store, trace } = document.querySelector('attention-playground');
          return [...trace.tensor('weights').data].slice(14, 21).join() + store.fault.showsRight;
        });
      const before = await shown();
      await fault.getByRole('button', { name: right }).click();
      await drawn(page);
      assert.notEqual(await shown(), before);
      await fault.getByRole('button', { name: wrong }).click();
      assert.equal(await shown(), before);
      await eventually(() => page.evaluate(() => /fault=softmax_axis/.test(location.hash)), true);
      // Without a mask the same fault can be made, another cannot.
      await openSettings(page);
      await choice.selectOption('mask_after_softmax');
      await control(page, 'mask-causal').uncheck();
      await drawn(page);
      assert.equal(await fault.count(), 0);
      assert.notEqual(await notice(page), '');
      assert.equal(await problem(page), '');
      await page.keyboard.press('ControlOrMeta+z');
      await fault.locator('section').waitFor();
    }));
}

test('a fault is an attribute, and an example opens with one', () =>
  site.withPage(layer.en, async (page) => {
    await page.evaluate(() => {
      document.querySelector('attention-playground').setAttribute('fault', 'no_scale');
    });
    await page.locator('ap-fault section').waitFor();
    await page.getByLabel('Choose an example').selectOption('hidden');
    await drawn(page);
    assert.match(await page.locator('ap-fault section').innerText(), /right 0, wrong 0\.25/);
    assert.match(await notice(page), /1\/4/);
    await page.getByLabel('Choose an example').selectOption('cat');
    await drawn(page);
    assert.equal(await page.locator('ap-fault').count(), 0);
  }));
