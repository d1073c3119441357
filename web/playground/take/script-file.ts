// Beside the scripts, as the wasm is: bundlers copy a file whose address is a literal beside `import.meta.url`, and change
// one that is called .js: webpack makes it smaller without its licences, Vite's development server adds a map.

import type { Asset } from '../../engine/module/asset.js';

/** The text of the element with all that it needs as one classic script: scripts/build/single.mjs. */
export const scriptFile = (): Asset =>
  new URL('./attention-playground.single.txt', import.meta.url);
