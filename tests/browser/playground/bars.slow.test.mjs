// What stands around the stage: one line that says what this is, one bar of words, one ribbon, and how little they take.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  control,
  eventually,
  field,
  openField,
  openSettings,
  problem,
  sentenceAnswer,
  setControl,
  stage,
  tokens,
} from '../support/hands.mjs';
import { assertNoWider } from '../support/looks.mjs';
import { drawn, goTo } from '../support/numbers.mjs';
import { layer, openSite, pair, whenReady } from '../support/site.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const box = (page, selector) => page.locator(selector).first().boundingBox();
const intro = (page) => page.locator('.intro');

/** What has the focus, through shadow roots: its classes. */
const focused = (page) =>
  page.evaluate(() => {
    let { activeElement } = document;
    while (activeElement?.shadowRoot?.activeElement) ({ activeElement } = activeElement.shadowRoot);
    return activeElement.className;
  });

describe('the room that is left for the stage', () => {
  for (const path of ['/play', '/zh/transformer']) {
    test(`begins at 160 px, at most 36 px later while a first visitor is greeted: ${path}`, () =>
      site.withPage(path, async (page) => {
        assert.equal((await box(page, '.bar')).height, 48);
        assert.equal((await box(page, '.ribbon')).height, 48);
        // The claim about the trained head that both pages open on is one row in the stage.
        const line = (await box(page, 'ap-learned')).height;
        assert.ok(line > 0 && line <= 40, `${line}`);
        assert.ok((await box(page, 'ap-stage')).y <= 196);
        await page.locator('ap-ribbon .go button').last().click();
        await drawn(page);
        assert.equal(await intro(page).count(), 0);
        assert.ok((await box(page, 'ap-stage')).y <= 160);
      }));
  }

  test('is at least 560 px wide between the map and the proof, all of them on one screen', () =>
    site.withPage('/transformer#v=1&model=encoder-decoder', async (page) => {
      const [map, stage, proof] = await Promise.all(
        ['.map', 'ap-stage', 'ap-proof-sheet'].map((one) => box(page, one)),
      );
      assert.ok(map.x + map.width <= stage.x && map.width >= 210 && map.width <= 260);
      assert.ok(stage.width >= 560 && stage.x + stage.width <= proof.x, `${stage.width} px`);
      assert.ok(proof.width >= 290 && proof.x + proof.width <= 1280);
      for (const { y, height } of [map, proof]) assert.ok(y + height <= 800, `${y} + ${height}`);
    }));

  test('on a phone: a bar of 48 px, a ribbon of 52 px, a folded proof with its equation of at most 72 px', () =>
    site.withPage(
      '/transformer#v=1&model=encoder-decoder',
      async (page) => {
        assert.equal((await box(page, '.bar')).height, 48);
        assert.equal((await box(page, '.ribbon')).height, 52);
        assert.ok((await box(page, '.map')).height <= 44);
        const proof = await box(page, 'ap-proof-sheet');
        assert.ok(proof.height <= 73 && proof.y + proof.height <= 741);
        assert.ok((await box(page, 'ap-stage')).y <= 64 + 48 + 52 + 44);
      },
      { width: 360, height: 740 },
    ));
});

describe('no page of the playground scrolls sideways', () => {
  for (const path of ['/zh/play', '/transformer']) {
    test(path, () =>
      site.withPage(path, async (page) => {
        for (const width of [320, 360, 480, 700, 768, 800, 860, 959, 960, 1100, 1279]) {
          await page.setViewportSize({ width, height: 800 });
          await assertNoWider(page, width);
        }
        await page.setViewportSize({ width: 320, height: 740 });
        await openSettings(page);
        await assertNoWider(page, 320, 'with the settings open');
        await page.keyboard.press('Escape');
        await openField(page, 'sentences-0');
        await assertNoWider(page, 320, 'with a field open');
      }),
    );
  }
});

describe('a first visitor', () => {
  test('reads what attention does, and starts at the words', () =>
    site.withPage('/play', async (page) => {
      assert.match(await intro(page).innerText(), /Each word asks every word/);
      await intro(page).getByRole('button', { name: 'Start at the words' }).click();
      await drawn(page);
      assert.equal(await stage(page).getAttribute('data-step'), 'source.ids');
      assert.equal(await intro(page).count(), 0);
      assert.equal(await page.locator('ap-ribbon .count').innerText(), '1 / 38');
      await goTo(page, 'encoder.1.self_attention.weights');
      assert.equal(await intro(page).count(), 0, 'it does not come again');
    }));

  test('is not greeted at the next visit', () =>
    site.withPage(
      '/play',
      async (page) => {
        await intro(page).locator('.quiet').click();
        await page.goto('about:blank');
        await page.goto(`${site.url}/play`);
        await whenReady(page);
        assert.equal(await intro(page).count(), 0);
      },
      { fresh: true },
    ));

  test('who comes with a state of the page is not greeted', () =>
    site.withPage('/play#v=1&step=scores', async (page) =>
      assert.equal(await intro(page).count(), 0),
    ));
});

describe('the ribbon', () => {
  test('walks from the words to the output; a symbol chooses its lane, and the walk keeps to it', () =>
    site.withPage(layer.en, async (page) => {
      const at = () => stage(page).getAttribute('data-step');
      const next = page.locator('ap-ribbon .go button').last();
      await goTo(page, 'ids');
      assert.equal(await page.locator('ap-ribbon .go button').first().isDisabled(), true);
      await page.locator('ap-ribbon [data-step="k"]').click();
      for (const step of ['k', 'k_view', 'k_transposed', 'scores']) {
        await drawn(page);
        assert.equal(await at(), step);
        const current = page.locator('ap-ribbon [aria-current]');
        assert.equal(await current.count(), 1);
        const [lane, strip] = [await current.boundingBox(), await box(page, 'ap-ribbon .strip')];
        assert.ok(lane.x >= strip.x && lane.x + lane.width <= strip.x + strip.width, 'in sight');
        await next.click();
      }
      assert.equal(await page.locator('ap-ribbon .stop.several').count(), 3);
      await goTo(page, 'output');
      assert.equal(await next.isDisabled(), true);
      assert.equal(await page.locator('ap-ribbon .count').innerText(), '15 / 15');
    }));
});

describe('what is behind a button', () => {
  test('the settings close by Escape, by a press elsewhere and by leaving, and give the focus back', () =>
    site.withPage(layer.en, async (page) => {
      const isOpen = () => control(page, 'heads').isVisible();
      await openSettings(page);
      await control(page, 'heads').focus();
      await page.keyboard.press('Escape');
      assert.deepEqual([await isOpen(), await focused(page)], [false, 'fold']);
      await openSettings(page);
      await control(page, 'heads').focus();
      await page.mouse.click(400, 780);
      await eventually(isOpen, false);
      await openSettings(page);
      await page.locator('ap-ribbon .play').focus();
      await eventually(isOpen, false);
      assert.equal(await focused(page), 'play');
    }));

  test('a refused number is said in the panel too, and covered by nothing', () =>
    site.withPage(layer.en, async (page) => {
      await setControl(page, 'heads', '7');
      const said = page.locator('ap-controls .refused');
      assert.equal((await said.innerText()).trim().length > 20, true);
      const { x, y } = await said.boundingBox();
      const top = await page.evaluate(
        ([x, y]) => {
          let found = document.elementFromPoint(x, y);
          while (found.shadowRoot) found = found.shadowRoot.elementFromPoint(x, y);
          return found.className;
        },
        [x + 20, y + 10],
      );
      assert.equal(top, 'refused');
      await page.keyboard.press('Escape');
      assert.match(await problem(page), /divide/);
    }));

  test('a text is edited in place: by its button, by a press beside its tokens; Enter keeps it, Escape takes it back', () =>
    site.withPage(layer.en, async (page) => {
      const button = page.locator('ap-input .edit');
      await button.click();
      assert.equal(await focused(page), 'field text');
      await page.keyboard.type('Birds sing');
      await eventually(() => tokens(page), ['Birds', 'sing']);
      await page.keyboard.press('Enter');
      assert.equal(await field(page).isVisible(), false);
      assert.equal(await focused(page), 'edit');
      const line = await box(page, 'ap-input ap-tokens');
      await page.mouse.click(line.x + line.width - 40, line.y + line.height / 2);
      assert.equal(await field(page).isVisible(), true);
      await page.keyboard.type('One two');
      await eventually(() => tokens(page), ['One', 'two']);
      await page.keyboard.press('Escape');
      assert.equal(await field(page).isVisible(), false);
      await eventually(() => tokens(page), ['Birds', 'sing']);
      await openField(page);
      await field(page).fill(' ');
      await page.locator('ap-stage h2').click();
      await eventually(() => field(page).isVisible(), true, 'a refused text stays to be mended');
      assert.match(await sentenceAnswer(page), /only spaces/);
    }));

  test("a token's editor lies over the page, and closes by a press elsewhere", () =>
    site.withPage(layer.en, async (page) => {
      const before = await box(page, 'ap-stage');
      await page.locator('ap-tokens button').nth(1).click();
      const editor = page.locator('ap-tokens .editor');
      assert.equal(await editor.isVisible(), true);
      assert.deepEqual(await box(page, 'ap-stage'), before);
      await page.mouse.click(400, 780);
      await eventually(() => editor.count(), 0);
    }));
});

describe('the map of a Transformer', () => {
  test('what is told to be folded shows nothing of itself', () =>
    site.withPage(pair.en, async (page) => {
      for (const layers of [1, 2]) {
        await page.evaluate(
          (layers) => document.querySelector('attention-playground').store.update({ layers }),
          layers,
        );
        await drawn(page);
        const levels = await page
          .locator('ap-map .item')
          .evaluateAll((all) => all.map((one) => [one.ariaExpanded, Number(one.ariaLevel)]));
        const wrong = levels.filter(
          ([expanded, level], i) => expanded === 'false' && levels[i + 1]?.[1] > level,
        );
        assert.deepEqual(wrong, []);
      }
      assert.equal(await page.getByRole('button', { name: 'Close all' }).count(), 0);
      await page.locator('ap-map .item[data-block]').first().click();
      await page.getByRole('button', { name: 'Close all' }).click();
      await drawn(page);
      assert.equal(await page.getByRole('button', { name: 'Close all' }).count(), 0);
    }));

  test('on a tablet it is a strip that shows where one is, and opens over the stage', () =>
    site.withPage(
      pair.en,
      async (page) => {
        assert.match(await page.locator('ap-map .here').innerText(), /Cross-attention/);
        const before = await box(page, 'ap-stage');
        const fold = page.locator('ap-map .fold');
        await fold.click();
        const item = page.locator('ap-map .item[aria-current]');
        await item.waitFor();
        assert.deepEqual(await box(page, 'ap-stage'), before);
        await page.keyboard.press('Escape');
        assert.equal(await item.isVisible(), false);
        assert.match(await focused(page), /fold/);
      },
      { width: 768, height: 1024 },
    ));
});
