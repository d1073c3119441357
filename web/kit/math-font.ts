import { mathFontFile, symbolFontFile } from './math-font-file.js';

const asked = new Set<string>();

/** Fetches the face of all formulas, before the first one that the other face cannot set. */
export function loadMathFont(): void {
  load('AP Math', mathFontFile);
}

/** Fetches the face of the first view's symbols. */
export function loadSymbolFont(): void {
  load('AP Symbols', symbolFontFile);
}

/**
 * Once per page; until a face is there, and where it cannot be had, formulas are set in the system's. Faces belong to the
 * document: shadow roots take none from their style sheets.
 */
function load(family: string, file: () => URL): void {
  if (asked.has(family) || typeof FontFace === 'undefined') return;
  asked.add(family);
  const face = new FontFace(family, `url("${file().href}")`);
  face.load().then(
    () => document.fonts.add(face),
    () => undefined,
  );
}
