// MathML of a formula, joined from what the build made of its templates. Knows nothing of TeX.

import type { Notation } from '../engine/types.js';

/** By template: markup in turn with the names of places. */
export type Pieces = Readonly<Record<string, readonly string[]>>;

export interface FormulaTables {
  /** Opens a formula on a line of its own. */
  displayTag: string;
  /** Those on a line of their own. */
  formulas: Pieces;
  /** Those in the line, also within others. */
  symbols: Pieces;
}

/** Undefined where the build knew nothing of a template. */
export function mathmlOf(notation: Notation, tables: FormulaTables): string | undefined {
  const { displayTag, formulas, symbols } = tables;
  const display = Object.hasOwn(formulas, notation.template);
  const markup = joined(notation, display ? formulas : symbols, symbols);
  return markup && `${display ? displayTag : '<math>'}${markup}</math>`;
}

function joined({ template, places }: Notation, table: Pieces, symbols: Pieces) {
  const pieces = Object.hasOwn(table, template) ? table[template] : undefined;
  let markup = '';
  for (const [i, piece] of (pieces ?? []).entries()) {
    const part: string | undefined = i % 2 === 0 ? piece : filled(places[piece] ?? '', symbols);
    if (part === undefined) return undefined;
    markup += part;
  }
  return pieces && markup;
}

function filled(value: Notation | string, symbols: Pieces): string | undefined {
  return typeof value === 'string' ? characters(value) : joined(value, symbols, symbols);
}

/** Digits, letters and punctuation, as temml sets them. */
function characters(text: string): string {
  const elements = (text.match(/\d+(?:\.\d+)?|\S/g) ?? []).map((token) => {
    if (/^\d/.test(token)) return `<mn>${token}</mn>`;
    if (/^[a-z]$/i.test(token)) return `<mi>${token}</mi>`;
    if (token === ',') return '<mo separator="true">,</mo>';
    if (token === '-') return '<mo form="prefix" stretchy="false">−</mo>';
    return `<mtext>${token.replace('&', '&amp;').replace('<', '&lt;')}</mtext>`;
  });
  return elements.length === 1 ? elements.join('') : `<mrow>${elements.join('')}</mrow>`;
}
