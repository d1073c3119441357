// Compiles templates of formulas to pieces of MathML with places between, which the page only has to join.

import temml from 'temml';
import { Failure } from '../lib/run.mjs';

// A Fraktur letter stands for each place while a template is compiled: no formula has one of its own.
const letters = Array.from({ length: 26 }, (_, i) => String.fromCodePoint(0x1d51e + i));
const letter = /<mi([^>]*)>([𝔞-𝔷])<\/mi>/gu;

// Text fonts have primes that are already raised: a superscript would raise them twice, and make them specks.
const prime = /<mo[^>]* class="tml-prime">(′+)<\/mo>/g;
const lowered =
  '<mpadded mathsize="150%" voffset="-0.58em" height="0.2em" depth="0"><mo lspace="0em" rspace="0em">$1</mo></mpadded>';

/**
 * Attributes in place of styles, which a page's content policy may forbid; the rest of temml's styles and its classes
 * repeat what browsers do, or need its style sheet, which our pages do not have.
 */
function withoutStyles(markup) {
  return markup
    .replaceAll(' style="math-depth:0;"', ' scriptlevel="0"')
    .replaceAll(/ (?:style|class)="[^"]*"/g, '');
}

function toMathml(tex, displayMode) {
  try {
    const markup = temml.renderToString(tex, { displayMode, throwOnError: true });
    return withoutStyles(markup.replaceAll(prime, lowered));
  } catch (error) {
    throw new Failure(`Cannot turn the formula "${tex}" into MathML: ${error.message}`);
  }
}

/** The opening tag of a display formula. */
export const displayTag = toMathml('x', true).match(/^<math[^>]*>/)[0];

/** The content of <math>: one element. */
export function innerMathml(tex, displayMode = false) {
  return toMathml(tex, displayMode)
    .replace(/^<math[^>]*>/, '')
    .replace(/<\/math>$/, '');
}

/** [markup, name of a place, markup, …] of an expanded template; `notation` is web/engine/notation/index.ts. */
export function compileTemplate(template, displayMode, notation) {
  const names = [...new Set(notation.splitTemplate(template).filter((_, i) => i % 2 === 1))];
  const places = Object.fromEntries(names.map((name, i) => [name, letters[i]]));
  const markup = innerMathml(notation.texOf({ template, places }), displayMode);
  const pieces = [''];
  let end = 0;
  for (const { 0: text, 1: attributes, 2: found, index } of markup.matchAll(letter)) {
    // A place keeps the script level of a fraction.
    const before = markup.slice(end, index) + (attributes ? `<mrow${attributes}>` : '');
    pieces[pieces.length - 1] += before;
    pieces.push(names[letters.indexOf(found)], attributes ? '</mrow>' : '');
    end = index + text.length;
  }
  pieces[pieces.length - 1] += markup.slice(end);
  const lost = names.find((name) => !pieces.includes(name));
  if (lost || letters.some((each) => pieces.join('').includes(each))) {
    throw new Failure(`A place of "${template}" is not where a symbol can stand`);
  }
  return pieces;
}

/** Every subset of up to three conditions; of more conditions only none, and each alone. */
function choices(names) {
  if (names.length > 3) return [[], ...names.map((name) => [name])];
  return names.reduce((sets, name) => [...sets, ...sets.map((set) => [...set, name])], [[]]);
}

/** Inputs that a template names in a condition, or at which a repetition starts. */
function namedInputs(parts) {
  return parts.flatMap((part) => {
    if (typeof part === 'string' || 'place' in part) return [];
    if ('from' in part) return [part.from];
    const own = /^\d+$/.test(part.condition) ? [Number(part.condition)] : [];
    return [...own, ...namedInputs(part.parts)];
  });
}

/** All expansions of a TeX template, by the number of inputs and by its conditions. */
export function expansionsOf(text, [least, most] = [0, Infinity], notation) {
  const { parts, conditions } = notation.parseTemplate(text);
  // With five inputs more than are named, dots are used; more inputs change nothing.
  const highest = Math.max(least, ...namedInputs(parts).map((input) => input + 5));
  const counts = [];
  for (let count = least; count <= Math.min(highest, most); count += 1) counts.push(count);
  const named = conditions.filter((name) => !/^\d+$/.test(name));
  const expanded = counts.flatMap((inputs) =>
    choices(named).map((true_) =>
      notation.expandTemplate(text, {
        inputs,
        holds: (name) => (/^\d+$/.test(name) ? Number(name) < inputs : true_.includes(name)),
      }),
    ),
  );
  return [...new Set(expanded)];
}

/** Superscripts after places: `{1^\top}` → `\top`. */
function raisedIn(template, notation) {
  return notation
    .splitTemplate(template)
    .filter((piece, i) => i % 2 === 1 && piece.includes('^'))
    .map((place) => place.slice(place.indexOf('^') + 1));
}

/**
 * { formulas, symbols }: template → pieces. Formulas are set as display formulas; symbols, the contents of their
 * places, and the TeX of texts inline.
 */
export function compileAll(declarations, texTexts, notation) {
  const formulas = new Map();
  const symbols = new Map();
  const add = (table, template) => {
    if (template === '' || table.has(template)) return;
    table.set(template, compileTemplate(template, table === formulas, notation));
  };
  for (const { symbol, formula, arity } of declarations) {
    for (const expanded of expansionsOf(formula, arity, notation)) {
      add(formulas, notation.formulaTemplate(expanded));
      for (const raised of raisedIn(expanded, notation)) add(symbols, raised);
    }
    for (const expanded of expansionsOf(symbol, arity, notation)) {
      add(symbols, expanded);
      if (expanded) add(symbols, notation.withSuperscript(expanded));
    }
  }
  add(formulas, '{out}');
  for (const template of notation.composerTemplates()) add(symbols, template);
  for (const tex of texTexts) {
    if (!symbols.has(tex)) symbols.set(tex, [innerMathml(tex)]);
    else if (symbols.get(tex).length > 1) throw new Failure(`"${tex}" in a text is a template`);
  }
  return { formulas, symbols };
}
