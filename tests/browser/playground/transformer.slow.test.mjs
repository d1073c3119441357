// The page with a whole Transformer: every stop of a pass drawn with the engine's numbers, its map, its address.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  chooseControl,
  control,
  eventually,
  openSettings,
  problem,
  setControl,
  stateOf,
} from '../support/hands.mjs';
import { violations } from '../support/looks.mjs';
import { compareNumbers, drawn, goTo, stepKinds } from '../support/numbers.mjs';
import { layer, openSite, pair } from '../support/site.mjs';

const pages = pair;

let site;
before(async () => (site = await openSite()));
after(() => site.close());

/** A page with the map on it. */
async function withPage(path, options, body) {
  await site.withPage(
    path,
    async (page) => {
      await mapItem(page, '[data-key="encoder"]').first().waitFor({ state: 'attached' });
      await body(page);
    },
    options,
  );
}

const mapItem = (page, selector = '') => page.locator(`ap-map .item${selector}`);
const current = (page) => page.locator('ap-map .item[aria-current]');
const element = (page, read, argument) =>
  page.evaluate(
    ([source, argument]) =>
      new Function(`return ${source}`)()(document.querySelector('attention-playground'), argument),
    [read.toString(), argument],
  );

/** Unfolds the stacks and every block. */
async function unfoldAll(page) {
  for (const key of ['encoder', 'decoder']) {
    const stack = mapItem(page, `[data-key="${key}"]`);
    if ((await stack.getAttribute('data-open')) === 'false') await stack.click();
    await drawn(page);
  }
  await page.evaluate(async () => {
    const map = document.querySelector('attention-playground').shadowRoot.querySelector('ap-map');
    const folded = () => map.shadowRoot.querySelector('.item[data-open="false"]');
    for (let one = folded(); one; one = folded()) {
      one.click();
      await map.updateComplete;
    }
  });
}

const topHeight = (page) =>
  element(page, (playground) => playground.style.getPropertyValue('--top-height'));

test("every kind of stop of an encoder–decoder shows the engine's numbers; what stays at the top is as high at each", async () => {
  await withPage(pages.en, {}, async (page) => {
    const paths = await stepKinds(page);
    assert.ok(paths.length > 25, `${paths.length} kinds`);
    await goTo(page, await element(page, ({ store }) => store.stops[0][0].path));
    const height = await topHeight(page);
    assert.match(height, /^[1-9]/);
    let pixels = 0;
    for (const [i, path] of paths.entries()) {
      await goTo(page, path);
      const stage = page.locator('ap-stage section.stage');
      assert.equal(await stage.getAttribute('data-step'), path);
      const found = await compareNumbers(page);
      assert.deepEqual(found.wrong, [], `at ${path}`);
      assert.ok(found.cells > 0, `${path} draws no number`);
      pixels += found.pixels;
      assert.equal(await topHeight(page), height, `at ${path}`);
      if (i > 2) continue;
      const next = await element(page, ({ store, step }) => {
        const at = store.stops.findIndex((lanes) => lanes.some(({ path }) => path === step));
        return store.stops[at + 1][0].path;
      });
      await page.locator('ap-ribbon .go button').last().click();
      await drawn(page);
      assert.equal(await stage.getAttribute('data-step'), next);
    }
    assert.ok(pixels > 50 * paths.length, `${pixels} pixels`);
    await goTo(page, await element(page, ({ store }) => store.stops.at(-1)[0].path));
    assert.equal(await page.locator('ap-ribbon .go button').last().isDisabled(), true);
  });
});

test('the place is in the title, in the language of the page; the ribbon shows its block', async () => {
  const words = {
    en: [/^Decoder 1 · Cross-attention \S+ ′ Attention weights/, 'Decoder 1 · Cross-attention'],
    zh: [/^解码器第 1 层 · 交叉注意力 \S+ ′ 注意力权重/, '解码器第 1 层 · 交叉注意力'],
  };
  for (const [language, path] of Object.entries(pages)) {
    await withPage(path, {}, async (page) => {
      const [title, block] = words[language];
      assert.match((await page.locator('ap-stage h2').innerText()).replace(/\s+/g, ' '), title);
      assert.equal(await page.locator('ap-ribbon .where').innerText(), block);
      const inside = await page
        .locator('ap-ribbon [data-step]')
        .evaluateAll((all) => all.map((one) => one.dataset.step));
      assert.ok(inside.length > 8 && inside.every((one) => /^decoder\.0\.cross/.test(one)));
      await page.locator('ap-ribbon .jump').last().click();
      await drawn(page);
      assert.equal(await element(page, ({ step }) => step), 'decoder.0.residual_2');
      await page.locator('ap-walk').scrollIntoViewIfNeeded();
      const open = page.locator('ap-walk .block[aria-expanded="true"]');
      assert.equal(await open.getAttribute('data-block'), 'decoder.0.residual_2');
    });
  }
});

test('all unfolded, the nodes of the map are the steps of the trace', async () => {
  await withPage(pages.en, {}, async (page) => {
    await unfoldAll(page);
    const nodes = await mapItem(page, '[data-step]').evaluateAll((all) =>
      all.map((one) => one.dataset.step),
    );
    const steps = await element(page, ({ trace }) => trace.steps.map(({ path }) => path));
    assert.deepEqual(nodes.toSorted(), steps.toSorted());
    // The layers are three, each of their blocks closes again, and so does the whole.
    await page.getByRole('button', { name: 'Close all' }).click();
    await drawn(page);
    assert.ok((await mapItem(page, '[data-step]').count()) < 5);
    assert.equal(await mapItem(page, '[data-key="decoder"]').getAttribute('data-open'), 'false');
    assert.equal(await page.getByRole('button', { name: 'Close all' }).count(), 0);
  });
});

test('a click on a block opens it, on a step goes there; walking moves the mark alone', async () => {
  await withPage(pages.en, {}, async (page) => {
    assert.equal(await current(page).getAttribute('data-block'), 'decoder.0.cross_attention.w_q');
    await current(page).click();
    await drawn(page);
    assert.equal(
      await current(page).getAttribute('data-step'),
      'decoder.0.cross_attention.weights',
    );
    await mapItem(page, '[data-step="decoder.0.cross_attention.context"]').click();
    await drawn(page);
    assert.equal(await element(page, ({ step }) => step), 'decoder.0.cross_attention.context');
    const look = () =>
      mapItem(page).evaluateAll((all) =>
        all.map((one) => `${one.dataset.key} ${one.style.cssText}`),
      );
    const before = await look();
    await page.locator('ap-ribbon .go button').last().click();
    await drawn(page);
    const path = 'decoder.0.cross_attention.context_transposed';
    assert.equal(await current(page).getAttribute('data-step'), path);
    assert.deepEqual(await look(), before);
    const [box, frame] = [
      await current(page).boundingBox(),
      await page.locator('ap-map .scroll').boundingBox(),
    ];
    assert.ok(box.y >= frame.y && box.y + box.height <= frame.y + frame.height, 'in sight');
  });
});

test('the second layer takes the place of the first in a folded stack', async () => {
  await withPage(pages.en, {}, async (page) => {
    const scopes = () =>
      mapItem(page, '[data-block^="decoder."]').evaluateAll((all) =>
        all.map((one) => one.dataset.block),
      );
    const layers = async () => [...new Set((await scopes()).map((one) => one.split('.')[1]))];
    assert.deepEqual(await layers(), ['0']);
    await goTo(page, 'decoder.1.feed_forward.hidden');
    assert.deepEqual(await layers(), ['1']);
    const stack = mapItem(page, '[data-key="decoder"]');
    assert.match(await stack.getAttribute('title'), /layer 2 is shown/);
    await stack.click();
    await drawn(page);
    const both = new Set((await scopes()).map((one) => one.slice(0, 9)));
    assert.deepEqual([...both], ['decoder.0', 'decoder.1']);
  });
});

test('keys walk over the map, fold and unfold it, and go to steps', async () => {
  await withPage(pages.en, {}, async (page) => {
    const focus = () =>
      page.evaluate(() => {
        let { activeElement } = document;
        while (activeElement?.shadowRoot?.activeElement) {
          ({ activeElement } = activeElement.shadowRoot);
        }
        const { step = '', block = '', key = '' } = activeElement.dataset;
        return { key, at: step || block };
      });
    assert.equal(await mapItem(page, '[tabindex="0"]').count(), 1);
    await current(page).focus();
    await page.keyboard.press('+');
    await drawn(page);
    assert.equal(
      await current(page).getAttribute('data-step'),
      'decoder.0.cross_attention.weights',
    );
    assert.equal((await focus()).at, 'decoder.0.cross_attention.w_q');
    await page.keyboard.press('ArrowDown');
    assert.equal((await focus()).at, 'decoder.0.cross_attention.output');
    await page.keyboard.press('Enter');
    await drawn(page);
    assert.equal(await element(page, ({ step }) => step), 'decoder.0.cross_attention.output');
    assert.equal((await focus()).at, 'decoder.0.cross_attention.output');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press(' ');
    await drawn(page);
    assert.equal(await current(page).getAttribute('data-block'), 'decoder.0.cross_attention.w_q');
    await page.keyboard.press('Home');
    assert.equal((await focus()).at, 'embedding_table');
    await page.keyboard.press('ArrowUp');
    const { key } = await focus();
    assert.notEqual(key, 'embedding_table');
    await page.keyboard.press('End');
    assert.equal((await focus()).at, 'w_vocabulary', 'the block of the output');
  });
});

test('a token is shown by its text wherever its id stands', async () => {
  await withPage(pages.en, {}, async (page) => {
    for (const step of ['prediction', 'source.ids', 'target.ids']) {
      await goTo(page, step);
      const { words, ids } = await element(
        page,
        ({ store, trace }, step) => ({
          words: store.labels(store.step('w_vocabulary'), 1, 0),
          ids: [...trace.tensor(step).data],
        }),
        step,
      );
      const shown = await page
        .locator(`ap-stage .result[data-step="${step}"] [role=gridcell]`)
        .evaluateAll((all) => all.map((one) => [one.textContent, Number(one.dataset.value)]));
      // Where the words are given, each stands above its id; a chosen one in its cell, with its id below.
      const isGiven = step !== 'prediction';
      assert.deepEqual(
        shown,
        ids.map((id) => [isGiven ? String(id) : words[id], id]),
      );
      const beside = await element(page, (playground) => {
        const stage = playground.shadowRoot.querySelector('ap-stage');
        const { grids, marks } = stage.shadowRoot.querySelector('ap-figure').figure;
        const { box, layout, cellWidth } = grids.find(({ isResult }) => isResult);
        const flattened = (all) =>
          all.flatMap((mark) => (mark.type === 'group' ? flattened(mark.marks) : [mark]));
        const all = flattened(marks).filter(({ type }) => type === 'text');
        return Array.from({ length: layout.columns }, (_, i) => {
          const middle = box.x + (i + 0.5) * cellWidth;
          const near = all.filter(({ x }) => Math.abs(x - middle) < 1);
          const texts = (inside) =>
            near.filter(({ y }) => y > box.y === inside).map(({ text }) => text);
          return { above: texts(false), inside: texts(true) };
        });
      });
      for (const [i, { above, inside }] of beside.entries()) {
        assert.deepEqual(isGiven ? above : inside, [isGiven ? words[ids[i]] : String(ids[i])]);
      }
      const last = ids.at(-1);
      await page.locator('ap-stage .result [role=gridcell]').last().click();
      await drawn(page);
      const value = page.locator('ap-proof .value');
      assert.equal((await value.innerText()).trim(), `${words[last]} (${last})`);
      assert.equal(await value.getAttribute('data-value'), String(last));
    }
    await goTo(page, 'source.embedding');
    const operand = page.locator('ap-proof .operand[data-path="source.ids"]');
    assert.match(await operand.innerText(), /^\S+ \(\d+\)$/);
  });
});

test('beside the map the proof stands at the side of the stage and covers nothing of it', async () => {
  for (const path of Object.values(pages)) {
    await withPage(path, {}, async (page) => {
      for (const step of ['decoder.0.cross_attention.weights', 'encoder.1.feed_forward.hidden']) {
        await goTo(page, step);
        await page
          .locator('ap-stage .result [role=grid]')
          .last()
          .click({ position: { x: 9, y: 9 } });
        await drawn(page);
        assert.equal(await page.locator('.sheet-toggle').isVisible(), false);
        const [map, stage, proof] = await Promise.all(
          ['ap-map', 'ap-stage', 'ap-proof'].map((one) => page.locator(one).boundingBox()),
        );
        assert.ok(map.x + map.width <= stage.x, 'the map is left of the stage');
        assert.ok(stage.x + stage.width <= proof.x, 'the proof is right of it');
        assert.ok(stage.width >= 560 && proof.width > 290, `${stage.width} and ${proof.width} px`);
        const hidden = await page
          .locator('ap-proof .terms')
          .evaluateAll((all) => all.map((one) => one.scrollWidth > one.clientWidth));
        assert.ok(hidden.length > 0);
        assert.ok(!hidden.includes(true), 'every column of the proof is in sight');
      }
    });
  }
});

test('a cell is followed, and what is untrained is said to be', async () => {
  await withPage(pages.en, {}, async (page) => {
    await page
      .locator('ap-proof')
      .getByText(/Untrained: random parameters \(seed 1\)/)
      .waitFor();
    assert.match(
      await page.locator('ap-map .hint').innerText(),
      /Untrained: random parameters \(seed 1\)/,
    );
    const kept = () => element(page, ({ store }) => store.kept);
    assert.deepEqual((await kept()).index, [0, 0, 4, 3]);
    await goTo(page, 'encoder.1.norm_2');
    assert.equal((await kept()).index[1], 3);
    await goTo(page, 'probabilities');
    assert.equal((await kept()).index[1], 4);
  });
});

test('a kind is chosen, and only what applies to it is there', async () => {
  await site.withPage(layer.en, async (page) => {
    assert.equal(await page.locator('ap-map').count(), 0);
    await chooseControl(page, 'kind', 'encoder-decoder');
    await mapItem(page).first().waitFor();
    assert.deepEqual((await stateOf(page)).memory, ['I am a student']);
    const names = await page
      .locator('ap-input .name.whole')
      .evaluateAll((all) => all.map((one) => one.textContent.trim()));
    assert.deepEqual(names, ['Source (encoder)', 'Target (decoder)']);
    assert.equal(await page.locator('ap-tokens .chip.pad').innerText(), '<sos>');
    await openSettings(page);
    await control(page, 'normOrder').waitFor();
    for (const name of ['mask-causal', 'projections', 'softcapKind', 'temperature', 'bias']) {
      assert.equal(await control(page, name).count(), 0, name);
    }
    await chooseControl(page, 'normOrder', 'pre');
    await setControl(page, 'layers', '3');
    assert.ok(
      await element(page, ({ trace }) => trace.steps.some((s) => s.path === 'decoder.norm')),
    );
    await setControl(page, 'heads', '5');
    assert.match(await problem(page), /divide/);
    assert.equal((await stateOf(page)).heads, 4);
    await chooseControl(page, 'kind', 'decoder-only');
    await setControl(page, 'heads', '8');
    assert.equal(await page.locator('ap-input .line').count(), 1);
    assert.equal((await stateOf(page)).heads, 8);
    await chooseControl(page, 'kind', 'self');
    await drawn(page);
    assert.equal(await page.locator('ap-map').count(), 0);
    await openSettings(page);
    assert.equal(await control(page, 'mask-causal').count(), 1);
  });
});

test('the address brings all of it back', async () => {
  let hash;
  let before;
  await withPage(pages.en, {}, async (page) => {
    await element(page, ({ store }) =>
      store.update({ layers: 1, normOrder: 'pre', feedForward: 20, tied: true, heads: 2 }),
    );
    await goTo(page, 'decoder.0.feed_forward.hidden');
    await eventually(
      () =>
        page.evaluate(() =>
          /model=encoder-decoder.*step=decoder.0.feed_forward.hidden/.test(location.hash),
        ),
      true,
    );
    hash = await page.evaluate(() => location.hash);
    before = await stateOf(page);
  });
  for (const path of ['/play', '/zh/transformer']) {
    await withPage(path + hash, {}, async (page) => {
      assert.deepEqual(await stateOf(page), before);
      assert.equal(await element(page, ({ step }) => step), 'decoder.0.feed_forward.hidden');
    });
  }
});

test('on a phone the map is one column behind a button, and nothing scrolls sideways', async () => {
  const phone = { width: 360, height: 740, touch: true };
  await site.withPage(
    pages.zh,
    async (page) => {
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
      assert.equal(await page.locator('ap-map .scroll').isVisible(), false);
      await page.getByRole('button', { name: '显示结构图' }).tap();
      await mapItem(page).first().waitFor();
      await drawn(page);
      const boxes = await mapItem(page, '[data-block]').evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect().x),
      );
      assert.ok(Math.max(...boxes) < 120, 'one above the other');
      await unfoldAll(page);
      await drawn(page);
      assert.ok((await wide()) <= 360);
      await page.getByRole('button', { name: '收起结构图' }).tap();
      assert.equal(await page.locator('ap-map .scroll').isVisible(), false);
      assert.ok((await wide()) <= 360);
    },
    phone,
  );
});

for (const [path, colorScheme, width] of [
  [pages.zh, 'dark', 1280],
  [pages.en, 'light', 360],
]) {
  test(`nothing stands in anybody's way: ${path}, ${colorScheme}, ${width} px`, async () => {
    await site.withPage(
      path,
      async (page) => {
        if (width < 600) await page.locator('ap-map .fold').click();
        await mapItem(page).first().waitFor();
        // What is unfolded looks the same below each other.
        for (const unfolds of width < 600 ? [false] : [false, true]) {
          if (unfolds) await unfoldAll(page);
          await drawn(page);
          const found = await violations(page, 'attention-playground', {
            impacts: ['serious', 'critical'],
          });
          assert.deepEqual(found, []);
        }
      },
      { colorScheme, width, height: 800 },
    );
  });
}

/** What stays at the top, and how wide the page is, at each of its stops that are not of a layer, or of this one. */
const everyStop = (page, layer) =>
  element(
    page,
    async (playground, layer) => {
      const found = [];
      const isMine = (path) => (/^(en|de)coder\.(\d)\./.exec(path)?.[2] ?? layer) === layer;
      for (const [{ path }] of playground.store.stops) {
        if (!isMine(path)) continue;
        playground.step = path;
        const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        await frame();
        const top = playground.style.getPropertyValue('--top-height');
        // A figure follows a new width a frame or more later.
        for (let i = 0; i < 20 && document.documentElement.scrollWidth > innerWidth; i += 1)
          await frame();
        found.push({ path, top, scrollWidth: document.documentElement.scrollWidth });
      }
      return found;
    },
    layer,
  );

// Layers have the same steps: each language walks through another one.
for (const [path, layer] of [
  [pages.en, '0'],
  [pages.zh, '1'],
]) {
  test(`what stays at the top is as high at every step on a phone, so that walking moves nothing below, and none is wider: ${path}`, () =>
    site.withPage(
      path,
      async (page) => {
        const found = await everyStop(page, layer);
        assert.ok(found.length > 50);
        assert.match(found[0].top, /^[1-9]/);
        assert.deepEqual([...new Set(found.map(({ top }) => top))], [found[0].top]);
        assert.deepEqual(
          found.filter((one) => one.scrollWidth > 360),
          [],
        );
      },
      { width: 360, height: 740 },
    ));
}
