// What is to be seen of a changed wording, a colour, a call, a fault.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, openSettings } from '../../browser/support/hands.mjs';
import { drawn, goTo } from '../../browser/support/numbers.mjs';

export function testWording(built) {
  for (const [lang, words] of Object.entries({ en: 'Another seed', zh: '换一个种子' })) {
    test(`the settings have the new wording (${lang})`, async () => {
      const page = await built.openElement(lang, 'parameters="random"');
      await openSettings(page);
      await page.locator('ap-controls').getByRole('button', { name: words }).waitFor();
      assert.deepEqual(page.problems, []);
    });
  }
}

export function testColour(built) {
  test('the colour is that of light and of dark pages', async () => {
    const page = await built.openElement('en', 'parameters="random" step="scores"');
    await goTo(page, 'scores');
    await page.locator('ap-ribbon').getByRole('button', { name: 'Backward', exact: true }).click();
    const edge = page.locator('ap-downhill').first();
    await edge.waitFor();
    const colours = () =>
      edge.evaluate(({ renderRoot }) =>
        [...renderRoot.querySelectorAll('*')].map(
          (element) => getComputedStyle(element).borderInlineStartColor,
        ),
      );
    for (const [colorScheme, colour] of [
      ['light', 'rgb(106, 98, 0)'],
      ['dark', 'rgb(217, 207, 87)'],
    ]) {
      await page.evaluate((scheme) => {
        document.documentElement.style.colorScheme = scheme;
      }, colorScheme);
      await eventually(async () => (await colours()).includes(colour), true, colorScheme);
    }
    assert.deepEqual(page.problems, []);
  });
}

export function testCall(built) {
  test('Node has the call, and its type is declared', async () => {
    const { load } = await built.importFrom('dist/index.js');
    const ap = await load();
    assert.deepEqual(ap.relu([-1, 2]), { shape: [2], data: Float32Array.of(0, 2) });
    assert.match(built.read('lib/types/engine/types/index.d.ts'), /relu\(x: TensorLike/);
  });
}

export function testFault(built) {
  for (const [lang, words] of Object.entries({
    en: 'causal mask off by one',
    zh: '因果掩码差了一位',
  })) {
    test(`the settings offer it with a causal mask, and it is made (${lang})`, async () => {
      const page = await built.openElement(lang, 'parameters="random" mask="causal"');
      await openSettings(page);
      const offered = page.locator('ap-controls').getByText(words, { exact: true });
      await offered.first().waitFor({ state: 'attached' });
      await page.evaluate(() => {
        document.querySelector('attention-playground').fault = 'causal_off_by_one';
      });
      await drawn(page);
      const first = await page.evaluate(
        () => document.querySelector('attention-playground').trace.tensor('causal_mask').data[0],
      );
      assert.equal(first, -Infinity);
      assert.deepEqual(page.problems, []);
    });
  }
}
