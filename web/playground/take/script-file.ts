// Beside the scripts, as the wasm is: bundlers copy a file whose address is a literal beside `import.meta.url`.

import type { Asset } from '../../engine/module/asset.js';

/** The element with all that it needs, as one classic script: scripts/build/single.mjs. */
export const scriptFile = (): Asset => new URL('./attention-playground.single.js', import.meta.url);
