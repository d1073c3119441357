// Files of trained models that a page brings with it, as text that no browser runs:
// <script type="text/plain" data-attention-playground-file="verse-en.safetensors">…base64…</script>

import type { LearnedName } from './names.js';

/** Names the file that a script element holds as base64. */
export const FILE_ATTRIBUTE = 'data-attention-playground-file';

export const fileName = (name: LearnedName): string => `${name}.safetensors`;

/** The file of a model, if the page has brought it. Throws a `DOMException` if it is not base64. */
export function pageFile(name: LearnedName): Uint8Array | undefined {
  const found = globalThis.document?.querySelector(`[${FILE_ATTRIBUTE}="${fileName(name)}"]`);
  if (!found) return undefined;
  return Uint8Array.from(atob(found.textContent), (one) => one.charCodeAt(0));
}
