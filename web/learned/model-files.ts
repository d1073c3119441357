import type { ShippedName } from './names.js';

/** Beside the scripts, as the wasm is: bundlers copy a file whose address is a literal beside `import.meta.url`. */
export const modelFiles: Readonly<Record<ShippedName, () => URL>> = {
  'referent-emergent': () => new URL('./models/referent-emergent.safetensors', import.meta.url),
  referent: () => new URL('./models/referent.safetensors', import.meta.url),
  'translation-textbook': () =>
    new URL('./models/translation-textbook.safetensors', import.meta.url),
  'four-pairs': () => new URL('./models/four-pairs.safetensors', import.meta.url),
  numbers: () => new URL('./models/numbers.safetensors', import.meta.url),
  'ring-before': () => new URL('./models/ring-before.safetensors', import.meta.url),
  'ring-jump': () => new URL('./models/ring-jump.safetensors', import.meta.url),
  ring: () => new URL('./models/ring.safetensors', import.meta.url),
  reverse: () => new URL('./models/reverse.safetensors', import.meta.url),
  sort: () => new URL('./models/sort.safetensors', import.meta.url),
  'verse-en': () => new URL('./models/verse-en.safetensors', import.meta.url),
  'verse-zh': () => new URL('./models/verse-zh.safetensors', import.meta.url),
};
