// What is wrong with a figure: each check returns a list of problems, empty if there are none.

import { web } from './draw.mjs';
import { measure } from './measure.mjs';

const NEAR = 0.05;

/** How much wider a text is where it is bold. */
const BOLD = 1.08;

/** A text's box as its four corners, turned around its beginning. */
function corners({ x, y, text, size, face, align, strong, turned = 0 }) {
  const width = measure(text, size, face) * (strong ? BOLD : 1);
  const left = align === 'end' ? -width : align === 'middle' ? -width / 2 : 0;
  const [top, bottom] = [-0.72 * size, 0.18 * size];
  const angle = (turned * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const box = [
    [left, top],
    [left + width, top],
    [left + width, bottom],
    [left, bottom],
  ];
  return box.map(([a, b]) => [x + a * cos - b * sin, y + a * sin + b * cos]);
}

/** Whether two convex shapes overlap by more than half a pixel: no line between them divides them. */
function overlap(one, other) {
  for (const shape of [one, other]) {
    for (let i = 0; i < shape.length; i += 1) {
      const [a, b] = [shape[i], shape[(i + 1) % shape.length]];
      const long = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
      const normal = [(b[1] - a[1]) / long, (a[0] - b[0]) / long];
      const along = (points) => points.map(([x, y]) => x * normal[0] + y * normal[1]);
      const [p, q] = [along(one), along(other)];
      if (Math.max(...p) <= Math.min(...q) + 0.5 || Math.max(...q) <= Math.min(...p) + 0.5) {
        return false;
      }
    }
  }
  return true;
}

const boxCorners = ({ x, y, width, height }) => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];

const isIn = (shape, clip) => !clip || overlap(shape, boxCorners(clip));

/** Texts that stand on other texts, words on titles, titles on titles. */
export function labelProblems({ store, figure }) {
  const texts = [];
  const titles = [];
  const seen = [];
  for (const { mark, by, clip } of web.everyMark(figure.marks)) {
    const at = { ...mark, x: mark.x + by.x, y: mark.y + by.y };
    if (mark.type === 'title') {
      titles.push({ name: mark.path, shape: boxCorners(at) });
      // A title stands at the foot of its box.
      const { symbol } = store.step(mark.path);
      const { below, width } = web.shownTitle(mark, symbol, store.t.axes, measure);
      const height = (below ? 2 : 1) * web.TITLE_LINE - 4;
      const box = { ...at, width, height, y: at.y + at.height - height };
      seen.push({ name: mark.path, shape: boxCorners(box) });
    }
    if (mark.type !== 'text' || mark.text === '') continue;
    const shape = corners(at);
    if (isIn(shape, clip)) texts.push({ name: mark.text, shape, isTurned: Boolean(mark.turned) });
  }
  // The sign of a bias, single digits and the ends of turned words stand in the air of a title's line.
  const words = texts.filter(({ name, isTurned }) => /\p{L}/u.test(name) && !isTurned);
  const onTitles = words.flatMap((one) =>
    seen
      .filter((title) => overlap(one.shape, title.shape))
      .map((title) => `"${one.name}" on the title of "${title.name}"`),
  );
  const alike = [texts, titles].flatMap((list) =>
    list.flatMap((one, i) =>
      list
        .slice(i + 1)
        .filter((other) => overlap(one.shape, other.shape))
        .map((other) => `"${one.name}" on "${other.name}"`),
    ),
  );
  return [...onTitles, ...alike];
}

/** Whether a shape lies in a box; glyphs may reach out of it by a pixel. */
function isWithin(shape, { x, y, width, height }) {
  return shape.every(
    ([a, b]) => a >= x - 1 && b >= y - 1 && a <= x + width + 1 && b <= y + height + 1,
  );
}

/** Texts of which the figure's edge or a clip takes a part, and titles of which their box does. */
export function cutProblems({ store, figure, moment }) {
  if (moment < 1) return [];
  const whole = { x: 0, y: 0, width: figure.width, height: figure.height };
  return [...web.everyMark(figure.marks)].flatMap(({ mark, by, clip = whole }) => {
    if (mark.type === 'title') return titleProblems(store, mark, whole);
    if (mark.type !== 'text' || mark.text === '') return [];
    const shape = corners({ ...mark, x: mark.x + by.x, y: mark.y + by.y });
    const isWhole = isWithin(shape, whole) && isWithin(shape, clip);
    return isWhole ? [] : [`"${mark.text}" is cut at ${mark.x}, ${mark.y}`];
  });
}

/** A symbol that is wider than its box, and what leaves the box or the figure. */
function titleProblems(store, mark, whole) {
  const { symbol } = store.step(mark.path);
  const shown = web.shownTitle(mark, symbol, store.t.axes, measure);
  const lines = shown.below ? 2 : 1;
  const problems = [];
  if (shown.width > mark.width)
    problems.push(`title ${mark.path}: ${shown.width} in ${mark.width}`);
  if (lines * web.TITLE_LINE > mark.height)
    problems.push(`title ${mark.path} is ${mark.height} high`);
  const seen = boxCorners({ ...mark, width: shown.width });
  if (!isWithin(seen, whole)) problems.push(`title ${mark.path} leaves the figure`);
  return problems;
}

/** Grids that leave the figure, and results of which rows are hidden for good. */
export function gridProblems({ figure }) {
  return figure.grids.flatMap(({ name, box, layout, cellHeight, isResult, rowScroller }) => {
    const problems = [];
    if (box.x < -NEAR || box.y < -NEAR) problems.push(`${name} begins outside`);
    if (box.x + box.width > figure.width + NEAR) problems.push(`${name} is too wide`);
    if (box.y + box.height > figure.height + NEAR) problems.push(`${name} is too high`);
    if (isResult && !rowScroller && Math.abs(box.height - layout.rows * cellHeight) > NEAR) {
      problems.push(`${name} hides rows`);
    }
    if (![box.x, box.y, box.width, box.height, cellHeight].every(Number.isFinite)) {
      problems.push(`${name} is nowhere`);
    }
    return problems;
  });
}

/** What is seen of a box through a clip. */
function seen(box, clip) {
  if (!clip) return box;
  const x = Math.max(box.x, clip.x);
  const y = Math.max(box.y, clip.y);
  const width = Math.min(box.x + box.width, clip.x + clip.width) - x;
  const height = Math.min(box.y + box.height, clip.y + clip.height) - y;
  return { x, y, width, height };
}

/**
 * Cells outside the figure, and cells whose number, digits or hatching is not that of the trace. While a figure moves,
 * numbers of operands may stand where those of the result will: then they only have to be some of the trace's.
 */
export function cellsProblems({ store, figure, moment }) {
  const problems = [];
  for (const { step, layout, values, name } of figure.grids) {
    const { data } = store.tensor(step.path);
    for (let at = 0; at < values.length; at += 1) {
      const row = Math.floor(at / layout.columns);
      const number = data[layout.flat(row, at % layout.columns)];
      if (!Object.is(values[at], number)) problems.push(`${name} has ${values[at]} for ${number}`);
      if (Number.isNaN(number) || number === Infinity) problems.push(`${name} has ${number}`);
    }
  }
  const known = numbersOf(store, figure);
  for (const { mark, by, clip } of web.everyMark(figure.marks)) {
    if (mark.type !== 'cells') continue;
    const box = seen({ ...mark, x: mark.x, y: mark.y }, clip);
    if (moment === 1 && (by.x !== 0 || by.y !== 0)) problems.push('a figure at rest is moved');
    const inside =
      box.x >= -NEAR &&
      box.y >= -NEAR &&
      box.x + box.width <= figure.width + NEAR &&
      box.y + box.height <= figure.height + NEAR;
    if (!inside) problems.push(`cells at ${box.x}, ${box.y} leave the figure`);
    problems.push(...markProblems(mark, moment === 1 && gridAt(figure, mark, clip), known, store));
  }
  return problems;
}

/** The grid that a mark of cells draws; undefined if it is a row or column by itself. */
function gridAt({ grids }, { x, y, height, rows, columns, width }, clip) {
  return grids.find(
    (grid) =>
      (!clip || Math.abs(clip.x - grid.box.x) + Math.abs(clip.y - grid.box.y) < NEAR) &&
      y < grid.box.y + grid.box.height &&
      x < grid.box.x + grid.box.width &&
      isOneOf(rowOf(grid, y), grid.layout.rows) &&
      Math.abs(height / rows - grid.cellHeight) < NEAR &&
      (grid.rowScroller || grid.layout.rows === rows) &&
      isOneOf(columnOf(grid, x), grid.layout.columns) &&
      Math.abs(width / columns - grid.cellWidth) < NEAR,
  );
}

const isOneOf = (at, count) =>
  Math.abs(at - Math.round(at)) < NEAR && Math.round(at) >= 0 && Math.round(at) < count;
const columnOf = ({ box, offset, cellWidth }, x) => (x - box.x + offset) / cellWidth;
const rowOf = ({ box, rowOffset, cellHeight }, y) => (y - box.y + rowOffset) / cellHeight;

/** Every number of the steps that a figure shows or comes from, and of the summaries of their rows. */
function numbersOf(store, { grids }) {
  const known = new Set();
  for (const path of new Set(grids.flatMap(({ step }) => [step.path, ...step.inputs]))) {
    for (const number of store.tensor(path).data) known.add(number);
    const rows = store.rows(path);
    for (const list of Object.values(rows)) {
      for (const number of list) known.add(Math.fround(number));
    }
  }
  return known;
}

function markProblems(mark, grid, known, store) {
  const { values, texts, rows, columns } = mark;
  if (values.length !== rows * columns)
    return [`${values.length} numbers for ${rows} × ${columns}`];
  if (texts && texts.length !== values.length) return ['digits are missing'];
  if (!grid) {
    const strange = [...values].find((value) => !known.has(value));
    return strange === undefined ? [] : [`${strange} is no number of the trace`];
  }
  const left = Math.round(columnOf(grid, mark.x));
  const top = Math.round(rowOf(grid, mark.y));
  const { data } = store.tensor(grid.step.path);
  const problems = [];
  values.forEach((value, i) => {
    const place = [top + Math.floor(i / columns), left + (i % columns)];
    const number = data[grid.layout.flat(...place)];
    if (!Object.is(value, number)) problems.push(`${grid.name} draws ${value} for ${number}`);
    if (texts && !isTextOf(grid, texts[i], number)) {
      problems.push(`${grid.name} writes ${texts[i]} for ${number}`);
    }
  });
  return problems.slice(0, 3);
}

/**
 * In the unit that stands below the grid: ten to a power that a gradient far below 1 has, unless it is an operand on a phone,
 * which has no room for it.
 */
function inUnitOf({ step, extent, power, isResult }, number) {
  if (power === 0 && !isResult) return number;
  const most = Math.max(-extent.low, extent.high);
  const expected = step.gradient && most > 0 && most < 0.1 ? most.toExponential().split('e')[1] : 0;
  if (power !== Number(expected)) return NaN;
  const [digits, exponent = 0] = String(number).split('e');
  return Number(`${digits}e${Number(exponent) - power}`);
}

/** A matrix of whole numbers has no decimals, and only 0 is written 0: what is rounded to it has one digit, or `≈0`. */
function isTextOf(grid, text, number) {
  const { words, scale, decimals, values } = grid;
  if (words[number] !== undefined) return text === words[number];
  if (number === -Infinity) return text === '−∞';
  const value = inUnitOf(grid, number);
  if (value === 0) return text === '0';
  const whole = [...values].every((one) => Number.isInteger(one) || !Number.isFinite(one));
  const plain = value.toFixed(scale.kind === 'plain' || whole ? 0 : decimals);
  if (Number(plain) !== 0 && Math.abs(value) < 1e5) return text === plain;
  if (text === '≈0') return Number(plain) === 0;
  const [digits, power = 0] = text.split('e');
  const unit = 10 ** (Number(power) - (digits.split('.')[1] ?? '').length);
  return Number(text) !== 0 && Math.abs(Number(text) - value) <= 0.5000001 * unit;
}

const products = ['linear', 'matmul', 'matmul_transposed', 'transposed_matmul', 'rows_matmul'];

export function isChosenProduct({ store, path }) {
  return products.includes(store.step(path).op) && store.active?.path === path;
}

/** In a product, the chosen row of the left operand and the chosen column of the upper one run into the cell. */
export function cornerProblems({ store, path, figure }) {
  if (!products.includes(store.step(path).op)) return [];
  return figure.grids.flatMap((result) => {
    const { active } = store;
    const place = result.isResult && active?.path === result.step.path;
    const at = place ? result.layout.locate(active.index) : undefined;
    if (!at) return [];
    const [first, second] = result.step.inputs;
    const left = figure.grids.find(
      ({ step, box, isResult }) => !isResult && step.path === first && box.x < result.box.x,
    );
    const above = figure.grids.find(
      ({ step, name }) => step.path === second && name === `above ${result.name}`,
    );
    if (!left || !above) return [`${result.name} has no operands`];
    const cell = web.cellBox(result, at);
    const row = web.cellBox(left, { row: at.row, column: 0 });
    const column = web.cellBox(above, { row: 0, column: at.column });
    const problems = [];
    if (Math.abs(row.y - cell.y) + Math.abs(row.height - cell.height) > NEAR) {
      problems.push(`row ${at.row} of ${left.name} is not beside its result`);
    }
    if (Math.abs(column.x - cell.x) + Math.abs(column.width - cell.width) > NEAR) {
      problems.push(`column ${at.column} of ${above.name} is not above its result`);
    }
    const operands = [left, above].flatMap(({ step, layout }) =>
      store.operandsIn(step.path).flatMap(({ index }) => layout.locate(index) ?? []),
    );
    if (operands.length === 0) problems.push('no operand is marked');
    return problems;
  });
}
