// Steps as the core records them, made by hand, and MathML in a form in which two ways of grouping are equal.

import temml from 'temml';
import { importWeb } from '../../support/bundled.mjs';

export const { composeTexts, readDeclarations, readSteps, mathmlOf } = await importWeb(
  'engine/notation/index.ts',
  'engine/traces/steps.ts',
  'kit/formulas/mathml.ts',
);

const templates = { symbol: 'X', variable: 'x', formula: '', code: '', numpy: '' };
const facts = { axes: [], scope: {}, superscript: '', shape: [], inputs: [], attributes: {} };

/** A leaf or a step; `step.inputs` are places in the list. */
export function compose(...steps) {
  return composeTexts(steps.map((step) => ({ ...templates, ...facts, ...step })));
}

/** The last of some steps. */
export function composeLast(...steps) {
  return compose(...steps).at(-1);
}

/** A step that reads leaves of these symbols; their variables are the symbols' letters in lower case. */
export function reading(symbols, step) {
  const leaves = symbols.map((symbol) => ({
    symbol,
    variable: symbol.replace(/\W/g, '').toLowerCase(),
  }));
  return composeLast(...leaves, {
    symbol: 'Y',
    variable: 'y',
    inputs: symbols.map((_, i) => i),
    ...step,
  });
}

/** The fields of records: src/bindings/trace.cpp. */
export const record = (...fields) => fields.join('\x1f');

/**
 * Rows within rows are one row, numbers and the commas between them are one or several elements. Classes and styles say
 * nothing of what is meant, nor does how high a prime stands, and where temml leaves a thin space by a function depends on how its neighbour is made up.
 */
export function plainMathml(markup) {
  let plain = markup
    .replace(/<mpadded mathsize[^>]*>(.*?)<\/mpadded>/g, '$1')
    .replace(/ (class|style|scriptlevel)="[^"]*"/g, '')
    .replaceAll('<mspace width="0.1667em"></mspace>', '')
    .replace(/<mn>[^<]*<\/mn>(<mo separator="true">,<\/mo><mn>[^<]*<\/mn>)+/g, (numbers) =>
      numbers.replace(/<\/mn><mo separator="true">,<\/mo><mn>/g, ','),
    );
  for (let before = ''; before !== plain;) {
    before = plain;
    plain = unwrapped(plain);
  }
  return plain;
}

const inRows = new Set(['math', 'mrow', 'mstyle', 'msqrt', 'mtd', 'mpadded', 'mphantom']);

/** Without rows of one element, and without rows where their elements can stand by themselves. */
function unwrapped(markup) {
  const root = parse(markup);
  const print = (node, parent) => {
    if (typeof node === 'string') return node;
    const { name, tag, children } = node;
    const needless = name === 'mrow' && (inRows.has(parent?.name) || children.length === 1);
    const inner = children.map((child) => print(child, needless ? parent : node)).join('');
    return needless ? inner : `<${tag}>${inner}</${name}>`;
  };
  return root.children.map((child) => print(child, undefined)).join('');
}

function parse(markup) {
  const open = [{ name: '', children: [] }];
  for (const [, closing, tag, text] of markup.matchAll(/<(\/?)([^>]+)>|([^<]+)/g)) {
    if (text !== undefined) open.at(-1).children.push(text);
    else if (closing) open.pop();
    else {
      const node = { name: tag.split(' ')[0], tag, children: [] };
      open.at(-1).children.push(node);
      open.push(node);
    }
  }
  return open[0];
}

/** What temml makes of a whole formula or symbol. */
export function temmlOf(tex, displayMode) {
  return plainMathml(temml.renderToString(tex, { displayMode, throwOnError: true }));
}
