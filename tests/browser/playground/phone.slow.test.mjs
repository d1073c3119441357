// A phone: what is wide swipes inside itself, cells are tapped, settings fold into one button.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  cell,
  checkControl,
  control,
  eventually,
  field,
  openField,
  stage,
  tokens,
} from '../support/hands.mjs';
import { compareNumbers, drawn, goTo, stepKinds } from '../support/numbers.mjs';
import { layer, openSite, pair } from '../support/site.mjs';
import { pages } from '../support/visible-share.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const withPhone = (path, body) =>
  site.withPage(path, body, { width: 360, height: 740, touch: true });

const proofSheet = (page) => page.locator('ap-proof .value');

test('a tapped cell is kept, and its proof is a sheet that a tap shows and hides', async () => {
  await withPhone(layer.en, async (page) => {
    await goTo(page, 'scores');
    assert.equal(await proofSheet(page).isVisible(), false);
    await cell(page, 'scores', [0, 0, 3, 1]).tap();
    await drawn(page);
    const kept = await page.evaluate(
      () => document.querySelector('attention-playground').store.kept.index,
    );
    assert.deepEqual(kept, [0, 0, 3, 1]);
    const toggle = page.locator('button[aria-controls="sheet"]');
    if (!(await proofSheet(page).isVisible())) await toggle.tap();
    await proofSheet(page).waitFor({ state: 'visible', timeout: 3000 });
    assert.equal(await toggle.getAttribute('aria-expanded'), 'true');
    assert.equal(
      await proofSheet(page).getAttribute('data-value'),
      await cell(page, 'scores', [0, 0, 3, 1]).getAttribute('data-value'),
    );
    const box = await proofSheet(page).boundingBox();
    assert.ok(box.y > 0 && box.y + box.height <= 740, 'the sheet is in sight');
    await toggle.tap();
    assert.equal(await proofSheet(page).isVisible(), false);
  });
});

test('the ribbon swipes to its end, and a tap on a shape goes there', async () => {
  await withPhone(layer.en, async (page) => {
    const last = page.locator('ap-ribbon [data-step="output"]');
    assert.ok((await last.boundingBox()).x > 360, 'the strip is longer than the screen');
    const strip = page.locator('ap-ribbon ol');
    const box = await strip.boundingBox();
    const client = await page.context().newCDPSession(page);
    const y = box.y + box.height / 2;
    const touch = (type, x) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: x ? [{ x, y }] : [] });
    for (let i = 0; i < 8 && (await last.boundingBox()).x > 300; i += 1) {
      await touch('touchStart', 320);
      for (let x = 300; x > 40; x -= 20) await touch('touchMove', x);
      await touch('touchEnd');
      await drawn(page);
    }
    assert.ok((await last.boundingBox()).x < 330, 'swiped to the end');
    await last.tap();
    await drawn(page);
    assert.equal(await stage(page).getAttribute('data-step'), 'output');
    assert.deepEqual((await compareNumbers(page)).wrong, []);
  });
});

test('settings are behind one button', async () => {
  await withPhone(layer.en, async (page) => {
    assert.equal(await control(page, 'mask-causal').isVisible(), false);
    await page.getByRole('button', { name: 'Settings' }).tap();
    await checkControl(page, 'mask-causal');
    await drawn(page);
    assert.ok(await page.locator('ap-ribbon [data-step="masked_scores"]').count());
    const fields = await page
      .locator('ap-controls')
      .locator('button, select, input:not([type=checkbox])')
      .evaluateAll((all) =>
        all
          .map((one) => ({ html: one.outerHTML.slice(0, 60), box: one.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0)
          .map(({ html, box }) => ({ html, height: box.height })),
      );
    assert.ok(fields.length > 5, `${fields.length} fields`);
    const small = fields.filter(({ height }) => height < 32);
    assert.deepEqual(small, [], 'too small for a finger');
  });
});

/** The class of what has the focus, through shadow roots. */
const focused = (page) =>
  page.evaluate(() => {
    let { activeElement } = document;
    while (activeElement?.shadowRoot?.activeElement) ({ activeElement } = activeElement.shadowRoot);
    return { name: activeElement.className, step: activeElement.dataset.step };
  });

/** Whether it is in the window as a whole, and nothing lies over its middle. */
const inView = (page, selector) =>
  page.locator(selector).evaluate((one) => {
    const { left, top, bottom, width, height } = one.getBoundingClientRect();
    const seen = one.getRootNode().elementFromPoint(left + width / 2, top + height / 2);
    return top >= 0 && bottom <= innerHeight && one.contains(seen);
  });

for (const path of Object.values(pair)) {
  test(`a step tapped in the map comes into view, and there is a way back: ${path}`, async () => {
    await withPhone(path, async (page) => {
      await page.locator('ap-map .fold').tap();
      await page.locator('ap-map .item[aria-current]').tap();
      const step = 'decoder.0.cross_attention.context';
      const item = page.locator(`ap-map [data-step="${step}"]`);
      await item.tap();
      await drawn(page);
      assert.equal(await stage(page).getAttribute('data-step'), step);
      assert.ok(await inView(page, 'ap-stage h2 .called'), 'the title of the step');
      assert.match((await focused(page)).name, /stage/);
      assert.equal(await item.isVisible(), false, 'the map has closed');
      const [head, strip] = [
        await page.locator('ap-stage h2 .called').boundingBox(),
        await page.locator('ap-map').boundingBox(),
      ];
      assert.ok(strip.y >= 0 && strip.y + strip.height <= head.y, 'above the title');
      await page.evaluate(() => scrollTo(0, 300));
      await drawn(page);
      assert.ok(await inView(page, 'ap-map .fold'), 'the way back stays in sight');
      await page.locator('ap-map .fold').tap();
      await page.locator('ap-map .item[aria-current]').waitFor();
      await drawn(page);
      assert.ok(await inView(page, 'ap-map .item[aria-current]'), 'where one was in the map');
      // Arrows stay in the map, which follows them; Enter goes to the step as a tap does.
      await page.locator('ap-map .item[aria-current]').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await drawn(page);
      assert.equal(await stage(page).getAttribute('data-step'), step);
      const walked = (await focused(page)).step;
      assert.notEqual(walked, step);
      assert.ok(await inView(page, 'ap-map .item:focus'));
      await page.keyboard.press('Enter');
      await drawn(page);
      assert.equal(await stage(page).getAttribute('data-step'), walked);
      assert.ok(await inView(page, 'ap-stage h2 .called'));
    });
  });
}

test('the sheet never covers the cell that it explains', async () => {
  await withPhone(pair.en, async (page) => {
    const clear = async (name) => {
      await drawn(page);
      const [cell, sheet] = await page.evaluate(() => {
        const { shadowRoot, store } = document.querySelector('attention-playground');
        const stage = shadowRoot.querySelector('ap-stage').shadowRoot;
        const figure = stage.querySelector('ap-figure').shadowRoot;
        const cell = figure.querySelector(`.result [data-index="${store.kept.index.join()}"]`);
        return [cell, shadowRoot.querySelector('ap-proof-sheet')].map((one) => {
          const { top, bottom } = one.getBoundingClientRect();
          return { top, bottom };
        });
      });
      assert.ok(cell.top > 0 && cell.bottom <= sheet.top, `${name}: ${cell.bottom}, ${sheet.top}`);
    };
    await page.locator('.sheet-toggle').tap();
    await clear('opened');
    for (const step of ['decoder.0.cross_attention.q', 'encoder.0.norm_1', 'prediction']) {
      await goTo(page, step);
      await clear(step);
    }
    await goTo(page, 'encoder.0.self_attention.weights');
    for (const index of [
      [0, 0, 3, 1],
      [0, 0, 0, 2],
    ]) {
      await cell(page, 'encoder.0.self_attention.weights', index).evaluate((one) =>
        one.scrollIntoView({ block: 'end' }),
      );
      await page.evaluate(
        (index) =>
          document
            .querySelector('attention-playground')
            .store.keep({ path: 'encoder.0.self_attention.weights', index }),
        index,
      );
      await clear(String(index));
    }
  });
});

test('a sentence is typed on a phone', async () => {
  await withPhone(layer.zh, async (page) => {
    await openField(page);
    await field(page).tap();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText('今天天气很好');
    await eventually(async () => (await tokens(page)).join(''), '今天天气很好');
    const size = await field(page).evaluate((one) => parseFloat(getComputedStyle(one).fontSize));
    assert.ok(size >= 16, `${size} px: the phone zooms in on it`);
    await drawn(page);
    assert.deepEqual((await compareNumbers(page)).wrong, []);
  });
});

/** Of the figure: grids that have cells without digits, and the chosen cell of the result. */
const figure = (page) =>
  page.evaluate(() => {
    const { renderRoot, store } = document.querySelector('attention-playground');
    const shown = renderRoot.querySelector('ap-stage').renderRoot.querySelector('ap-figure');
    const { grids } = shown.figure;
    const result = grids.find(({ isResult }) => isResult);
    const at = store.kept && result.layout.locate(store.kept.index);
    const body = shown.renderRoot.querySelector(`[data-grid="${result.name}"]`);
    const port = body.parentElement.getBoundingClientRect();
    const { left, top } = body.getBoundingClientRect();
    const { cellWidth, cellHeight } = result;
    return {
      bare: grids.filter(({ decimals }) => decimals === undefined).map(({ name }) => name),
      scrolls: body.parentElement.scrollWidth > body.parentElement.clientWidth + 1,
      isWhole:
        at !== undefined &&
        left + at.column * cellWidth >= port.left - 1 &&
        left + (at.column + 1) * cellWidth <= port.right + 1,
      cell: at && { top: top + at.row * cellHeight, bottom: top + (at.row + 1) * cellHeight },
    };
  });

for (const [name, width, path] of [
  ['the workbench', 320, pages.playground(7)],
  ['31 tokens', 390, pages.playground(31)],
  ['a guide', 390, pages['playground, guided'](10)],
  ['a Transformer', 320, pages.transformer(7)],
]) {
  test(`digits stand in every cell of a step of each kind, and no page is wider than its window: ${name}, ${width} px`, async () => {
    const wrong = {};
    await site.withPage(
      path,
      async (page) => {
        for (const step of await stepKinds(page)) {
          await goTo(page, step);
          const { bare } = await figure(page);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          if (bare.length > 0 || wide > width) wrong[step] = [...bare, wide];
        }
      },
      { width, height: 740 },
    );
    assert.deepEqual(wrong, {});
  });
}

test('a figure scrolls inside itself, and the chosen cell comes into sight by keys', async () => {
  await withPhone(pages.playground(16), async (page) => {
    await goTo(page, 'scores');
    assert.ok((await figure(page)).scrolls);
    const grid = page.locator('ap-figure .result [role=grid]');
    await grid.focus();
    for (const key of ['End', 'Enter']) await page.keyboard.press(key);
    await drawn(page);
    assert.ok((await figure(page)).isWhole, 'the last column');
    for (const key of ['Home', 'Enter']) await page.keyboard.press(key);
    await drawn(page);
    assert.ok((await figure(page)).isWhole, 'the first column');
    await page.evaluate(() => {
      const { store } = document.querySelector('attention-playground');
      store.preview(undefined);
      store.keep({ path: 'scores', index: [0, 0, 2, 15] });
    });
    await eventually(async () => (await figure(page)).isWhole, true);
    assert.equal(await page.evaluate(() => scrollX), 0);
  });
});

for (const [lang, path] of Object.entries(layer)) {
  test(`how the tapped cell was computed stands on the first screen (${lang})`, async () => {
    for (const mode of ['workbench', 'guided', 'figure']) {
      await withPhone(`${path}&mode=${mode}&view=matrix`, async (page) => {
        await goTo(page, 'weights');
        await cell(page, 'weights', [0, 0, 1, 2]).tap();
        const line = page.locator('ap-proof-sheet .sheet-toggle .equation');
        await line.waitFor();
        await drawn(page);
        assert.match(await line.innerText(), /^e\^\(.+\) ÷ .+ = \S+$/);
        const box = await line.boundingBox();
        assert.ok(box.y > 0 && box.y + box.height <= 740 && box.x + box.width <= 360, mode);
        const cut = await line.evaluate((one) => one.scrollWidth > one.clientWidth + 1);
        assert.equal(cut, false, mode);
        const { y } = await page.locator('ap-proof-sheet').boundingBox();
        assert.ok((await figure(page)).cell.bottom <= y, `${mode}: it covers its cell`);
      });
    }
  });

  test(`the first cell of the workbench stands at 260 px at most, below a map at 300 (${lang})`, async () => {
    for (const [at, most] of [
      [path, 260],
      [path.replace('#v=1', ''), 300],
      [pair[lang], 300],
    ]) {
      await site.withPage(
        at,
        async (page) => {
          const top = await page
            .locator('ap-figure .port')
            .evaluateAll((all) => Math.min(...all.map((one) => one.getBoundingClientRect().top)));
          assert.ok(top <= most, `${at}: ${top} px`);
        },
        { width: 360, height: 740 },
      );
    }
  });
}

// Those of a whole Transformer: transformer.slow.test.mjs.
for (const [lang, path] of Object.entries(layer)) {
  test(`no step of a masked layer is wider than the screen (${lang})`, async () => {
    await withPhone(`${path}&mask=causal`, async (page) => {
      const wide = {};
      const look = async (name) => {
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        if (width > 360) wide[name] = width;
      };
      const paths = await page.evaluate(() =>
        document.querySelector('attention-playground').trace.steps.map(({ path }) => path),
      );
      for (const step of paths) {
        await goTo(page, step);
        await look(step);
      }
      await goTo(page, 'weights');
      for (const weightsView of ['matrix', 'heads', 'text']) {
        await page.evaluate(
          (view) =>
            document.querySelector('attention-playground').store.update({ weightsView: view }),
          weightsView,
        );
        await drawn(page);
        await look(weightsView);
      }
      assert.deepEqual(wide, {});
    });
  });
}
