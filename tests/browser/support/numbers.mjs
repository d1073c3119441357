// What is on screen against what the engine says: every element that shows a number carries the cell it
// shows, and nothing may show another.

import { importWeb } from '../../node/support/bundled.mjs';
import { whenQuiet } from './quiet.mjs';

const { colourTable } = await importWeb('styles/colour-scales.ts');

/** The pixels of all scales, by scheme and kind. */
const tables = Object.fromEntries(
  ['light', 'dark'].map((scheme) => [
    scheme,
    Object.fromEntries(
      ['sequential', 'diverging'].map((kind) => [kind, [...colourTable(kind, scheme).pixels]]),
    ),
  ]),
);

/** Runs in the page: all elements below, through shadow roots. */
export const deepQuery = `function deepQuery(root, selector) {
  const found = [...root.querySelectorAll(selector)];
  for (const element of root.querySelectorAll('*')) {
    if (element.shadowRoot) found.push(...deepQuery(element.shadowRoot, selector));
  }
  return found;
}`;

/** What a change caused has been fetched, computed and drawn. */
export async function drawn(page) {
  await page.evaluate(() => document.querySelector('attention-playground').updateComplete);
  await whenQuiet(page);
}

/** Goes to a step and waits until it is drawn. */
export async function goTo(page, step) {
  await page.evaluate((path) => {
    document.querySelector('attention-playground').step = path;
  }, step);
  await drawn(page);
}

/** A step of each kind, operation and shape: the others look alike and differ in their numbers, which are Node's. */
export const stepKinds = (page) =>
  page.evaluate(() => {
    const { steps } = document.querySelector('attention-playground').trace;
    const kinds = steps.map(({ path, kind, op, shape }) => [[kind, op, shape].join(' '), path]);
    return [...new Map(kinds).values()];
  });

/** Runs in the page: whether a text is a number, rounded to its digits; `undefined` if it is no number at all. */
const isRoundedTo = `function isRoundedTo(text, number) {
  const plain = text.trim().replaceAll('−', '-').replace('∞', 'Infinity');
  const parts = /^-?\\d+(?:\\.(\\d+))?(?:e([+-]?\\d+))?$/.exec(plain);
  if (!parts) return plain.endsWith('Infinity') ? Number(plain) === number : undefined;
  const half = 0.5 * 10 ** (Number(parts[2] ?? 0) - (parts[1]?.length ?? 0));
  return Math.abs(Number(plain) - number) <= half + Math.abs(number) * 1e-7;
}`;

/**
 * Runs in the page: the cells that a figure draws on its canvas, each with the number that the trace has for it. Looks at
 * a point of each cell that no digit and no outline covers.
 */
const comparePixels = `function comparePixels(element, { tensorOf, tables, isRoundedTo }) {
  const found = { pixels: 0, hatched: 0, digits: 0, wrong: [] };
  const { figure, canvas, look } = element;
  if (!figure || !canvas) return found;
  const ratio = canvas.width / figure.width;
  const pixels = new Uint32Array(
    canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer,
  );
  const channels = (pixel) => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
  const parsed = (colour) => channels(new Uint32Array(paint(colour).buffer)[0]);
  const paint = (colour) => {
    const one = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
    const context = one.getContext('2d');
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return context.getImageData(0, 0, 1, 1).data;
  };
  const [surface, line] = [parsed(look.colours.surface), parsed(look.colours.hatch)];
  const ends = (kind, data) => {
    const finite = data.filter(Number.isFinite);
    const least = finite.reduce((a, b) => Math.min(a, b), 0);
    const most = finite.reduce((a, b) => Math.max(a, b), 0);
    const reach = Math.max(-least, most) || 1;
    return (kind === 'sequential' ? [least, most || 1] : [-reach, reach]).join();
  };
  // A slice is coloured as its whole step is, one that has been cut from a step as that step, edited numbers as before.
  const scales = new Set();
  for (const { step, scale } of figure.grids) {
    if (scale.kind === 'plain') continue;
    const before = element.store.baseline?.(step.path);
    for (const tensor of [tensorOf(step.path), before]) {
      if (tensor) scales.add(ends(scale.kind, tensor.data));
    }
  }
  for (const grid of figure.grids) {
    const { step, layout, scale, box, cellWidth, cellHeight, offset, rowOffset, decimals } = grid;
    const { shape, data } = tensorOf(step.path);
    const name = step.path + ' (' + grid.name + ')';
    const isPlain = scale.kind === 'plain';
    if (!isPlain && !scales.has([scale.low, scale.high].join())) {
      found.wrong.push(name + ' has the colours of ' + scale.low + ' to ' + scale.high);
    }
    const table = tables[look.scheme][scale.kind];
    // An outline covers half of a small cell at its end, and of a tiny one's neighbours.
    const { active, pointed } = element.store;
    const outlined = [active, pointed.value, ...element.store.operandsIn(step.path), ...element.store.editedIn(step.path)];
    const beside = cellWidth < 4 ? 1 : 0;
    const isNear = (one, other) =>
      one.every((at, axis) => Math.abs(at - other[axis]) <= (axis === one.length - 1 ? beside : 0));
    const isCovered = (index) =>
      Math.min(cellWidth, cellHeight) < 6 &&
      outlined.some((cell) => cell && (cell.path ?? step.path) === step.path && isNear(cell.index, index));
    // A phone's grid fades where it goes on.
    const isSeen = (from, size, start, long, moved, count) => {
      const fade = innerWidth < 480 ? 12 : 0;
      const before = moved > 1 ? fade : 0;
      const after = count * size - long - moved > 1 ? fade : 0;
      return from >= start + before - 0.01 && from + size <= start + long - after + 0.01;
    };
    for (let row = 0; row < layout.rows; row += 1) {
      const top = box.y + row * cellHeight - rowOffset;
      if (!isSeen(top, cellHeight, box.y, box.height, rowOffset, layout.rows)) continue;
      for (let column = 0; column < layout.columns; column += 1) {
        const left = box.x + column * cellWidth - offset;
        if (!isSeen(left, cellWidth, box.x, box.width, offset, layout.columns)) continue;
        const index = layout.index(row, column);
        const at = shape.reduce((flat, size, axis) => flat * size + index[axis], 0);
        const value = data[at];
        if (isPlain || Math.min(cellWidth, cellHeight) * ratio < 2 || isCovered(index)) continue;
        const height = (decimals === undefined ? 0.5 : 0.2) * cellHeight;
        const y = Math.floor((top + height) * ratio);
        const seen = (x) => channels(pixels[y * canvas.width + Math.floor(x * ratio)]);
        const colour = seen(left + cellWidth / 2);
        const place = name + '[' + index + ']';
        if (Number.isFinite(value)) {
          const part = Math.min(1, Math.max(0, (value - scale.low) / (scale.high - scale.low)));
          const exact = 255 * (scale.root ? Math.sqrt(part) : part);
          const near = [Math.floor(exact), Math.ceil(exact)].filter((one) => Math.abs(one - exact) < 0.51);
          found.pixels += 1;
          if (!near.some((one) => channels(table[one]).join() === colour.join())) {
            found.wrong.push(place + ' has the colour ' + colour + ', which is not that of ' + value);
          }
          continue;
        }
        found.hatched += 1;
        const between = (one) =>
          one.every((part, i) => part >= Math.min(surface[i], line[i]) - 3 && part <= Math.max(surface[i], line[i]) + 3);
        const across = [];
        for (let x = left + 3; x < left + cellWidth - 3; x += 1 / ratio) across.push(seen(x));
        const isEven = across.length >= 8 && new Set(across.map(String)).size === 1;
        if (value !== -Infinity || !between(colour) || isEven) {
          found.wrong.push(place + ' is not hatched, but ' + colour + ', for ' + value);
        }
      }
    }
  }
  const visit = (marks) => {
    for (const mark of marks) {
      if (mark.type === 'group') visit(mark.marks);
      if (mark.type !== 'cells') continue;
      // What rounds to 0, and has no room for another digit, is said to be nearly 0.
      const isText = (text, value, { power, decimals }) =>
        text === '≈0'
          ? value !== 0 && decimals !== undefined && isRoundedTo((0).toFixed(decimals) + 'e' + power, value)
          : isRoundedTo(text, value / 10 ** power);
      mark.texts?.forEach((text, i) => {
        found.digits += 1;
        const value = mark.values[i];
        const right =
          figure.grids.some((grid) => grid.words[value] === text || isText(text, value, grid));
        if (!right) found.wrong.push('"' + text + '" is drawn for ' + value);
      });
    }
  };
  visit(figure.marks);
  return found;
}`;

/** Runs in the page: compares what is drawn in the elements `within`. */
function compare(within, { deepQuery, isRoundedTo, comparePixels, tables }) {
  const { trace, store } = document.querySelector('attention-playground, attention-trace');
  const tensors = new Map();
  const tensorOf = (path) => {
    if (!tensors.has(path)) tensors.set(path, trace.tensor(path));
    return tensors.get(path);
  };
  const result = { cells: 0, digits: 0, pixels: 0, hatched: 0, wrong: [] };
  const roots = deepQuery(document, within).map((element) => element.shadowRoot ?? element);
  for (const figure of roots.flatMap((root) => deepQuery(root, 'ap-figure'))) {
    const drawn = comparePixels(figure, { tensorOf, tables, isRoundedTo });
    for (const count of ['pixels', 'hatched', 'digits']) result[count] += drawn[count];
    result.wrong.push(...drawn.wrong.slice(0, 5));
  }
  for (const element of roots.flatMap((root) => deepQuery(root, '[data-value][data-index]'))) {
    const path = element.dataset.path ?? element.closest('[data-step]')?.dataset.step;
    const isRight = element.getRootNode().host?.localName === 'ap-right';
    const { shape, data } = isRight ? store.fault.right.tensor(path) : tensorOf(path);
    const index = element.dataset.index.split(',').map(Number);
    const real = data[shape.reduce((at, size, axis) => at * size + index[axis], 0)];
    result.cells += 1;
    const shown = Number(element.dataset.value);
    if (!Object.is(shown, real) && !(shown === 0 && real === 0)) {
      result.wrong.push(`${path}[${index}]: ${element.dataset.value}, not ${real}`);
    }
    if (element.getAttribute('role') !== 'gridcell') continue;
    // What is read out ends with the number; where digits are drawn, they are there too.
    const spoken = element.getAttribute('aria-label').split(/:\s/).at(-1);
    for (const text of [spoken, element.textContent].filter(Boolean)) {
      result.digits += 1;
      const token = store.tokensOf(store.step(path), store.state.batch)[real];
      if (token !== text && !isRoundedTo(text, real)) {
        result.wrong.push(`${path}[${index}]: "${text}" for ${real}`);
      }
    }
  }
  return result;
}

/** Puts the comparison into a page, where it stays and gets fast until the page is loaded again. */
const bringComparison = `{
  const tables = ${JSON.stringify(tables)};
  const tools = { deepQuery: ${deepQuery}, isRoundedTo: ${isRoundedTo}, comparePixels: ${comparePixels}, tables };
  const compare = ${compare};
  globalThis.compareDrawn = (within) => compare(within, tools);
}`;

/**
 * Compares every drawn number with the trace, bit for bit, the digits with the number, and each cell on the canvases
 * with the colour of its number, or with hatching if that is −∞. Resolves to { cells, digits, pixels, hatched, wrong }.
 */
export async function compareNumbers(page, within = 'attention-playground') {
  const compared = () => page.evaluate((within) => globalThis.compareDrawn?.(within), within);
  const result = await compared();
  if (result) return result;
  await page.evaluate(bringComparison);
  return compared();
}

/** Keeps the module's memory where a test can reach it; call before the page is opened. */
export async function exposeMemory(page) {
  await page.addInitScript(() => {
    const instantiate = WebAssembly.instantiate;
    WebAssembly.instantiate = async (...args) => {
      const result = await instantiate.apply(WebAssembly, args);
      const { exports } = result.instance ?? result;
      const memory = Object.values(exports).find((one) => one instanceof WebAssembly.Memory);
      globalThis.wasmMemories = [...(globalThis.wasmMemories ?? []), memory];
      return result;
    };
  });
}

/** Writes one cell of a recorded tensor where it lies in wasm memory, behind everybody's back. */
export function poke(page, path, index, value) {
  return page.evaluate(
    ([path, index, value]) => {
      const { trace } = document.querySelector('attention-playground');
      const { data, offset, strides } = trace.memory(path);
      const heap = new Float32Array(globalThis.wasmMemories.at(-1).buffer);
      const places = [];
      for (let at = heap.indexOf(data[0]); at >= 0; at = heap.indexOf(data[0], at + 1)) {
        if (data.every((number, i) => Object.is(heap[at + i], number))) places.push(at);
      }
      if (places.length !== 1) throw new Error(`${path} lies in ${places.length} places`);
      heap[places[0] + index.reduce((at, i, axis) => at + i * strides[axis], offset)] = value;
    },
    [path, index, value],
  );
}
