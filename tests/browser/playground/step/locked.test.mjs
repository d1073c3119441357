// A locked figure is a picture: whatever a reader presses, nothing is chosen, and it can be read aloud.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../../../node/support/seeded.mjs';
import { openAnyPage } from '../../support/any-page.mjs';
import { inside, numbersOf, stateOf } from './support.mjs';

const { withPage } = await openAnyPage('step-locked-page');
const sentence = 'A small boat crossed the lake';
const given = `locked sentence="${sentence}" d-model="16" heads="2"`;
const markups = {
  lines: `<attention-step step="weights" ${given}></attention-step>`,
  'a matrix': `<attention-step step="scores" ${given}></attention-step>`,
  text: `<attention-step step="weights" view="text" ${given}></attention-step>`,
};
const KEYS = [
  'Tab',
  'Enter',
  ' ',
  'ArrowRight',
  'ArrowDown',
  'F2',
  '5',
  'Escape',
  's',
  'Control+z',
];
const seed = Number(process.env.SEED ?? 1);

for (const [name, markup] of Object.entries(markups)) {
  test(`${name}: presses and keys in any order change nothing (seed ${seed})`, () =>
    withPage(
      `<button id="before">before</button>${markup}<button id="after">after</button>`,
      async (page) => {
        const before = await stateOf(page);
        await page.evaluate(() => {
          globalThis.told = 0;
          for (const type of ['change', 'cell-change', 'step-change'])
            document.querySelector('attention-step').addEventListener(type, () => (told += 1));
        });
        const box = await page.locator('attention-step').boundingBox();
        const { next } = drawing(seed);
        await page.locator('#before').focus();
        for (let i = 0; i < 80; i += 1) {
          if (next(2) === 0) await page.keyboard.press(KEYS[next(KEYS.length)]);
          else {
            const at = [box.x + next(Math.floor(box.width)), box.y + next(Math.floor(box.height))];
            await page.mouse.click(...at, { clickCount: 1 + next(2) });
          }
        }
        assert.deepEqual(await stateOf(page), before);
        assert.equal(await page.evaluate(() => globalThis.told), 0);
      },
      { scripts: ['step'] },
    ));

  test(`${name}: Tab passes it, and it is one picture with its numbers in words`, () =>
    withPage(
      `<button id="before">before</button>${markup}<button id="after">after</button>`,
      async (page) => {
        await page.locator('#before').focus();
        await page.keyboard.press('Tab');
        assert.equal(await page.evaluate(() => document.activeElement.id), 'after');
        const picture = page.getByRole('img');
        assert.equal(await picture.count(), 1);
        assert.match(await picture.getAttribute('aria-label'), /Attention weights|Scores/);
        assert.equal(await page.getByRole('gridcell').count(), 0);
        const words = await inside(page, '#words').innerText();
        const path = name === 'a matrix' ? 'scores' : 'weights';
        const all = numbersOf(path, {
          ...{ sentences: [sentence], tokens: [null], dModel: 16, heads: 2 },
        });
        for (const value of all.slice(0, 12)) {
          assert.ok(words.replaceAll('−', '-').includes(value.toFixed(2)), `${value}: ${words}`);
        }
      },
      { scripts: ['step'] },
    ));
}

test('it can be unlocked and locked again', () =>
  withPage(
    markups['a matrix'],
    async (page) => {
      const cells = () => inside(page, '[role=gridcell]').count();
      assert.equal(await cells(), 0);
      const lock = (locked) =>
        page.evaluate(async (locked) => {
          const element = document.querySelector('attention-step');
          element.locked = locked;
          await element.updateComplete;
          await new Promise((done) => requestAnimationFrame(done));
        }, locked);
      await lock(false);
      assert.ok((await cells()) > 0);
      await lock(true);
      assert.equal(await cells(), 0);
    },
    { scripts: ['step'] },
  ));

/** `next(n)`: a whole number below n. */
function drawing(seed) {
  const { unit } = seeded(seed);
  return { next: (n) => Math.floor(unit() * n) };
}
