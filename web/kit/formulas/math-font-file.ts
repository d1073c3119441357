// Beside the scripts, as the wasm is: bundlers copy a file whose address is a literal beside `import.meta.url`.

import type { Asset } from '../../engine/module/asset.js';

export const mathFontFile = (): Asset => new URL('./fonts/ap-math.woff2', import.meta.url);
