// One figure alone: it draws the numbers that the engine gives, and nothing beside them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAnyPage } from '../../support/any-page.mjs';
import { eventually } from '../../support/hands.mjs';
import { inside, numbersOf, stateOf } from './support.mjs';

const { withPage } = await openAnyPage('step-numbers-page');
const options = { scripts: ['step'] };
const sentence = 'A small boat crossed the lake';
const settings = { sentences: [sentence], tokens: [null], dModel: 16, heads: 2 };
const given = `sentence="${sentence}" d-model="16"`;

/** { '0,0,1,2': '0.25' } of the cells of a step. */
const drawnCells = (page, path) =>
  inside(page, `.port[data-step="${path}"] [role=gridcell]`).evaluateAll((cells) =>
    Object.fromEntries(cells.map(({ dataset }) => [dataset.index, Number(dataset.value)])),
  );

for (const path of ['scores', 'weights']) {
  test(`a matrix has the numbers of the head that is asked for: ${path}`, () =>
    withPage(
      `<attention-step step="${path}" view="matrix" heads="2" head="1" ${given}></attention-step>`,
      async (page) => {
        const all = numbersOf(path, settings);
        const cells = Object.entries(await drawnCells(page, path));
        assert.equal(cells.length, 36);
        for (const [index, value] of cells) {
          const [, head, query, key] = index.split(',').map(Number);
          assert.equal(head, 1);
          assert.equal(value, all[(head * 6 + query) * 6 + key]);
        }
        const figure = inside(page, 'figure');
        assert.equal(await figure.getAttribute('data-step'), path);
        assert.equal(await figure.getAttribute('data-shape'), '1,2,6,6');
        assert.match(await inside(page, 'figcaption').innerText(), /Head 2.*query 6, key 6/s);
        assert.equal(await inside(page, 'button').count(), 0);
      },
      options,
    ));
}

test('weights are lines by default, and a word that is chosen shows its numbers', () =>
  withPage(
    `<attention-step step="weights" heads="2" head="1" ${given}></attention-step>`,
    async (page) => {
      const all = numbersOf('weights', settings);
      await inside(page, '.side.query .token').nth(2).click();
      const numbers = await inside(page, '.strip').evaluateAll((strips) =>
        strips.map(({ dataset }) => Number(dataset.value)),
      );
      assert.deepEqual(numbers, all.slice(36 + 12, 36 + 18));
      const largest = Math.max(...numbers);
      await eventually(
        () => inside(page, '.chosen').innerText(),
        `Chosen: Attention weights: Head 2, query boat → key ${sentence.split(' ')[numbers.indexOf(largest)]} = ${largest.toFixed(2)}`,
      );
    },
    options,
  ));

test('a cell is chosen by pointer and by keys, and its number is said', () =>
  withPage(
    `<attention-step step="scores" heads="2" ${given}></attention-step>`,
    async (page) => {
      assert.equal((await stateOf(page)).cell, null);
      await page.evaluate(() => {
        globalThis.told = [];
        const element = document.querySelector('attention-step');
        element.addEventListener('cell-change', ({ detail }) => told.push(detail));
      });
      const all = numbersOf('scores', settings);
      await inside(page, '.port[data-step=scores] [role=gridcell]').nth(7).click();
      const text = () => inside(page, '.chosen').innerText();
      await eventually(
        text,
        `Chosen: Scores: Head 1, query small → key small = ${all[7].toFixed(2).replace('-', '−')}`,
      );
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await page.mouse.move(0, 0);
      await eventually(
        text,
        `Chosen: Scores: Head 1, query small → key boat = ${all[8].toFixed(2).replace('-', '−')}`,
      );
      const told = await page.evaluate(() => globalThis.told);
      assert.deepEqual(
        told.map(({ step, index, value }) => [step, index.join(), value]),
        [
          ['scores', '0,0,1,1', all[7]],
          ['scores', '0,0,1,2', all[8]],
        ],
      );
    },
    options,
  ));

test('without settings it opens on what the playground opens on', () =>
  withPage(
    '<attention-step></attention-step><attention-playground mode="figure"></attention-playground>',
    async (page) => {
      const [step, playground] = await page.evaluate(() =>
        ['attention-step', 'attention-playground'].map((tag) =>
          structuredClone(document.querySelector(tag).state),
        ),
      );
      assert.deepEqual(step, playground);
    },
    { scripts: ['step', 'element'] },
  ));

test('the state of a playground is shown as it is', () =>
  withPage(
    '<attention-step></attention-step>',
    async (page) => {
      const state = {
        sentences: ['one two three'],
        dModel: 8,
        heads: 1,
        step: 'scores',
        cell: [0, 0, 1, 2],
        edits: [{ path: 'scores', index: [0, 0, 1, 2], value: 5 }],
      };
      await page.evaluate(async (state) => {
        const element = document.querySelector('attention-step');
        element.state = state;
        await element.updateComplete;
      }, state);
      await eventually(
        () => inside(page, '.chosen').innerText(),
        'Chosen: Scores: Head 1, query two → key three = 5',
      );
    },
    options,
  ));

test('a step that is asked for of a model without sentences is shown, and not the one that it opens on', () =>
  withPage(
    '<attention-step model="encoder-decoder" step="decoder.1.cross_attention.weights"></attention-step>',
    async (page) => {
      const path = await inside(page, 'figure').getAttribute('data-step');
      assert.equal(path, 'decoder.1.cross_attention.weights');
      assert.match(await inside(page, 'figcaption').innerText(), /^Decoder 2 · Cross-attention/);
    },
    options,
  ));
