// Writes TeX: puts symbols into templates, with braces and brackets where needed.

import type { Notation } from '../types/index.js';
import { splitTemplate } from './template.js';

const controlWord = /\\[A-Za-z]+$/;
const singleToken = /^(?:[A-Za-z0-9]|\\[A-Za-z]+)$/;
/** A base that a script applies to as a whole, such as `\mathrm{id}` and `\tilde{S}`. */
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
    // Braces: for an argument, if a script applies to all of it, and, as is usual, for any number in a script.
    const group =
      controlWord.test(before) ||
      (/[_^]$/.test(before) && (!single || typeof value === 'string')) ||
      (/^[_^]/.test(after) && !oneBase.test(text)) ||
      (tex.endsWith('}') && !single);
    tex = joined(joined(tex, group ? `{${text}}` : text), after);
  }
  return tex;
}

/** Puts a blank between a control word and a letter, `\gamma X`, and after a comma between numbers, `S_{1, 2}`. */
function joined(left: string, right: string): string {
  const blank =
    (/^[A-Za-z]/.test(right) && controlWord.test(left)) || (/^\d/.test(right) && /\d,$/.test(left));
  return blank ? `${left} ${right}` : left + right;
}

/** The properties that decide how a symbol is inserted; read from its template, as places are groups. */
interface Outline {
  /** Whether it needs brackets within a product. */
  compound: boolean;
  /** Whether it has a superscript already. */
  raised: boolean;
}

const outlines = new Map<string, Outline>();

/** A blank right after a control word only ends the word, so `\hat y` is not compound and `S + M` is. */
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
