// Pages that are drawn larger or smaller than they are laid out, as slides are: a pointer finds the cell it is on, and a canvas has
// the pixels of the screen.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cell, eventually } from '../../support/hands.mjs';
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

/** Of each canvas that is seen: its pixels for each pixel of the screen across. */
const sharpness = (page) =>
  page.evaluate(() => {
    const deep = (root) => [
      ...root.querySelectorAll('canvas'),
      ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
        shadowRoot ? deep(shadowRoot) : [],
      ),
    ];
    return deep(document)
      .map((canvas) => ({ canvas, box: canvas.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 40 && box.top < innerHeight)
      .map(({ canvas, box }) => canvas.width / (box.width * devicePixelRatio));
  });

const scaled = (style, markup, act) =>
  withPage(`<div style="width:900px;${style}">${markup}</div>`, act);

for (const [name, style] of Object.entries(scales)) {
  describe(`under ${name}`, () => {
    test('a cell of a matrix is pointed at, and kept', () =>
      scaled(
        style,
        '<attention-playground mode="workbench" parameters="random"></attention-playground>',
        async (page) => {
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
            const { x, y } = await centre(page, cell(page, path, index));
            await page.mouse.move(x, y);
            await eventually(() => asked('previewed'), index);
            await page.mouse.click(x, y);
            await eventually(() => asked('kept'), index);
          }
        },
      ));

    test('what is drawn has the pixels of the screen, also once the scale is another', () =>
      scaled(
        style,
        '<attention-playground mode="figure" step="scores" heads="1" parameters="random" sentence="I am good"></attention-playground><positional-encoding length="10" d-model="16"></positional-encoding>',
        async (page) => {
          const isSharp = async () => {
            const all = await sharpness(page);
            return all.length > 0 && all.every((share) => share > 0.97);
          };
          await eventually(isSharp, true, 'sharp');
          await page.evaluate(() => {
            const { style } = document.querySelector('attention-playground').parentElement;
            if (style.transform) style.transform = 'scale(2)';
            else style.zoom = '2';
            dispatchEvent(new Event('resize'));
          });
          await eventually(isSharp, true, 'sharp at twice the size');
        },
      ));

    for (const tag of ['head-workers', 'tiled-attention']) {
      test(`a cell of a small grid of <${tag}>`, () =>
        scaled(style, `<${tag}></${tag}>`, async (page) => {
          const cell = page.locator(`${tag} ap-slice [role=gridcell]`).nth(3);
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
          const map = page.locator('positional-encoding ap-slice').first();
          const at = await map.evaluate((one) => {
            const grid = one.shadowRoot.querySelector('[role=grid]');
            grid.scrollIntoView({ block: 'center', behavior: 'instant' });
            const box = grid.getBoundingClientRect();
            return {
              x: box.left + (box.width * 12.5) / 16,
              y: box.top + (box.height * 7.5) / 10,
            };
          });
          await page.mouse.move(at.x, at.y);
          const active = () => map.evaluate(({ store }) => store.previewed?.index);
          await eventually(active, [7, 12]);
          const chart = page.locator('positional-encoding ap-chart').first();
          const picked = await chart.evaluate((one) => {
            one.addEventListener('ap-pick', ({ detail }) => (globalThis.picked = detail));
            one.scrollIntoView({ block: 'center', behavior: 'instant' });
            const { left, top, width, height } = one.shadowRoot
              .querySelector('canvas')
              .getBoundingClientRect();
            const area = one.chart.area(6);
            const across = (area.x + area.width / 2) / one.chart.width;
            return { x: left + width * across, y: top + height / 2, count: one.data.count };
          });
          assert.equal(picked.count, 10);
          await page.mouse.click(picked.x, picked.y);
          await eventually(() => page.evaluate(() => globalThis.picked), 6);
        },
      ));

    test('the bands of a transposed matrix are drawn where its grids are, as they set out and when they are there', () =>
      withPage(
        `<div style="width:900px;${style}"><attention-playground mode="workbench" parameters="random"></attention-playground></div>`,
        async (page) => {
          await goTo(page, 'q_view');
          const seen = await page.evaluate(async () => {
            const playground = document.querySelector('attention-playground');
            const figure = playground.renderRoot
              .querySelector('ap-stage')
              .renderRoot.querySelector('ap-figure');
            playground.step = 'q_transposed';
            const moments = [];
            for (let frame = 0; frame < 90; frame += 1) {
              await new Promise((done) => requestAnimationFrame(done));
              if (figure.paths[0] === 'q_transposed') moments.push(figure.moment);
            }
            const box = (one) => one.getBoundingClientRect();
            const canvas = box(figure.renderRoot.querySelector('canvas'));
            const scale = canvas.width / figure.figure.width;
            const apart = figure.figure.grids.map((grid) => {
              const port = box(
                figure.renderRoot.querySelector(`.port:has(> [data-grid="${grid.name}"])`),
              );
              return Math.max(
                Math.abs(port.left - canvas.left - grid.box.x * scale),
                Math.abs(port.top - canvas.top - grid.box.y * scale),
              );
            });
            return { apart: Math.max(...apart), first: moments[0], last: moments.at(-1) };
          });
          assert.ok(seen.apart < 1.5, `${seen.apart} pixels apart`);
          assert.ok(seen.first < 1, 'it moves');
          assert.equal(seen.last, 1);
        },
        { reducedMotion: 'no-preference' },
      ));
  });
}
