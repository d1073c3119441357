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

/**
 * Compares every drawn number with the trace, bit for bit, and the digits with the number. Resolves to
 * { cells, digits, wrong }.
 */
export function compareNumbers(page, within = 'attention-playground') {
  return page.evaluate(
    ([deepQuerySource, within]) => {
      const deepQuery = new Function(`return ${deepQuerySource}`)();
      const { trace } = document.querySelector('attention-playground');
      const tensors = new Map();
      const tensorOf = (path) => {
        if (!tensors.has(path)) tensors.set(path, trace.tensor(path));
        return tensors.get(path);
      };
      const result = { cells: 0, digits: 0, wrong: [] };
      const roots = deepQuery(document, within).map((element) => element.shadowRoot ?? element);
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
    [deepQuery, within],
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
