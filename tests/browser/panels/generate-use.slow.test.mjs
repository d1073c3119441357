// The panel of generation, used: tokens chosen again, played, by keyboard, on a phone, with what it cannot use.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acts, chips, column, next, panel, prompt, vocabularyOf } from './support/generate.mjs';
import { eventually } from '../support/hands.mjs';
import { testLooks, testNarrow, testReturn } from './support/every-panel.mjs';

const { field, inside, setField, withPanel } = panel;

test('an earlier token is looked at, and another choice there takes the later ones away', async () => {
  await withPanel(async (page) => {
    await next(page, 3);
    await inside(page, '.chip').nth(1).click();
    assert.match(await inside(page, '.choice h2').innerText(), new RegExp((await chips(page))[0]));
    await field(page, 'way').selectOption({ index: 1 });
    await eventually(async () => (await chips(page)).length, 2);
    assert.match(await inside(page, '.notice').innerText(), /2 after it/);
    assert.equal(await inside(page, '.chip[aria-pressed=true]').count(), 1);
  });
});

test('only the new row moves, once, and not at all where motion is reduced', async () => {
  for (const reducedMotion of ['no-preference', 'reduce']) {
    await withPanel(
      async (page) => {
        await page.evaluate(() => {
          globalThis.motions = [];
          const { animate } = Element.prototype;
          Element.prototype.animate = function (frames, options) {
            if (this.matches('canvas')) motions.push({ frames, ms: options.duration });
            return animate.call(this, frames, options);
          };
        });
        await next(page, 2);
        await page.waitForTimeout(100);
        const motions = await page.evaluate(() => globalThis.motions);
        if (reducedMotion === 'reduce') return assert.deepEqual(motions, []);
        assert.equal(motions.length, 2);
        for (const { ms } of motions) assert.ok(ms >= 150 && ms <= 400);
        // One row of seven, and what is below the rows.
        const height = await inside(page, 'ap-grown-matrix ap-slice').evaluate(({ figure }) => {
          const [{ box, cellHeight }] = figure.grids;
          return cellHeight + figure.height - box.y - box.height;
        });
        const [{ clipPath }] = motions[1].frames;
        assert.ok(Math.abs(Number(/ ([\d.]+)px/.exec(clipPath)[1]) - height) < 0.01, clipPath);
      },
      { reducedMotion, fresh: true },
    );
  }
});

test('keys and values far below stay as they were until they are scrolled to, or printed', async () => {
  await withPanel(async (page) => {
    const keys = inside(page, '.role-key ap-slice').first();
    const rows = () => keys.locator('[role=row]').count();
    // From the second token on there are kept ones.
    await next(page);
    await eventually(rows, prompt.length);
    assert.ok((await keys.boundingBox()).y > 1.5 * 800);
    await next(page, 2);
    await page.waitForTimeout(200);
    assert.equal(await rows(), prompt.length);
    const printed = await keys.evaluate(async (slice) => {
      dispatchEvent(new Event('beforeprint'));
      // Paper waits for no other task.
      for (let i = 0; i < 20; i += 1) await undefined;
      const { figure, canvas } = slice;
      dispatchEvent(new Event('afterprint'));
      return { rows: figure.grids[0].layout.rows, high: canvas.clientHeight >= figure.height };
    });
    assert.deepEqual(printed, { rows: prompt.length + 2, high: true });
  });
  await withPanel(async (page) => {
    const keys = inside(page, '.role-key ap-slice').first();
    const rows = () => keys.locator('[role=row]').count();
    await next(page, 3);
    await keys.scrollIntoViewIfNeeded();
    await eventually(rows, prompt.length + 2);
    // Without scrolling up to the button, as a click would.
    await inside(page, '.next').evaluate((button) => button.click());
    await eventually(rows, prompt.length + 3);
  });
});

test('play goes on until it is paused, and says every token', async () => {
  await withPanel(async (page) => {
    await inside(page, '.play').click();
    await eventually(async () => (await chips(page)).length >= 3, true);
    await inside(page, '.play').click();
    const count = (await chips(page)).length;
    const live = inside(page, '[aria-live=polite].only-read-aloud').first();
    const last = (await chips(page)).at(-1);
    await eventually(async () => (await live.innerText()).includes(`“${last}”`), true);
    await page.waitForTimeout(1200);
    assert.ok((await chips(page)).length <= count + 1);
    await inside(page, '.over').click();
    await eventually(async () => (await chips(page)).length, 1);
  });
});

test('the candidates are one stop for the keyboard, and each number is explained', async () => {
  await withPanel(async (page) => {
    const grid = inside(page, 'ap-candidates [role=grid]');
    assert.equal(await grid.locator('[tabindex="0"]').count(), 1);
    await grid.locator('[tabindex="0"]').focus();
    const shown = () => inside(page, 'ap-proof .value').getAttribute('data-value');
    const focused = () => grid.locator('td:focus').getAttribute('data-value');
    await eventually(shown, await focused());
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await eventually(shown, await focused());
    await page.keyboard.press('Enter');
    await eventually(() => grid.locator('td.kept').count(), 1);
    await page.keyboard.press('Escape');
    await eventually(() => grid.locator('td.kept').count(), 0);
  });
});

const SAID = {
  en: {
    prompt: {
      ' ': /empty/,
      'The zebra': /vocabulary.*zebra/s,
      [`a ${'a '.repeat(24)}`]: /24 tokens/,
    },
    temperature: { 0: /above 0/, '-1': /above 0/, abc: /“abc”.*above 0/ },
    topK: { 99: /from 1 to 15/, 0: /from 1 to 15/, 2.5: /from 1 to 15/ },
    seed: { x: /whole number/ },
  },
  zh: {
    prompt: { ' ': /空/, '我 是 斑马': /词表里没有的词元：“斑马”/ },
    temperature: { 0: /大于 0/, '-1': /大于 0/, abc: /“abc”/ },
    topK: { 99: /1 到 14/ },
    seed: { x: /整数/ },
  },
};
for (const [lang, fields] of Object.entries(SAID)) {
  test(`what cannot be used is named in ${lang}, and the last good state stays`, async () => {
    await withPanel(
      async (page) => {
        await next(page);
        const before = await chips(page);
        const probabilities = await column(page, 'probability');
        for (const [name, texts] of Object.entries(fields)) {
          for (const [text, said] of Object.entries(texts)) {
            await setField(page, name, text);
            const reason = async () => {
              const id = await field(page, name).getAttribute('aria-describedby');
              return id ? inside(page, `[role=alert] .wrong[id=${id}]`).innerText() : '';
            };
            await eventually(async () => said.test(await reason()), true, `${name} ${text}`);
            assert.equal(await field(page, name).getAttribute('aria-invalid'), 'true');
            assert.deepEqual(await chips(page), before);
            assert.deepEqual(await column(page, 'probability'), probabilities);
          }
        }
        await setField(page, 'prompt', lang === 'en' ? 'The zebra' : '我 是 斑马');
        await inside(page, '.renew').click();
        await eventually(async () => (await chips(page)).length, 1);
        assert.equal((await vocabularyOf(page)).length, probabilities.length + 1);
        assert.equal(await inside(page, '.wrong').count(), 0);
      },
      { lang },
    );
  });
}

testLooks(panel, 'B', ...acts);

testNarrow(panel, ...acts);

let logits;
testReturn(
  panel,
  async (page) => {
    await eventually(() => column(page, 'logit'), logits);
    await next(page);
  },
  async (page) => (logits = await column(page, 'logit')),
);

test('what is shown can be asked about until the first token is there again', () =>
  withPanel(async (page) => {
    await next(page, 2);
    // The engine works in tasks of its own: in between, numbers of the old token are chosen, and its choice is changed.
    await page.evaluate(async () => {
      const { renderRoot } = document.querySelector('token-generation');
      renderRoot.querySelector('.over').click();
      await Promise.resolve();
      const way = renderRoot.querySelector('[name=way]');
      const cells = [
        ...renderRoot.querySelector('ap-candidates').renderRoot.querySelectorAll('td'),
      ];
      for (let i = 0; i < 3; i += 1) {
        cells[i].click();
        await new Promise((later) => setTimeout(later));
      }
      way.value = 'false';
      way.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await eventually(async () => (await chips(page)).length, 1);
    await inside(page, 'ap-candidates td').nth(1).click();
    await eventually(async () => (await inside(page, 'ap-proof .stored').innerText()) !== '', true);
    const notices = await inside(page, '.notice').allInnerTexts();
    assert.doesNotMatch(notices.join(), /disposed|Error/);
  }));
