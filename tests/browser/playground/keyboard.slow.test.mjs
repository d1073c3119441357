// More of keyboard.test.mjs. The page by keyboard alone: the keys of the walk, the keys of a grid, and a way to everything by Tab.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  cell,
  control,
  eventually,
  field,
  fillText,
  matrix,
  openField,
  openSettings,
} from '../support/hands.mjs';
import { drawn, goTo } from '../support/numbers.mjs';
import { layer, openSite } from '../support/site.mjs';
import { current, isPlaying, keysWalk, press } from './support/keyboard.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const withPage = (...args) => site.withPage(...args);

const walkers = { ribbon: 'ap-ribbon button[aria-current]', stage: 'ap-stage section[data-step]' };
for (const [name, selector] of Object.entries(walkers)) {
  test(`← and → walk, Space plays and stops, with focus on the ${name}`, async () => {
    await withPage(layer.en, (page) => keysWalk(page, selector));
  });
}

test('the keys of the walk belong to the text where a person types or chooses', async () => {
  await withPage(layer.en, async (page) => {
    const step = await current(page);
    const places = {
      sentence: [field(page), 'ArrowLeft', 'ArrowRight', ' '],
      heads: [control(page, 'heads'), 'ArrowLeft', 'ArrowRight', ' '],
      positions: [control(page, 'positions'), 'ArrowLeft', 'ArrowRight'],
      mask: [control(page, 'mask-causal'), 'ArrowLeft', 'ArrowRight'],
      tab: [page.getByRole('tab', { name: 'Formula' }), 'ArrowLeft', 'ArrowRight'],
      token: [page.locator('ap-tokens button').first(), 'ArrowRight', 'ArrowLeft'],
    };
    // One by one: a step forward and one back would look like none.
    for (const [name, [place, ...keys]] of Object.entries(places)) {
      for (const key of keys) {
        if (name === 'sentence') await openField(page);
        if (['heads', 'positions', 'mask'].includes(name)) await openSettings(page);
        await place.focus();
        await press(page, key);
        assert.equal(await current(page), step, `${name}: ${key}`);
        assert.equal(await isPlaying(page), false, `${name}: ${key}`);
      }
    }
    await page.locator('body').evaluate(() => {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      active?.blur();
    });
    for (const key of ['ArrowRight', ' ']) {
      await press(page, key);
      assert.equal(await current(page), step, `nowhere: ${key}`);
      assert.equal(await isPlaying(page), false, `nowhere: ${key}`);
    }
  });
});

test('everything on the page is reached by Tab, is seen when it is, and is left again', async () => {
  await withPage(layer.en, async (page) => {
    // With all that is opened by a button: the settings, the tools of the figure and the cards of the walk.
    await page.locator('ap-stage').getByRole('button', { name: 'Tools' }).click();
    await page.locator('ap-figure-tools button').first().waitFor();
    await openSettings(page);
    await page.locator('ap-walk').scrollIntoViewIfNeeded();
    await page.locator('ap-walk .card').first().waitFor();
    await drawn(page);
    // By a key, as its ring is for those who use keys.
    await page.locator('attention-playground .skip').focus();
    await press(page, 'Tab', 'Shift+Tab');
    const wanted = await page.evaluate(() => {
      const found = [];
      const visit = (root) => {
        for (const element of root.querySelectorAll('*')) {
          const usable = element.matches(
            'button, input, select, textarea, summary, [tabindex="0"]',
          );
          const seen = element.checkVisibility({ visibilityProperty: true });
          if (usable && seen && element.tabIndex >= 0 && !element.disabled) {
            element.dataset.tabStop = String(found.length);
            found.push(element.outerHTML.replace(/\s+/g, ' ').slice(0, 120));
          }
          if (element.shadowRoot) visit(element.shadowRoot);
        }
      };
      visit(document.querySelector('attention-playground').shadowRoot);
      return found;
    });
    assert.ok(wanted.length > 40, `${wanted.length} stops`);
    const reached = new Set();
    const unseen = [];
    for (let i = 0; i < wanted.length + 60; i += 1) {
      const stop = await page.evaluate(() => {
        let active = document.activeElement;
        while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
        if (!active?.dataset.tabStop) return undefined;
        // A grid may be wider than what is seen of it, which has the ring then.
        const shows = [active, active.closest('.port')].some((one) => {
          if (!one) return false;
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
          return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
        });
        return { number: Number(active.dataset.tabStop), shows };
      });
      if (stop) {
        reached.add(stop.number);
        if (!stop.shows) unseen.push(wanted[stop.number]);
      } else if (reached.size > 10) break;
      await page.keyboard.press('Tab');
    }
    const missed = wanted.filter((_, i) => !reached.has(i));
    assert.deepEqual(missed, [], 'never reached');
    assert.deepEqual([...new Set(unseen)], [], 'no sign of focus');
  });
});

test('the cursor stays inside a grid that shrinks, and its keys work on', async () => {
  await withPage(layer.en, async (page) => {
    await goTo(page, 'weights');
    const grid = matrix(page, 'weights').locator('[role=grid]');
    await grid.focus();
    await press(page, 'Control+End', 'Escape');
    await fillText(page, 'one two');
    await field(page).press('Enter');
    await drawn(page);
    const pointed = () => grid.getAttribute('aria-activedescendant');
    const isThere = (id) => grid.evaluate((grid, id) => grid.querySelector(`#${id}`) !== null, id);
    assert.ok(await isThere(await pointed()), 'the cell that it points at is in the grid');
    await grid.focus();
    await press(page, 'ArrowUp');
    await eventually(
      () => page.evaluate(() => document.querySelector('attention-playground').store.previewed),
      { path: 'weights', index: [0, 0, 0, 1] },
    );
    await press(page, 'Enter');
    assert.equal(await cell(page, 'weights', [0, 0, 0, 1]).count(), 1);
    const kept = await page.evaluate(
      () => document.querySelector('attention-playground').store.kept,
    );
    assert.deepEqual(kept, { path: 'weights', index: [0, 0, 0, 1] });
  });
});
