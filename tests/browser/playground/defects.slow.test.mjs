// Mistakes that people met, each as they met it: none comes back.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cell, checkControl, eventually, tensor, valueOf } from '../support/hands.mjs';
import { drawn, goTo } from '../support/numbers.mjs';
import { layer, openSite } from '../support/site.mjs';
import { element } from './support/state.mjs';

let site;
before(async () => {
  site = await openSite();
});
after(() => site?.close());

const withPage = (...args) => site.withPage(...args);

const inFigure = (page, read) =>
  page
    .locator('ap-stage ap-figure')
    .evaluate((figure, read) => new Function('figure', `return ${read}`)(figure), read);
const keep = async (page, path, index) => {
  await page.evaluate(`${element}.store.keep(${JSON.stringify({ path, index })})`);
  await drawn(page);
};

test('the next step twice, fast: the motion of the first one ends', async () => {
  await withPage(
    layer.en,
    async (page) => {
      await goTo(page, 'q_transposed');
      await page.evaluate(async () => {
        const { store } = document.querySelector('attention-playground');
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        for (let i = 0; i < 2; i += 1) {
          store.next();
          for (let frames = 0; frames < 4; frames += 1) await frame();
        }
      });
      const path = await page.evaluate(`${element}.store.current.path`);
      // All that is drawn on the way, moving or not, belongs to the step that is shown.
      assert.equal(await inFigure(page, 'figure.paths[0]'), path);
      const own = await inFigure(page, 'figure.figure.grids.map(({ step }) => step.path)');
      const inputs = await page.evaluate(`${element}.store.current.inputs`);
      for (const one of own) assert.ok([path, ...inputs].includes(one), `${one} in ${path}`);
      await eventually(() => inFigure(page, 'figure.moment'), 1);
      assert.equal(await inFigure(page, 'figure.frame'), 0);
      // At rest it is what a page that was opened there shows.
      const pixels = () => inFigure(page, 'figure.canvas.toDataURL()');
      const moved = await pixels();
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await goTo(page, 'x');
      await goTo(page, path);
      assert.ok((await pixels()) === moved);
    },
    { reducedMotion: 'no-preference' },
  );
});

test('a cell edited after scrolling: its editor is in sight, under no bar', async () => {
  await withPage(layer.en, async (page) => {
    await goTo(page, 'scores');
    await cell(page, 'scores', [0, 0, 2, 1]).click();
    await page.mouse.wheel(0, 400);
    await page.waitForTimeout(100);
    await page.evaluate(
      `${element}.shadowRoot.querySelector('ap-stage').shadowRoot.querySelector('ap-figure').edit()`,
    );
    const field = page.locator('ap-cell-editor input');
    await field.waitFor();
    await drawn(page);
    const isOnTop = await field.evaluate((input) => {
      const { x, y, width, height } = input.getBoundingClientRect();
      let seen = document.elementFromPoint(x + width / 2, y + height / 2);
      while (seen?.shadowRoot) {
        const deeper = seen.shadowRoot.elementFromPoint(x + width / 2, y + height / 2);
        if (!deeper || deeper === seen) break;
        seen = deeper;
      }
      return seen === input;
    });
    assert.ok(isOnTop);
  });
});

test('the editor shows the whole number, and the grid stays where it is', async () => {
  await withPage('/play#v=1&s=a+b+c+d+e+f+g+h+i+j+k+l+m+n+o+p&step=scores', async (page) => {
    const port = page.locator('ap-stage .port.result');
    const at = () => port.evaluate(({ scrollLeft }) => scrollLeft);
    const from = await at();
    await cell(page, 'scores', [0, 0, 2, 1]).dblclick();
    const field = page.locator('ap-cell-editor input');
    await field.waitFor();
    const value = await valueOf(page, 'scores', [0, 0, 2, 1]);
    assert.equal(Number(await field.inputValue()), value);
    assert.ok((await field.inputValue()).length > 6, 'all its digits');
    const hidden = await field.evaluate((input) => {
      input.setSelectionRange(0, 0);
      return input.scrollWidth - input.clientWidth;
    });
    assert.ok(hidden <= 0, `${hidden} px of the number are hidden`);
    assert.equal(await at(), from);
  });
});

test('keys typed faster than the editor is fetched are all in the number', async () => {
  await withPage(layer.en, async (page) => {
    await goTo(page, 'scores');
    let release;
    const held = new Promise((done) => (release = done));
    await page.route(/cell-editor/, async (route) => {
      await held;
      await route.continue();
    });
    await cell(page, 'scores', [0, 0, 2, 1]).click();
    await page.locator('ap-stage .result [role=grid]').focus();
    await page.keyboard.type('-4.25');
    await page.keyboard.press('Enter');
    release();
    await eventually(() => valueOf(page, 'scores', [0, 0, 2, 1]), -4.25);
    await eventually(() => page.locator('ap-cell-editor').count(), 0);
  });
});

test('self-attention without projections marks one row of its queries and one column of its keys', async () => {
  await withPage(layer.en, async (page) => {
    await page.evaluate(
      `${element}.store.update({ projections: 'none', heads: 1, step: 'scores' })`,
    );
    const query = 2;
    const key = 5;
    await keep(page, 'scores', [0, query, key]);
    const marked = await page.evaluate(() => {
      const { store, shadowRoot } = document.querySelector('attention-playground');
      const { figure } = shadowRoot.querySelector('ap-stage').shadowRoot.querySelector('ap-figure');
      return figure.grids
        .filter(({ isResult }) => !isResult)
        .map(({ step, input, layout, transposed }) => {
          const places = store
            .operandsIn(step.path)
            .filter((one) => one.input === undefined || one.input === input)
            .flatMap(({ index }) => layout.locate(index) ?? []);
          const side = transposed ? 'column' : 'row';
          return { places: new Set(places.map((one) => one[side])).size, first: places[0]?.[side] };
        });
    });
    assert.deepEqual(marked, [
      { places: 1, first: query },
      { places: 1, first: key },
    ]);
  });
});

test('rows that see no key are counted by the words, and stand in no legend', async () => {
  await withPage(layer.en, async (page) => {
    await checkControl(page, 'mask-custom');
    await page.evaluate(`(() => {
      const { store } = ${element};
      for (let key = 0; key < 7; key += 1) store.edit('custom_mask', [3, key], -Infinity);
    })()`);
    await goTo(page, 'weights');
    const { data } = await tensor(page, 'weights');
    assert.ok(data.slice(21, 28).every((weight) => weight === 0));
    const notes = page.locator('ap-stage .notes .warning');
    assert.equal(await notes.count(), 1);
    assert.match(await notes.innerText(), /see no key: .*on/);
    assert.doesNotMatch(await page.locator('ap-stage ap-figure').innerText(), /no visible key/);
  });
});

test('the text view asks from the query of the kept cell', async () => {
  await withPage(layer.en, async (page) => {
    await goTo(page, 'weights');
    await keep(page, 'weights', [0, 0, 2, 1]);
    await page.evaluate(`${element}.store.update({ weightsView: 'text' })`);
    const asking = page.locator('ap-weights .word[aria-pressed="true"]');
    await eventually(
      async () => (await asking.allInnerTexts()).map((text) => text.trim()),
      ['sat'],
    );
  });
});

test('what is drawn [d_k, key] is titled so', async () => {
  await withPage(layer.en, async (page) => {
    await goTo(page, 'scores');
    const title = page.locator('ap-stage ap-figure .title-of').filter({ hasText: '⊤' });
    const axes = await title.locator('.shape').innerText();
    assert.equal(axes.replace(/\s+/g, ' '), '[d_k 16, key 7]');
    const { rows, columns } = await inFigure(
      page,
      'figure.figure.grids.find(({ transposed }) => transposed).layout',
    );
    assert.deepEqual([rows, columns], [16, 7]);
  });
});

test('one edit leaves the colours and digits of the others, and rows that do not sum to 1 are named', async () => {
  await withPage('/play#v=1&heads=2&d=8&step=weights', async (page) => {
    const read =
      'figure.figure.grids.map(({ scale, decimals }) => [scale.low, scale.high, decimals])';
    await goTo(page, 'context');
    const [, , context] = (await inFigure(page, read)).at(-1);
    assert.ok(context > 0);
    await goTo(page, 'weights');
    const before = await inFigure(page, read);
    await page.evaluate(`${element}.store.edit('weights', [0, 0, 2, 1], 9)`);
    await drawn(page);
    const after = await inFigure(page, read);
    assert.deepEqual(after.at(-1).slice(0, 2), before.at(-1).slice(0, 2));
    assert.ok(after.at(-1)[2] > 0, 'digits');
    const note = page.locator('ap-stage .notes .warning');
    assert.match(await note.innerText(), /do not sum to 1: .*sat/);
    await goTo(page, 'context');
    assert.ok((await inFigure(page, read)).at(-1)[2] > 0, 'digits downstream');
  });
});

test('“Why” says at Q, K and V why they are there, and leads to their lesson', async () => {
  const question = { en: /three different things/, zh: /三件不同的事/ };
  for (const lang of ['en', 'zh']) {
    await withPage(layer[lang], async (page) => {
      const proof = page.locator('ap-proof');
      await proof.locator('#tab-why').click();
      for (const path of ['q', 'k', 'v', 'w_q']) {
        await goTo(page, path);
        await eventually(
          async () => question[lang].test(await proof.locator('[role=tabpanel]').innerText()),
          true,
          path,
        );
        const href = await proof.locator('a').evaluate((link) => link.href);
        assert.equal(
          new URL(href).pathname,
          `/${lang === 'en' ? '' : 'zh/'}learn/query-key-value.html`,
        );
      }
    });
  }
});

test('the tools of a figure close with its step and by Escape, and are not left open where a person is led', async () => {
  await withPage(layer.en, async (page) => {
    await goTo(page, 'scores');
    const button = page.locator('ap-stage #tools');
    const tools = page.locator('ap-stage ap-figure-tools');
    await button.click();
    await tools.waitFor();
    await page.keyboard.press('Escape');
    await eventually(() => tools.count(), 0);
    await button.click();
    await tools.waitFor();
    await tools.locator('button').first().press('Escape');
    await eventually(() => tools.count(), 0);
    await button.click();
    await tools.waitFor();
    await page.evaluate(`${element}.store.next()`);
    await eventually(() => tools.count(), 0);
    await button.click();
    await tools.waitFor();
    await page.evaluate(`${element}.store.update({ mode: 'guided' })`);
    await eventually(() => tools.count(), 0);
  });
});

test('heads cut by a view alone: no word is marked for a row that is none, right rows have their words, whole numbers no decimals', async () => {
  await withPage(layer.en, async (page) => {
    await page.locator('ap-input select').first().selectOption('arangeWrong');
    await drawn(page);
    const marked = () =>
      page
        .locator('ap-input .chip')
        .evaluateAll((all) =>
          all.filter((one) => one.matches('.query, .key')).map((one) => one.textContent.trim()),
        );
    await keep(page, 'q_transposed', [0, 0, 1, 0]);
    assert.deepEqual(await marked(), []);
    const right = page.locator('ap-right');
    const rows = await right.evaluate((one) => one.figure.grids[0].rowLabels);
    assert.deepEqual(rows, ['I', 'like', 'tea']);
    const strip = page.locator('ap-memory .slot-value');
    await strip.first().waitFor();
    for (const text of await strip.allInnerTexts()) assert.match(text, /^\d+$/);
    assert.match(await page.locator('ap-stage ap-figure .legend').innerText(), /^\S+\s*-23\s+23$/m);
    await goTo(page, 'q');
    await keep(page, 'q', [0, 1, 0]);
    await eventually(marked, ['like']);
  });
});
