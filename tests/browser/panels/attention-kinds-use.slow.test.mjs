// The panel of the three kinds of attention, used: words lit, sentences typed; the last good ones stay while something
// cannot be used.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { card, drawn, panel, problem, scopes, type } from './support/attention-kinds.mjs';
import { eventually } from '../support/hands.mjs';
import { testEdit, testLooks, testNarrow, testReturn } from './support/every-panel.mjs';

const { field, inside, setField, settle, withPanel } = panel;

test('a word is lit in all three wherever it occurs, by pointing, by choosing and by a cell', async () => {
  await withPanel(async (page) => {
    const lit = () =>
      page.evaluate(() => {
        const { shadowRoot } = document.querySelector('attention-kinds');
        const all = (selector, read) => [...shadowRoot.querySelectorAll(selector)].map(read);
        return {
          words: [
            ...new Set(all('.word.on', ({ dataset }) => `${dataset.side} ${dataset.at}`)),
          ].sort(),
          bands: Object.fromEntries(
            ['encoder', 'decoder', 'cross'].map((kind) => [
              kind,
              all(`[data-kind=${kind}] ap-slice`, (slice) => slice)
                .filter(({ path }) => path.endsWith('.weights'))
                .flatMap(({ lit }) => [
                  ...lit.rows.map((row) => `row ${row}`),
                  ...lit.columns.map((column) => `column ${column}`),
                ])
                .sort(),
            ]),
          ),
        };
      });
    await card(page, 'encoder', '.rail >> nth=0 >> .word >> nth=2').hover();
    const you = {
      words: ['source 2'],
      bands: { encoder: ['column 2', 'row 2'], decoder: [], cross: ['column 2'] },
    };
    await eventually(lit, you);
    await card(page, 'encoder', '.rail >> nth=0 >> .word >> nth=2').click();
    await page.mouse.move(2, 2);
    await eventually(lit, you);
    await page.keyboard.press('Escape');
    await card(page, 'decoder', `.port[data-step$=".weights"] [data-index="0,0,3,1"]`).click();
    await page.mouse.move(2, 2);
    await eventually(lit, {
      words: ['target 1', 'target 3'],
      bands: {
        encoder: [],
        decoder: ['column 1', 'column 3', 'row 1', 'row 3'],
        cross: ['row 1', 'row 3'],
      },
    });
    // Each is framed, with its label.
    const frames = await page.evaluate(() => {
      const { shadowRoot } = document.querySelector('attention-kinds');
      const slices = [...shadowRoot.querySelectorAll('[data-kind=cross] ap-slice')];
      const { figure } = slices.find(({ path }) => path.endsWith('.weights'));
      const { box, cellHeight } = figure.grids[0];
      const tops = figure.marks.filter(
        ({ type, stroke }) => type === 'path' && stroke === 'accent',
      );
      return tops.map(({ d }) => {
        const [, x, y] = /^M([\d.]+) ([\d.]+)/.exec(d);
        return [Number(x) < box.x, Math.round((Number(y) - box.y) / cellHeight)];
      });
    });
    assert.deepEqual(frames, [
      [true, 3],
      [true, 1],
    ]);
  });
});

test('what cannot be used is named, and the last good sentences stay', async () => {
  const said = {
    en: { empty: /no word/, long: /17 tokens.*16/s, seed: /4294967295/ },
    zh: { empty: /没有词/, long: /17.*16/s, seed: /整数/ },
  };
  for (const [lang, messages] of Object.entries(said)) {
    await withPanel(
      async (page) => {
        const alert = inside(page, '[role=alert] .wrong');
        const rows = () => card(page, 'cross', '.rail >> nth=0 >> .word').count();
        const wrong = async (name, text, message) => {
          await type(page, name, text);
          if (name === 'seed') await field(page, name).press('Enter');
          await settle(page);
          assert.match(await alert.innerText(), message, text);
          assert.equal(await field(page, name).getAttribute('aria-invalid'), 'true');
          assert.equal(await rows(), 4);
        };
        await wrong('target-0', '  ', messages.empty);
        await wrong('target-0', new Array(17).fill('x').join(' '), messages.long);
        await type(page, 'target-0', '<sos> 我 喜欢 你');
        assert.equal(await alert.count(), 0);
        // What is refused is the same in both languages.
        for (const text of lang === 'en' ? ['-1', '1.5', 'abc', '', '4294967296'] : ['-1']) {
          await wrong('seed', text, messages.seed);
        }
        await setField(page, 'seed', '５');
        assert.equal(await alert.count(), 0);
        await page.evaluate(() => (document.querySelector('attention-kinds').source = ''));
        await settle(page);
        assert.match(await alert.innerText(), messages.empty);
        assert.equal(await rows(), 4);
      },
      { lang },
    );
  }
});

test('the proof is in reach at every width: beside the step, or as a sheet', async () => {
  await withPanel(async (page) => {
    await inside(page, '.jump').click();
    await eventually(() => inside(page, 'ap-proof .value').isVisible(), true);
  });
  await withPanel(
    async (page) => {
      const bar = inside(page, 'ap-proof-sheet button[aria-expanded]');
      await card(page, 'decoder', '.port[data-step$=".weights"] [data-index="0,0,2,1"]').click();
      await eventually(async () => /喜欢.*我/.test(await bar.innerText()), true);
      await bar.click();
      assert.ok(await inside(page, 'ap-proof .value').isVisible());
      const box = await bar.boundingBox();
      assert.ok(box.y >= 0 && box.y < 740, 'the sheet is in sight');
    },
    { width: 360, height: 740 },
  );
});

test('by keyboard: from word to word, and a word kept', async () => {
  await withPanel(async (page) => {
    await card(page, 'cross', '.rail >> nth=0 >> .word >> nth=0').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await settle(page);
    const word = card(page, 'decoder', '.rail >> nth=1 >> .word >> nth=2');
    assert.equal(await word.getAttribute('aria-pressed'), 'true');
    assert.match(await word.getAttribute('class'), /\bon\b/);
  });
});

testLooks(panel, 'A', problem);
testNarrow(panel, problem);

testReturn(
  panel,
  async (page) => {
    assert.equal(await card(page, 'encoder', '.rail >> nth=0 >> .word').count(), 2);
    const one = `${scopes.encoder}.weights`;
    assert.equal(Object.keys(await drawn(page, 'encoder', one)).length, 4);
  },
  (page) => type(page, 'source-0', 'one two'),
);

testEdit(panel, {
  path: 'encoder.0.self_attention.scores',
  index: [0, 0, 0, 0],
  reads: 'decoder.0.cross_attention.weights',
});
