// One head's first update by hand: its numbers are the engine's, each opens its arithmetic, and what is given can change.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAnyPage } from '../support/any-page.mjs';
import { eventually } from '../support/hands.mjs';

const { withPage } = await openAnyPage('head-update');
const withHead = (markup, body) => withPage(markup, body, { scripts: ['panels/training'] });

const W_Q = 'encoder.0.self_attention.w_q';
const last = (page) =>
  page.evaluate(
    (path) => [...document.querySelector('head-update').store.tensor(path).data],
    `update.${W_Q}.new_weight`,
  );
const near = (found, expected) =>
  assert.ok(
    found.length === expected.length && found.every((one, i) => Math.abs(one - expected[i]) < 1e-6),
    `${found}, expected ${expected}`,
  );

test('by itself it is three words; AdamW goes by the rate, plain descent by the gradient', () =>
  withHead('<head-update loading="eager"></head-update>', async (page) => {
    await page.locator('head-update .chain').waitFor();
    near(await last(page), [0.1, -0.1, 0.1, -0.1]);
    const told = page.evaluate(
      () =>
        new Promise((done) =>
          document
            .querySelector('head-update')
            .addEventListener('change', ({ detail }) => done(detail)),
        ),
    );
    await page.locator('head-update select[name="optimizer"]').selectOption('sgd');
    assert.deepEqual(await told, { optimizer: 'sgd', lr: 0.1 });
    near(await last(page), [1 / 30, -2 / 30, 1 / 30, -2 / 30]);
    await page.locator('head-update input[name="lr"]').fill('3');
    await page.keyboard.press('Enter');
    await eventually(async () => Math.round((await last(page))[0]), 1);
    near(await last(page), [1, -2, 1, -2]);
    await page.locator('head-update input[name="lr"]').fill('none');
    await page.keyboard.press('Enter');
    await page.locator('head-update [role="alert"]').getByText('0.000001').waitFor();
    near(await last(page), [1, -2, 1, -2]);
  }));

test('another head from outside; what does not fit together changes nothing', () =>
  withHead('<head-update loading="eager" lang="zh"></head-update>', async (page) => {
    await page.locator('head-update .chain').waitFor();
    const set = (properties) =>
      page.evaluate(async (properties) => {
        const element = document.querySelector('head-update');
        Object.assign(element, properties);
        await element.updateComplete;
      }, properties);
    await set({ labels: '[null,null,1]' });
    near(await last(page), [-0.1, 0.1, -0.1, 0.1]);
    await set({ x: '[[1,0],[0,1]]' });
    near(await last(page), [-0.1, 0.1, -0.1, 0.1]);
    await page.locator(`head-update [data-path="update.${W_Q}.new_weight"]`).click();
    await page.locator('head-update ap-proof-sheet').waitFor();
  }));
