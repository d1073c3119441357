// What is on screen against what the engine says: every element that shows a number carries the cell it
// shows, and nothing may show another.

/** Runs in the page: all elements below, through shadow roots. */
export const deepQuery = `function deepQuery(root, selector) {
  const found = [...root.querySelectorAll(selector)];
  for (const element of root.querySelectorAll('*')) {
    if (element.shadowRoot) found.push(...deepQuery(element.shadowRoot, selector));
  }
  return found;
}`;

/** Two frames: what a change caused has been drawn. */
export async function drawn(page) {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await document.querySelector('attention-playground').updateComplete;
    for (let i = 0; i < 3; i++) await frame();
  });
}

/** Goes to a step and waits until it is drawn. */
export async function goTo(page, step) {
  await page.evaluate((path) => {
    document.querySelector('attention-playground').step = path;
  }, step);
  await drawn(page);
}

/** Runs in the page: how many pixels a matrix has, and which of them have not the colour of the number they stand for. */
const comparePixels = `function comparePixels(matrix, { shape, data }) {
  const { layout, scale, plain } = matrix.model;
  const canvas = matrix.shadowRoot.querySelector('canvas');
  if (plain) return { pixels: 0, wrong: [] };
  const { width, height } = canvas;
  const name = matrix.path + ' [' + shape + ']';
  if (width !== layout.columns || height !== layout.rows) {
    return { pixels: 0, wrong: [name + ' is drawn as ' + height + ' × ' + width] };
  }
  const image = canvas.getContext('2d').getImageData(0, 0, width, height);
  const pixels = new Uint32Array(image.data.buffer);
  const finite = data.filter(Number.isFinite);
  const least = finite.reduce((a, b) => Math.min(a, b), 0);
  const most = finite.reduce((a, b) => Math.max(a, b), 0);
  const reach = Math.max(-least, most) || 1;
  const [low, high] = scale.kind === 'sequential' ? [least, most || 1] : [-reach, reach];
  const wrong = [];
  for (let at = 0; at < pixels.length; at += 1) {
    const value = data[layout.flat(Math.floor(at / width), at % width)];
    const part = (value - low) / (high - low);
    const place = 255 * (scale.root ? Math.sqrt(part) : part);
    const near = [Math.floor(place), Math.ceil(place)].filter((one) => Math.abs(one - place) < 0.51);
    const fitting = Number.isFinite(value) ? near.map((one) => scale.table.pixels[one]) : [0];
    if (!fitting.includes(pixels[at])) wrong.push(name + ': pixel ' + at + ' is not the colour of ' + value);
  }
  return { pixels: pixels.length, wrong: wrong.slice(0, 5) };
}`;

/**
 * Compares every drawn number with the trace, bit for bit, the digits with the number, and each pixel of the matrices
 * with the colour of its number. Resolves to { cells, digits, pixels, wrong }.
 */
export function compareNumbers(page, within = 'attention-playground') {
  return page.evaluate(
    ([deepQuerySource, comparePixelsSource, within]) => {
      const deepQuery = new Function(`return ${deepQuerySource}`)();
      const comparePixels = new Function(`return ${comparePixelsSource}`)();
      const { trace } = document.querySelector('attention-playground');
      const tensors = new Map();
      const tensorOf = (path) => {
        if (!tensors.has(path)) tensors.set(path, trace.tensor(path));
        return tensors.get(path);
      };
      const result = { cells: 0, digits: 0, pixels: 0, wrong: [] };
      const roots = deepQuery(document, within).map((element) => element.shadowRoot ?? element);
      for (const matrix of roots.flatMap((root) => deepQuery(root, 'ap-matrix'))) {
        if (!matrix.model) continue;
        const { pixels, wrong } = comparePixels(matrix, tensorOf(matrix.path));
        result.pixels += pixels;
        result.wrong.push(...wrong);
      }
      for (const element of roots.flatMap((root) => deepQuery(root, '[data-value][data-index]'))) {
        const path = element.dataset.path ?? element.closest('[data-step]')?.dataset.step;
        const { shape, data } = tensorOf(path);
        const index = element.dataset.index.split(',').map(Number);
        const real = data[shape.reduce((at, size, axis) => at * size + index[axis], 0)];
        result.cells += 1;
        const shown = Number(element.dataset.value);
        if (!Object.is(shown, real) && !(shown === 0 && real === 0)) {
          result.wrong.push(`${path}[${index}]: ${element.dataset.value}, not ${real}`);
        }
        if (element.getAttribute('role') !== 'gridcell' || element.textContent === '') continue;
        // The id of a token: its word is shown, the number beside it.
        const { id } = element.dataset;
        if (id !== undefined) {
          result.digits += 1;
          if (Number(id) !== real) result.wrong.push(`${path}[${index}]: id ${id}, not ${real}`);
          continue;
        }
        const text = element.textContent.trim().replace('−', '-').replace('∞', 'Infinity');
        const digits = text.match(/^-?\d+(?:\.(\d+))?$/);
        if (!digits) {
          if (Number(text) !== real) result.wrong.push(`${path}[${index}]: "${text}", not ${real}`);
          continue;
        }
        result.digits += 1;
        const half = 0.5 * 10 ** -(digits[1]?.length ?? 0);
        if (!(Math.abs(Number(text) - real) <= half + Math.abs(real) * 1e-7)) {
          result.wrong.push(`${path}[${index}]: "${text}" for ${real}`);
        }
      }
      return result;
    },
    [deepQuery, comparePixels, within],
  );
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
