// The panel on scaling by √d_k: every number that it draws is the engine's, every one can be opened, and the last good
// study stays while something cannot be used.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pick } from '../support/charts.mjs';
import { eventually } from '../support/hands.mjs';
import { assertFollows, testPasses } from './support/scaling-passes.mjs';
import { panel, setWidth, showPasses, shown, study, testNumbers } from './support/scaling.mjs';

const { tag, inside, setField, settle, withPanel } = panel;

const sum = (values) => values.reduce((total, value) => total + value, 0);

testNumbers({ dK: 64, keys: 16, seed: 1 }, 0);

test('both histograms count all scores on one axis; held, the axis stays and what lies outside is said', async () => {
  await withPanel(async (page) => {
    const { counts, ends } = await shown(page);
    study({}, (read) => {
      const scores = read('scores');
      const reach = Math.max(...scores.map(Math.abs));
      assert.equal(ends[2], reach.toFixed(1));
      for (const [half, path] of [
        ['unscaled', 'scores'],
        ['scaled', 'scaled.scores'],
      ]) {
        const wanted = new Array(41).fill(0);
        for (const score of read(path)) {
          wanted[Math.min(40, Math.floor(((score + reach) / (2 * reach)) * 41))] += 1;
        }
        assert.deepEqual(counts[half], wanted);
        assert.equal(sum(wanted), 1024);
      }
    });
    await inside(page, '.hold input').check();
    await setWidth(page, 1024);
    const held = await shown(page);
    assert.deepEqual(held.ends, ends);
    const outside = Number(await inside(page, '.outside').getAttribute('data-outside'));
    assert.ok(outside > 0);
    assert.equal(sum(held.counts.unscaled) + outside, 1024);
    assert.equal(sum(held.counts.scaled), 1024);
  });
});

test('a number opens how it came about, down to its operands', async () => {
  await withPanel(async (page) => {
    const proof = inside(page, 'ap-proof');
    const value = () => proof.locator('.value').getAttribute('data-value').then(Number);
    await inside(page, '.facts .open[data-path="scaled.variance"]').click();
    await settle(page);
    assert.equal(
      await value(),
      study({}, (read) => read('scaled.variance')[0]),
    );
    await eventually(() => proof.locator('tbody tr').count(), 1024);

    await pick(inside(page, '.scaled .shares'), 4);
    await settle(page);
    assert.equal(
      await value(),
      study({}, (read) => read('scaled.weights')[16 + 4]),
    );
    await proof.locator('tbody button').first().click();
    await settle(page);
    assert.equal(
      await value(),
      study({}, (read) => read('scaled.scores')[16]),
    );
    assert.equal(await inside(page, '.step select').inputValue(), 'scaled.scores');
    const matrix = inside(page, '.closer .result[data-step="scaled.scores"]');
    await matrix.waitFor();
    await matrix.locator('[role=grid]').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await settle(page);
    assert.equal(
      await value(),
      study({}, (read) => read('scaled.scores')[17]),
    );
  });
});

test('the charts mark what is largest; what cannot be used is named', () =>
  withPanel(async (page) => {
    await settle(page);
    const { rules } = await shown(page);
    assert.equal(rules[0], '');
    assert.match(rules[1], /ln 16 = 2\.773/);
    assert.match(rules[2], /1\/16 = 0\.9375/);
    await setField(page, 'keys', '65');
    assert.match(
      await inside(page, '[role=alert] .wrong').innerText(),
      /whole number from 2 to 64/,
    );
    assert.equal((await shown(page)).weights.scaled.length, 16);
    await setField(page, 'keys', '9');
    assert.equal((await shown(page)).weights.scaled.length, 9);
  }));

testPasses({ dK: 64, keys: 16, seed: 1, query: 1, key: 0 });

test('the largest gradient opens its chain', () =>
  withPanel(async (page) => {
    await showPasses(page);
    const button = inside(page, '.largest .open').nth(2);
    await button.click();
    await settle(page);
    const wanted = Number(await button.getAttribute('data-value'));
    const proof = inside(page, 'ap-proof .value');
    await eventually(async () => Number(await proof.getAttribute('data-value')), wanted);
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    // × 1/√64
    assert.match(await inside(page, 'ap-proof .rule').innerText(), /0\.125/);
  }));

test('the passes follow an edit of the study, and its way back', () =>
  withPanel(async (page) => {
    await showPasses(page);
    await page.evaluate((tag) => document.querySelector(tag).store.edit('scores', [1, 8], -3), tag);
    await assertFollows(page, {}, (trace) => trace.set('scores', [1, 8], -3));
    await inside(page, '.take-back').click();
    await assertFollows(page, {});
  }));
