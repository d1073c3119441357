// Beside the scripts, as the wasm is: bundlers copy a file whose address is a literal beside `import.meta.url`. It is a WOFF2 file, but
// some hosts have a rule for files that end so, and make a script of what the bundler has copied already.

import type { Asset } from '../../engine/module/asset.js';

export const mathFontFile = (): Asset => new URL('./fonts/ap-math.font', import.meta.url);
