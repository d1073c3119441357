// Pages that are drawn larger or smaller than they are laid out, as slides are: a pointer finds the cell it is on.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventually } from '../../support/hands.mjs';
import { goTo } from '../../support/numbers.mjs';
import { openPages } from './support.mjs';

const { withPage } = await openPages(import.meta.filename);

const scales = {
  'transform: scale(0.6)': 'transform: scale(0.6); transform-origin: 0 0',
  'transform: scale(1.5)': 'transform: scale(1.5); transform-origin: 0 0',
  'zoom: 0.6': 'zoom: 0.6',
  'zoom: 1.5': 'zoom: 1.5',
};

const centre = (page, locator) =>
  locator.evaluate((one) => {
    one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { left, top, width, height } = one.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });

const scaled = (style, markup, act) =>
  withPage(`<div style="width:900px;${style}">${markup}</div>`, act);

for (const [name, style] of Object.entries(scales)) {
  describe(`under ${name}`, () => {
    test('a cell of a matrix is pointed at, and kept', () =>
      scaled(style, '<attention-playground></attention-playground>', async (page) => {
        const asked = (which) =>
          page.evaluate(
            (which) => document.querySelector('attention-playground').store[which]?.index,
            which,
          );
        for (const [path, index] of [
          ['scores', [0, 0, 0, 4]],
          ['weights', [0, 0, 5, 6]],
        ]) {
          await goTo(page, path);
          const cell = page
            .locator(`ap-stage figure[data-step=${path}] [data-index="${index}"]`)
            .last();
          const { x, y } = await centre(page, cell);
          await page.mouse.move(x, y);
          await eventually(() => asked('previewed'), index);
          await page.mouse.click(x, y);
          await eventually(() => asked('kept'), index);
        }
      }));

    for (const tag of ['head-workers', 'tiled-attention']) {
      test(`a cell of a small grid of <${tag}>`, () =>
        scaled(style, `<${tag}></${tag}>`, async (page) => {
          const cell = page.locator(`${tag} ap-number-grid [role=gridcell]`).nth(3);
          const index = (await cell.getAttribute('data-index')).split(',').map(Number);
          const { x, y } = await centre(page, cell);
          await page.mouse.move(x, y);
          const seen = () => cell.evaluate((one) => one.getRootNode().host.store.previewed?.index);
          await eventually(seen, index);
        }));
    }

    test('a cell of a heat map, and a place on a chart', () =>
      scaled(
        style,
        '<positional-encoding length="10" d-model="16"></positional-encoding>',
        async (page) => {
          const map = page.locator('positional-encoding ap-heat-map').first();
          const at = await map.evaluate((one) => {
            const canvas = one.shadowRoot.querySelector('canvas');
            canvas.scrollIntoView({ block: 'center', behavior: 'instant' });
            const box = canvas.getBoundingClientRect();
            return {
              x: box.left + (box.width * 12.5) / one.columns,
              y: box.top + (box.height * 7.5) / one.rows,
            };
          });
          await page.mouse.move(at.x, at.y);
          const active = () => map.evaluate(({ active: { row, column } }) => ({ row, column }));
          await eventually(active, { row: 7, column: 12 });
          const chart = page.locator('positional-encoding ap-line-chart').first();
          const picked = await chart.evaluate((one) => {
            one.addEventListener('ap-pick', ({ detail }) => (globalThis.picked = detail));
            const line = one.shadowRoot.querySelector('polyline');
            one.scrollIntoView({ block: 'center', behavior: 'instant' });
            const { left, width } = line.getBoundingClientRect();
            const { top, height } = one.getBoundingClientRect();
            return { x: left + (width * 6) / 9, y: top + height / 2, count: one.count };
          });
          assert.equal(picked.count, 10);
          await page.mouse.click(picked.x, picked.y);
          await eventually(() => page.evaluate(() => globalThis.picked), 6);
        },
      ));

    test('bands over the rows and columns of a word lie on the cells', () =>
      scaled(style, '<attention-kinds></attention-kinds>', async (page) => {
        const chip = page.locator('attention-kinds .chips button').nth(1);
        await chip.scrollIntoViewIfNeeded();
        await chip.hover();
        const shifts = () =>
          page.evaluate(() => {
            const root = document.querySelector('attention-kinds').shadowRoot;
            return [...root.querySelectorAll('.band.column')].map((band) => {
              const frame = band.closest('.matrix');
              const matrix =
                frame.querySelector('ap-matrix') ??
                frame.querySelector('ap-weights').shadowRoot.querySelector('ap-matrix');
              const cell = matrix.shadowRoot.querySelector(
                `[role=gridcell][data-column="${band.dataset.at}"], [role=gridcell][aria-colindex="${Number(band.dataset.at) + 1}"]`,
              );
              return Math.round(
                band.getBoundingClientRect().left - cell.getBoundingClientRect().left,
              );
            });
          });
        await eventually(async () => {
          const all = await shifts();
          return all.length > 0 && all.every((shift) => Math.abs(shift) <= 1) ? [] : all;
        }, []);
      }));

    test('a transposed matrix flies from where it is to where it is going', () =>
      withPage(
        `<div style="width:900px;${style}"><attention-playground></attention-playground></div>`,
        async (page) => {
          await goTo(page, 'q_view');
          await page.evaluate(() => {
            const box = (one) => one.getBoundingClientRect();
            const animate = Element.prototype.animate;
            Element.prototype.animate = function (...args) {
              const flight = animate.apply(this, args);
              if (this.className !== 'ghost') return flight;
              const grids = [...this.getRootNode().querySelectorAll('ap-matrix')].map((matrix) =>
                box(matrix.shadowRoot.querySelector('[role=grid]')),
              );
              // Whether it lies within one of the matrices when it starts and when it ends.
              globalThis.flight = [0, 380].map((time) => {
                flight.currentTime = time;
                const { left, top, right, bottom } = box(this);
                return grids.findIndex(
                  (grid) =>
                    left > grid.left - 2 &&
                    top > grid.top - 2 &&
                    right < grid.right + 2 &&
                    bottom < grid.bottom + 2,
                );
              });
              flight.currentTime = 0;
              return flight;
            };
          });
          await goTo(page, 'q_transposed');
          await eventually(() => page.evaluate(() => globalThis.flight), [0, 1]);
        },
        { reducedMotion: 'no-preference' },
      ));
  });
}
