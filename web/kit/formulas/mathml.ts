// Joins a formula's MathML from the pieces that the build made of its templates. Does not parse TeX.

import type { Notation } from '../../engine/types/index.js';

/** By template: markup and names of places, alternating. */
export type Pieces = Readonly<Record<string, readonly string[]>>;

export interface FormulaTables {
  /** The opening tag of a display formula. */
  displayTag: string;
  /** Display formulas. */
  formulas: Pieces;
  /** Inline formulas, also within others. */
  symbols: Pieces;
}

/** Undefined if the build did not know one of the templates. */
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

/** Digits, letters and punctuation, in temml's markup. */
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
