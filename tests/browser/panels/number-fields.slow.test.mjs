// Number fields are of one kind on every page with a panel.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { openSite } from '../support/site.mjs';
import { panelPages } from './support/pages.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

/** The panel of each page, the name of a field for whole numbers, and numbers for it; the bounds of seeds are named once one is refused. */
const fields = {
  'attention-kinds': {
    tag: 'attention-kinds',
    name: 'seed',
    least: 0,
    good: '12',
    hidesBounds: true,
  },
  generate: { tag: 'token-generation', name: 'drawSeed', least: 0, good: '12', hidesBounds: true },
  positions: { tag: 'positional-encoding', name: 'length', least: 1, good: '12' },
  scaling: { tag: 'scaling-study', name: 'keys', least: 2, good: '12' },
  tiles: { tag: 'tiled-attention', name: 'tileKeys', least: 1, good: '2' },
  workers: { tag: 'head-workers', name: 'workers', least: 1, good: '1' },
};

for (const [path, { tag, name, least, good, hidesBounds = false }] of Object.entries(fields)) {
  describe(path, () => {
    let pages;
    before(() => (pages = panelPages(site, tag)));
    const withField = (body) =>
      pages.use(
        `/explore/${path}`,
        '#parameters=random',
        (page) => body(page, page.locator(`.vp-doc input[name=${name}]`)),
        {},
      );

    test('its bounds are named; arrow keys stay inside them', async () => {
      await withField(async (page, field) => {
        const label = await field.evaluate((one) => one.closest('label').textContent);
        assert.equal(new RegExp(`${least}–\\d+`).test(label), !hidesBounds, label);
        await field.fill(String(least + 1));
        await field.press('Enter');
        await field.press('ArrowDown');
        await eventually(() => field.inputValue(), String(least));
        await field.press('ArrowDown');
        await field.press('ArrowUp');
        await eventually(() => field.inputValue(), String(least + 1));
        assert.equal(await field.getAttribute('aria-invalid'), null);
      });
    });

    test('what is refused stays, with the reason; what is right holds again', async () => {
      await withField(async (page, field) => {
        await field.fill('1e9x');
        await field.press('Enter');
        await eventually(() => field.getAttribute('aria-invalid'), 'true');
        assert.equal(await field.inputValue(), '1e9x');
        const id = await field.getAttribute('aria-describedby');
        const reason = await field.evaluate(
          (one, id) => one.getRootNode().getElementById(id).textContent,
          id,
        );
        assert.match(reason, /1e9x/);
        if (hidesBounds) assert.match(reason, new RegExp(`\\b${least} to \\d+`));
        await field.fill(good);
        await field.press('Enter');
        await eventually(() => field.getAttribute('aria-invalid'), null);
        assert.equal(await field.inputValue(), good);
        await field.fill(`0${good}`);
        await field.press('Enter');
        assert.equal(await field.inputValue(), good, 'the same number, written as always');
      });
    });

    test('what is not finished stays while the panel is drawn again, and keys reach no shortcut', async () => {
      await withField(async (page, field) => {
        await page.evaluate(() => {
          window.keys = [];
          document.addEventListener('keydown', ({ key }) => window.keys.push(key));
        });
        await field.focus();
        await page.keyboard.press('Control+a');
        await page.keyboard.type('7/k');
        await field.evaluate((one) => {
          const { host } = one.getRootNode();
          host.requestUpdate();
          return host.updateComplete;
        });
        assert.equal(await field.inputValue(), '7/k');
        const keys = await page.evaluate(() => window.keys);
        assert.ok(!keys.some((key) => '7/k'.includes(key)), String(keys));
      });
    });

    test('a key that composes a character does nothing', async () => {
      await withField(async (page, field) => {
        const before = await field.inputValue();
        await field.evaluate((one) =>
          one.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'ArrowUp', isComposing: true, bubbles: true }),
          ),
        );
        assert.equal(await field.inputValue(), before);
      });
    });
  });
}
