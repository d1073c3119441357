// The cards of common mistakes: one for each fault that has an example, with the numbers of the state that its link opens.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { wasmFile } from '../../../scripts/build/wasm.mjs';
import { root } from '../../../scripts/lib/run.mjs';
import { importWeb } from '../support/bundled.mjs';

const web = await importWeb(
  'site/.vitepress/mistakes/cards.ts',
  'site/.vitepress/mistakes/colours.ts',
  'site/.vitepress/mistakes/examples.ts',
  'site/.vitepress/mistakes/svg.ts',
  'engine/index.ts',
  'engine/traces/faults.ts',
  'playground/store.ts',
  'playground/state.ts',
  'playground/address.ts',
  'playground/settings/faults.ts',
  'playground/trace-options.ts',
  'playground/words-read.ts',
  'styles/colour-scales.ts',
  'styles/palette.ts',
);
const engine = await web.load({ wasmBinary: readFileSync(join(root, wasmFile)) });
const cards = web.mistakesOf(engine);

/** A store that was opened in a language with the address of a card. */
function open(card, lang) {
  const store = new web.PlaygroundStore();
  store.start(engine);
  store.update({ lang });
  const { lang: own } = store.state;
  store.adopt(web.readHash(card.state, lang), { ...web.DEFAULTS, lang: own });
  return store;
}

/** The rows of the last two axes in which a cell lies. */
function rowsAround({ data, shape }, cell) {
  const [height, width] = shape.slice(-2);
  const before = shape.slice(0, -2).reduce((at, size, axis) => at * size + cell[axis], 0);
  const start = before * height * width;
  return Array.from({ length: height }, (_, row) => [
    ...data.slice(start + row * width, start + (row + 1) * width),
  ]);
}

/** As a cell of three signs has it. */
function short(value) {
  const text = value.toFixed(2);
  if (value === 0) return '0';
  if (Number(text) === 0) return '≈0';
  return Number(text) < 1 ? text.slice(1) : value.toFixed(1);
}

/** As a sentence has it. */
const written = (value) => (Number.isInteger(value) ? String(value) : value.toFixed(2));

/** Digits in the order of cells, with `masked` for those that are hatched; and the sums. */
function drawn(svg) {
  const cells = [...svg.matchAll(/class="masked"|var\(--ink-\d+\)">([^<]*)/g)];
  const sums = [...svg.matchAll(/class="end[^>]*>(\d\.\d\d)</g)];
  return {
    cells: cells.map(([, digits]) => digits ?? 'masked'),
    sums: sums.map(([, digits]) => digits),
  };
}

for (const lang of ['en', 'zh'])
  describe(`cards in ${lang}`, () => {
    const svgs = (card) => [card.wrong, card.right].map((picture) => web.svgOf(picture));

    test('each is of another fault of the engine, and none looks like another', () => {
      const faults = cards[lang].map(({ fault }) => fault);
      assert.deepEqual(faults, Object.keys(web.EXAMPLES));
      for (const fault of faults) assert.ok(web.faultNames.includes(fault), fault);
      assert.equal(new Set(faults).size, faults.length);
      for (const of of ['title', 'text', 'state'])
        assert.equal(new Set(cards[lang].map((card) => card[of])).size, faults.length, of);
    });

    for (const card of cards[lang])
      describe(card.fault, () => {
        const store = open(card, lang);
        after(() => store.dispose());
        const { cell, step, fault } = store.state;

        test('its address opens on the workbench, with the fault at a step that differs', () => {
          assert.equal(store.problem, undefined);
          assert.deepEqual(store.notices, []);
          assert.equal(store.state.mode, 'workbench');
          assert.equal(store.fault.name, card.fault);
          assert.equal(store.current.path, step);
          assert.deepEqual(store.kept, { path: step, index: cell });
          assert.ok(store.fault.differs(step));
          const situation = web.faultSituation(store.state, web.tokensOf(store.state));
          assert.ok(web.canMake(fault, situation));
        });

        test('its pictures have the engine’s numbers, and are not the same', () => {
          const [wrong, right] = svgs(card).map(drawn);
          assert.notDeepEqual(wrong, right);
          const { right: other } = store.fault;
          const rightPath = other.step(step) ? step : 'weights';
          for (const [picture, of, path] of [
            [wrong, store, step],
            [right, other, rightPath],
          ]) {
            const rows = rowsAround(of.tensor(path), cell);
            const all = rows.flat();
            const isWhole = all.every(Number.isInteger);
            const isWeights = of.step(path).role === 'weights';
            assert.equal(picture.cells.length, all.length);
            for (const [i, digits] of picture.cells.entries())
              // What is hatched weighs nothing; what weighs nothing need not be masked: dropout takes it out.
              if (digits === 'masked') assert.ok(isWeights && all[i] === 0, `cell ${i}`);
              else assert.equal(digits, isWhole ? String(all[i]) : short(all[i]), `cell ${i}`);
            if (picture.sums.length === 0) continue;
            const sums = rows.map((row) => row.reduce((sum, value) => sum + value).toFixed(2));
            assert.deepEqual(picture.sums, sums);
          }
        });

        test('hatched is what a mask hides, and nothing else', () => {
          const isMasked = store.state.mask !== 'none';
          const some = svgs(card).some((svg) => svg.includes('masked'));
          assert.equal(some, isMasked);
        });

        test('its words have the engine’s numbers, and none is left out', () => {
          const { wrong } = store.fault.values(store.kept);
          const rows = rowsAround(store.tensor(step), cell);
          const sums = drawn(svgs(card)[0]).sums;
          const expected =
            sums.length > 0
              ? sums
              : step === 'weights'
                ? [written(wrong)]
                : rows.flat().map(String);
          for (const number of expected) assert.ok(card.text.includes(number), card.text);
          for (const words of [card.text, card.title, card.wrong.alt, card.right.alt])
            assert.doesNotMatch(words, /[{}]|undefined/);
          assert.notEqual(card.wrong.alt, card.right.alt);
          for (const number of sums) assert.ok(card.wrong.alt.includes(number));
        });

        test('its pictures are small, and say what is seen in them', () => {
          for (const [i, svg] of svgs(card).entries()) {
            assert.ok(gzipSync(svg).length < 1200);
            const { alt } = [card.wrong, card.right][i];
            assert.ok(svg.startsWith(`<svg aria-label="${alt}"`), svg.slice(0, 99));
          }
        });
      });
  });

describe('colours of the pictures', () => {
  const rgb = (hex) => {
    const whole = hex.length === 4 ? hex.replace(/\w/g, '$&$&') : hex;
    return [1, 3, 5].map((at) => Number.parseInt(whole.slice(at, at + 2), 16));
  };
  const schemes = (value) => [...value.matchAll(/#\w+/g)].map(([hex]) => rgb(hex));

  for (const kind of ['sequential', 'diverging'])
    test(`digits can be read on every cell, light and dark: ${kind}`, () => {
      const colours = web.scaleColours(kind);
      const levels = Object.keys(colours).filter((name) => name.startsWith('--cell'));
      assert.ok(levels.length > 8);
      for (const name of levels) {
        const cells = schemes(colours[name]);
        const inks = schemes(colours[name.replace('cell', 'ink')]);
        for (const i of [0, 1]) {
          const contrast = web.contrast(cells[i], inks[i]);
          assert.ok(contrast >= 4.5, `${name}: ${contrast}`);
        }
      }
    });

  test('every level that is drawn has its colours', () => {
    for (const { isSigned, wrong, right } of [...cards.en, ...cards.zh]) {
      const colours = web.scaleColours(isSigned ? 'diverging' : 'sequential');
      for (const picture of [wrong, right])
        for (const [name] of web.svgOf(picture).matchAll(/--(?:cell|ink)-\d+/g))
          assert.ok(colours[name], name);
    }
  });
});
