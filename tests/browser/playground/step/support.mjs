// Pages with figures alone, and the numbers that belong in them.

import { modules, engine } from '../../../node/state/support/store.mjs';

const sentences = [
  'The cat sat on the mat.',
  'A small boat crossed the cold lake',
  'She opened the old door slowly',
  'Rain fell on the empty street',
  'Two birds sang above the river',
];
const kinds = [
  'step="weights" view="lines"',
  'step="weights" view="matrix"',
  'step="scores" d-model="16"',
  'step="weights" view="matrix" mask="causal"',
];

/** The markup of so many, all different: sentences, heads, lines and matrices. */
export const figures = (count) =>
  Array.from({ length: count }, (_, i) => {
    const sentence = sentences[i % sentences.length];
    const kind = kinds[i % kinds.length];
    const heads = [1, 2, 4, 8][Math.floor(i / kinds.length) % 4];
    return `<attention-step ${kind} heads="${heads}" head="${i % heads}" seed="${i + 1}" sentence="${sentence}"></attention-step>`;
  });

/** A column as a page of documentation has it. */
export const column =
  '<style>body { max-width: 760px; margin: 16px auto; } attention-step { margin-block: 24px; }</style>';

/** The numbers that the engine gives in Node for such settings of one layer. */
export function numbersOf(path, settings) {
  const store = new modules.PlaygroundStore();
  store.start(engine);
  store.update(settings);
  const numbers = [...store.tensor(path).data];
  store.dispose();
  return numbers;
}

/** What is inside the first figure of the page, through its shadow roots. */
export const inside = (page, selector) => page.locator(`attention-step ${selector}`);

/** The state of the first one. */
export const stateOf = (page) =>
  page.evaluate(() => structuredClone(document.querySelector('attention-step').state));

/** Runs in a page, before its scripts: keeps the memory of every wasm module in `memories`. */
export function watchMemory() {
  globalThis.memories = [];
  for (const name of ['instantiate', 'instantiateStreaming']) {
    const old = WebAssembly[name];
    WebAssembly[name] = async (...given) => {
      const made = await old.apply(WebAssembly, given);
      for (const one of Object.values((made.instance ?? made).exports))
        if (one instanceof WebAssembly.Memory) globalThis.memories.push(one);
      return made;
    };
  }
}
