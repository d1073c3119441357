// TeX as text: symbols put into templates, with braces and brackets where they are needed.

import type { Notation } from '../types.js';
import { splitTemplate } from './template.js';

const controlWord = /\\[A-Za-z]+$/;
const singleToken = /^(?:[A-Za-z0-9]|\\[A-Za-z]+)$/;
/** What a script behind it belongs to as a whole: also `\mathrm{id}` and `\tilde{S}`. */
const oneBase = /^(?:[A-Za-z0-9]|\\[A-Za-z]+(?:\{[^{}]*\})?)$/;

/** The TeX of a notation. */
export function texOf({ template, places }: Notation): string {
  const pieces = splitTemplate(template);
  let tex = pieces[0] ?? '';
  for (let i = 1; i < pieces.length; i += 2) {
    const value = places[pieces[i] as string] ?? '';
    const [before, after] = [pieces[i - 1] as string, pieces[i + 1] as string];
    const text = typeof value === 'string' ? value : texOf(value);
    const single = singleToken.test(text);
    // As an argument, or where a script belongs to all of it; numbers in scripts always, as people write them.
    const group =
      controlWord.test(before) ||
      (/[_^]$/.test(before) && (!single || typeof value === 'string')) ||
      (/^[_^]/.test(after) && !oneBase.test(text)) ||
      (tex.endsWith('}') && !single);
    tex = joined(joined(tex, group ? `{${text}}` : text), after);
  }
  return tex;
}

/** A control word ends where no letter follows: `\gamma X`. A number ends where a blank follows: `S_{1, 2}`. */
function joined(left: string, right: string): string {
  const blank =
    (/^[A-Za-z]/.test(right) && controlWord.test(left)) || (/^\d/.test(right) && /\d,$/.test(left));
  return blank ? `${left} ${right}` : left + right;
}

/** What matters of a symbol for what it is put into; of its template, as places are groups. */
interface Outline {
  /** Whether it has to stand in brackets within a product. */
  compound: boolean;
  /** Whether it has a superscript already. */
  raised: boolean;
}

const outlines = new Map<string, Outline>();

/** A blank right behind a control word only ends it, so `\hat y` is one thing and `S + M` is not. */
function outlineOf(symbol: string): Outline {
  const known = outlines.get(symbol);
  if (known) return known;
  let depth = 0;
  let top = '';
  for (const [token] of symbol.matchAll(/\\[A-Za-z]+ *|\\[^]|[^]/g)) {
    if ('{[('.includes(token)) depth++;
    else if (')]}'.includes(token)) depth--;
    else if (depth === 0 && !token.startsWith('\\')) top += token;
  }
  const outline = { compound: /[\s+-]/.test(top), raised: top.includes('^') };
  outlines.set(symbol, outline);
  return outline;
}

export function isCompound(symbol: string): boolean {
  return outlineOf(symbol).compound;
}

/** A symbol with a place for a superscript, above its subscript: `Q_{\text{view}}^{{superscript}}`. */
export function withSuperscript(symbol: string): string {
  const { compound, raised } = outlineOf(symbol);
  const base = compound ? `(${symbol})` : raised ? `{${symbol}}` : symbol;
  return `${base}^{{superscript}}`;
}
