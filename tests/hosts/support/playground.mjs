// One playground in a host's page: that it is drawn, and that what a person points at is what they get.

import assert from 'node:assert/strict';
import { step } from './expected.mjs';

/** Waits until the playground has drawn its matrix. */
export async function whenDrawn(playground) {
  await playground.evaluate(async (element, step) => {
    const inTime = (promise, words) =>
      Promise.race([
        promise,
        // A host's server of developers may bundle first, on a machine that does other things.
        new Promise((_, fail) => setTimeout(() => fail(new Error(`${words} after 30 s`)), 30_000)),
      ]);
    await inTime(customElements.whenDefined(element.localName), 'the element is not defined');
    await inTime(element.ready, 'the playground is not ready');
    element.step = step;
    await element.updateComplete;
  }, step);
  await figureOf(playground).waitFor();
  // While a figure moves, each frame has another.
  await figureOf(playground).evaluate(async (port) => {
    const { host } = port.getRootNode();
    const end = performance.now() + 20_000;
    for (let same = 0, last; same < 3; last = host.figure) {
      if (performance.now() > end) throw new Error('the figure still moves after 20 s');
      await new Promise((done) => requestAnimationFrame(done));
      same = host.figure === last ? same + 1 : 0;
    }
  });
}

/** The part of the figure that shows the step's own numbers. */
const figureOf = (playground) => playground.locator(`ap-stage .port.result[data-step="${step}"]`);

/**
 * What is drawn of the matrix, in the coordinates of the window: labels with the middle of their letters, cells with the
 * edges of theirs, and the box of the canvas. A label without ink on the canvas is none.
 */
function look(playground) {
  return figureOf(playground).evaluate((port) => {
    const box = (element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return { left, right, top, bottom };
    };
    const { figure, canvas } = port.getRootNode().host;
    const seen = box(canvas);
    const scale = (seen.right - seen.left) / figure.width;
    const ratio = canvas.width / figure.width;
    // A copy that is read many times; a canvas that the page draws on is not made for that.
    const copy = Object.assign(document.createElement('canvas'), {
      width: canvas.width,
      height: canvas.height,
    });
    const context = copy.getContext('2d', { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    const hasInk = (x, y, size) => {
      const [left, top] = [x - size, y - size].map((at) => Math.round(at * ratio));
      const side = Math.round(2 * size * ratio);
      const { data } = context.getImageData(left, top, side, side);
      return data.some((channel, i) => i % 4 === 3 && channel > 0);
    };
    const texts = (marks, dx = 0, dy = 0) =>
      marks.flatMap((mark) => {
        if (mark.type === 'group') {
          return texts(mark.marks, dx + (mark.dx ?? 0), dy + (mark.dy ?? 0));
        }
        return mark.type === 'text' ? [{ ...mark, x: mark.x + dx, y: mark.y + dy }] : [];
      });
    const label = ({ text, x, y, size }) => {
      const middle = y - size / 3;
      if (!hasInk(x, middle, size)) return [];
      return [{ text, x: seen.left + x * scale, y: seen.top + middle * scale }];
    };
    const { x, y, width, height } = figure.grids.find(
      ({ isResult, step }) => isResult && step.path === port.dataset.step,
    ).box;
    const all = texts(figure.marks);
    return {
      rows: all
        .filter((mark) => mark.align === 'end' && mark.x < x && mark.y > y && mark.y < y + height)
        .flatMap(label),
      columns: all.filter((mark) => mark.y <= y && mark.x > x && mark.x < x + width).flatMap(label),
      cells: [...port.querySelectorAll('[role=gridcell]')].map((cell) => ({
        index: cell.dataset.index.split(',').map(Number),
        text: cell.textContent.trim(),
        ...box(cell),
      })),
      canvas: seen,
    };
  });
}

const width = ({ left, right }) => right - left;
const height = ({ top, bottom }) => bottom - top;

/** The playground has a size, and the matrix a cell for every pair of words, each large enough to be seen. */
export async function assertDrawn(playground, { tokens }) {
  const size = await playground.boundingBox();
  assert.ok(size && size.width >= 200 && size.height >= 100, `its box is ${JSON.stringify(size)}`);
  const { cells, canvas } = await look(playground);
  assert.equal(cells.length, tokens.length ** 2);
  for (const cell of cells) {
    const found = `cell ${cell.index}: ${width(cell)} × ${height(cell)} px`;
    assert.ok(width(cell) >= 4 && height(cell) >= 4, found);
  }
  const painted = `the canvas is ${width(canvas)} × ${height(canvas)} px`;
  assert.ok(width(canvas) >= 4 * tokens.length && height(canvas) >= 4 * tokens.length, painted);
}

/** Every cell stands in the row and the column of its words' labels, and its digits are the API's number. */
async function assertLabels(playground, { tokens, at }) {
  const { rows, columns, cells } = await look(playground);
  assert.ok(rows.length > 1 && columns.length > 1, 'the matrix has no labels');
  for (const row of rows) {
    for (const column of columns) {
      const found = cells.find(
        (cell) =>
          cell.left < column.x && column.x < cell.right && cell.top < row.y && row.y < cell.bottom,
      );
      const place = `${row.text} → ${column.text}`;
      const [query, key] = [tokens.indexOf(row.text), tokens.indexOf(column.text)];
      assert.deepEqual(found?.index, [0, 0, query, key], place);
      if (found.text === '') continue;
      const shown = Number(found.text.replace('−', '-'));
      const decimals = found.text.split('.')[1]?.length ?? 0;
      const half = 0.5 * 10 ** -decimals + 1e-6;
      const number = at(found.index);
      assert.ok(Math.abs(shown - number) <= half, `${place}: ${found.text} for ${number}`);
    }
  }
}

/** What a person would hit there, from the host's element inwards; '' within the matrix itself. */
const coverOf = (playground, point) =>
  figureOf(playground).evaluate((figure, [x, y]) => {
    const names = [];
    for (let root = document; root;) {
      const hit = root.elementFromPoint(x, y);
      if (!hit || names.at(-1) === hit.localName) break;
      if (figure.contains(hit)) return '';
      names.push(hit.localName);
      root = hit.shadowRoot;
    }
    return names.join(' > ') || 'the edge of the window';
  }, point);

/** Scrolls until the place where the labels of a row and a column cross can be hit; resolves to it. */
async function reach(playground, query, key) {
  let cover;
  for (const block of ['end', 'center', 'start']) {
    await figureOf(playground).evaluate((figure, block) => figure.scrollIntoView({ block }), block);
    const { rows, columns } = await look(playground);
    const row = rows.find(({ text }) => text === query);
    const column = columns.find(({ text }) => text === key);
    assert.ok(row && column, `no label for ${query} → ${key}`);
    cover = await coverOf(playground, [column.x, row.y]);
    if (cover === '') return [column.x, row.y];
  }
  throw new assert.AssertionError({ message: `${query} → ${key} is covered by ${cover}` });
}

/** Clicks where the labels of a row and a column cross; the chosen cell is theirs, and its number the API's. */
async function assertClick(page, playground, { tokens, at }, [query, key]) {
  const point = await reach(playground, tokens[query], tokens[key]);
  await playground.evaluate((element) => {
    element.chosen = new Promise((done) =>
      element.addEventListener('cell-change', ({ detail }) => done(detail), { once: true }),
    );
  });
  await page.mouse.click(...point);
  const chosen = await playground.evaluate((element) =>
    Promise.race([element.chosen, new Promise((done) => setTimeout(done, 5000, 'no cell'))]),
  );
  const index = [0, 0, query, key];
  assert.deepEqual(chosen, { step, index, value: at(index) });
}

/** All of it: drawn, labels and cells in order, two far cells clicked. */
export async function assertWorks(page, playground, expected) {
  await whenDrawn(playground);
  await assertDrawn(playground, expected);
  await assertLabels(playground, expected);
  const last = expected.tokens.length - 1;
  await assertClick(page, playground, expected, [0, last - 1]);
  await assertClick(page, playground, expected, [last, 1]);
}
