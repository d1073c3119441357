// The tab PyTorch: a step's line in its place in the program, and what is copied and saved of it.

import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { cell } from '../support/hands.mjs';
import { goTo } from '../support/numbers.mjs';
import { home, layer, openSite } from '../support/site.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const permissions = ['clipboard-read', 'clipboard-write'];

/** Opens the tab of a step. */
async function openProgram(page, step) {
  await goTo(page, step);
  await page.getByRole('tab', { name: 'PyTorch' }).click();
  await page.locator('ap-program .lit').first().waitFor();
}

const lit = (page) => page.locator('ap-program .lit').allTextContents();
const copied = (page) => page.evaluate(() => navigator.clipboard.readText());
const said = (page, text) => page.locator('ap-program .said', { hasText: text }).waitFor();

describe('the tab PyTorch', () => {
  test('shows the line of the step among the lines around it, in both languages of programs', async () => {
    await site.withPage(layer.en, async (page) => {
      await openProgram(page, 'scaled_scores');
      const [constant, line] = await lit(page);
      assert.equal(constant, 'd_k = 16');
      assert.equal(line, 'scaled_scores = scores / math.sqrt(d_k)  # (1, 4, 7, 7)');
      const lines = await page.locator('ap-program .line').allTextContents();
      assert.match(lines[lines.indexOf(constant) - 1], /^scores = q_transposed @ /);
      await goTo(page, 'weights');
      assert.deepEqual(await lit(page), [
        'weights = scaled_scores.softmax(dim=-1)  # (1, 4, 7, 7)',
      ]);
      await page.getByRole('button', { name: 'NumPy' }).click();
      assert.match((await lit(page))[0], /^weights = \(e := np\.exp\(/);
      await goTo(page, 'w_q');
      assert.deepEqual(await lit(page), ["w_q = data((64, 64), '…')"]);
    });
  });

  test('shows an edit below its line', async () => {
    await site.withPage('/play#v=1&heads=2&d=8&step=scores', async (page) => {
      await openProgram(page, 'scores');
      await cell(page, 'scores', [0, 0, 1, 2]).dblclick();
      await page.locator('ap-cell-editor input').fill('3.5');
      await page.locator('ap-cell-editor input').press('Enter');
      await page.locator('ap-program .lit', { hasText: '# edited' }).waitFor();
      assert.equal((await lit(page))[1], 'scores[0, 0, 1, 2] = 3.5  # edited');
    });
  });

  test('copies the step with its operands, and the whole program', async () => {
    await site.withPage(layer.en, async (page) => {
      await page.context().grantPermissions(permissions);
      await openProgram(page, 'scaled_scores');
      await page.getByRole('button', { name: 'Copy this step' }).click();
      await said(page, 'Copied');
      const step = await copied(page);
      assert.match(step, /^scores = data\(\(1, 4, 7, 7\), '''$/m);
      assert.match(step, /^scaled_scores = scores \/ math\.sqrt\(d_k\)/m);
      assert.doesNotMatch(step, /^q_transposed = /m);
      await page.getByRole('button', { name: 'Copy the program' }).click();
      await page.waitForFunction(async () =>
        /^output = /m.test(await navigator.clipboard.readText()),
      );
      assert.match(await copied(page), /^q_transposed = .*transpose\(1, 2\)/m);
    });
  });

  test('saves the program as a script and as a notebook, by keys', async () => {
    await site.withPage(layer.zh, async (page) => {
      await openProgram(page, 'output');
      for (const ending of ['py', 'ipynb']) {
        await page.getByRole('button', { name: `保存为 .${ending}` }).focus();
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.keyboard.press('Enter'),
        ]);
        assert.equal(file.suggestedFilename(), `walk_torch.${ending}`);
        const saved = await text(await file.createReadStream());
        if (ending === 'ipynb') assert.equal(JSON.parse(saved).nbformat_minor, 5);
        else assert.match(saved, /^output = /m);
      }
      await said(page, '已保存');
    });
  });

  test('fits a phone in the dark', async () => {
    const phone = { width: 360, height: 740, colorScheme: 'dark' };
    await site.withPage(
      home.zh,
      async (page) => {
        await goTo(page, 'weights');
        await page.locator('ap-proof-sheet button').first().click();
        await openProgram(page, 'weights');
        const beyond = await page.locator('ap-program').evaluate((element) => {
          const { right } = element.getBoundingClientRect();
          const parts = [...element.shadowRoot.querySelectorAll('.line, button, p')];
          return Math.max(...parts.map((part) => part.getBoundingClientRect().right)) - right;
        });
        assert.ok(
          Math.abs(beyond) < 100 && beyond <= 1,
          `the widest part ends ${beyond} px outside`,
        );
      },
      phone,
    );
  });
});
