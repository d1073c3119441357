// The gradient of one weight in the panel on scaling by √d_k: two backward passes, whose numbers are the API's, are
// explained cell by cell, and are made once their place is near the view.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { widthOf } from '../support/looks.mjs';
import { assertFollows, passes, testPasses } from './support/scaling-passes.mjs';
import { panel, showPasses } from './support/scaling.mjs';

const { inside, field, setField, settle, withPanel } = panel;
testPasses({ dK: 1, keys: 2, seed: 7, query: 63, key: 1 });
testPasses({ dK: 1024, keys: 64, seed: 4294967295, query: 5, key: 63 });

test('one sentence says what is seen, and nothing is claimed where softmax is not saturated', async () => {
  const texts = {
    en: [/scaled, .* is 0\.0093; not scaled, 0\.00013\./, /less than a thousandth/, /in both/],
    zh: [/缩放时.*为 0\.0093；不缩放时为 0\.00013。/, /不到千分之一/, /两边都有梯度/],
  };
  for (const [lang, [numbers, vanished, both]] of Object.entries(texts)) {
    await withPanel(
      async (page) => {
        await showPasses(page);
        const said = () => inside(page, '.pull [role=status]:has(.result)').innerText();
        const plain = (await said()).replace(/\s+/g, ' ');
        assert.match(plain, numbers);
        assert.match(plain, vanished);
        // The key that has nearly all the weight.
        await setField(page, 'key', '8');
        await eventually(async () => both.test(await said()), true);
        assert.doesNotMatch(await said(), vanished);
      },
      { lang },
    );
  }
});

test('by keyboard: a gradient opens its chain, an operand leads to its step, and there is a way back', async () => {
  for (const [lang, part] of Object.entries({ en: 'With √dₖ', zh: '除以 √dₖ' })) {
    await withPanel(
      async (page) => {
        await showPasses(page);
        const proof = inside(page, 'ap-proof');
        const value = () => proof.locator('.value').getAttribute('data-value').then(Number);
        const strip = '.strip [data-step="gradient.scaled.scores"]';
        await inside(page, `${strip} [role=grid]`).focus();
        for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
        await settle(page);
        const { cell, terms } = passes({}, ({ traces: { scaled } }) => {
          const chain = scaled.explain('gradient.scaled.scores', [1, 2]);
          const { upstream, derivatives, products } = chain;
          return {
            cell: chain.value,
            terms: upstream.map((one, i) => [one.value, derivatives[i], products[i]]),
          };
        });
        await eventually(value, cell);
        assert.match(await proof.locator('h3').innerText(), new RegExp(part));
        const rows = await proof
          .locator('tbody')
          .first()
          .locator('tr')
          .evaluateAll((all) =>
            all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText)),
          );
        assert.equal(rows.length, 16);
        rows.forEach((row, i) => {
          row
            .slice(0, 3)
            .forEach((text, j) => assert.ok(Math.abs(Number(text) - terms[i][j]) <= 5e-7, text));
        });
        // Its step is the one that is shown in large, and an operand's step takes its place.
        const chosen = () => inside(page, '.step select').inputValue();
        await eventually(chosen, 'gradient.scaled.scores');
        await proof.locator('tbody button').first().focus();
        await page.keyboard.press('Enter');
        await eventually(value, 1);
        assert.equal(await chosen(), 'gradient.scaled.weights');
        const large = inside(page, '.closer .result[data-step="gradient.scaled.weights"]');
        await large.waitFor();
        assert.equal(await large.locator('[role=grid]').getAttribute('aria-readonly'), 'true');
        await proof.locator('.back').focus();
        await page.keyboard.press('Enter');
        await eventually(value, cell);
        await eventually(chosen, 'gradient.scaled.scores');
        // A number of the study takes the place beside it again.
        await inside(page, '.facts .open[data-path="scaled.variance"]').focus();
        await page.keyboard.press('Enter');
        await eventually(chosen, 'scaled.variance');
        assert.equal(await inside(page, `${strip} [aria-selected=true]`).count(), 0);
      },
      { lang },
    );
  }
});

test('a key that there is none of is said, and fewer keys take the chosen one away', async () => {
  for (const [lang, said] of Object.entries({ en: /whole number from 0 to 15/, zh: /0 到 15/ })) {
    await withPanel(
      async (page) => {
        await showPasses(page);
        await setField(page, 'key', '9');
        await assertFollows(page, { key: 9 });
        const alert = inside(page, '.pull [role=alert] .wrong');
        for (const text of ['16', '-1', '1.5', 'abc', '']) {
          await setField(page, 'key', text);
          assert.match(await alert.innerText(), said, text);
          assert.equal(await field(page, 'key').getAttribute('aria-invalid'), 'true');
          await assertFollows(page, { key: 9 });
        }
        await setField(page, 'key', '１');
        assert.equal(await alert.count(), 0);
        await assertFollows(page, { key: 1 });
        await setField(page, 'key', '9');
        await setField(page, 'keys', '4');
        await assertFollows(page, { keys: 4, key: 3 });
        assert.equal(await field(page, 'key').inputValue(), '3');
      },
      { lang },
    );
  }
});

test('they are made once their place comes near the view', () =>
  withPanel(
    async (page) => {
      await settle(page);
      assert.equal(await inside(page, '.pull.busy').count(), 1);
      assert.equal(await inside(page, '.stages').count(), 0);
      const below = () =>
        inside(page, '.charts').evaluate((place) => place.getBoundingClientRect().top + scrollY);
      const before = await below();
      await showPasses(page);
      await assertFollows(page, {});
      assert.ok(Math.abs((await below()) - before) < 120);
      assert.ok((await widthOf(page)) <= 360);
    },
    { width: 360, height: 400 },
  ));
