import { mathFontFile } from './math-font-file.js';

let isAsked = false;

/**
 * Fetches the face of formulas, once per page; until it is there, and where it cannot be had, formulas are set in the
 * system's. A face belongs to the document: shadow roots take none from their style sheets.
 */
export function loadMathFont(): void {
  if (isAsked || typeof FontFace === 'undefined') return;
  isAsked = true;
  addFace().catch(() => undefined);
}

async function addFace(): Promise<void> {
  const file = mathFontFile();
  const source = file instanceof Promise ? await file : `url("${file.href}")`;
  const face = new FontFace('AP Math', source);
  await face.load();
  document.fonts.add(face);
}
