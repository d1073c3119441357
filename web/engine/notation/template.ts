// Templates of formulas and code: `{0} {1}^{\top}`, `{0} @ {1}{?2: + {2}}`.
//
//   {0} {0!}       the first input: in brackets if it is compound; never in brackets
//   {out}          the step itself
//   {?2:text}      text, only if there is an input 2
//   {?past:text}   text, only if the attribute is present and not 0, or the scope has that number
//   {*:sep}        all inputs joined by `sep`, five or more shortened with dots; {1*:sep} starts at input 1
//   {of} {through} of a backward pass: the step whose gradient it is, and the one that passes it on
//   {shape} {past} … one of the names below
//
// All other braces belong to TeX and are kept.

/** Names in braces besides inputs; values.ts fills them in. */
const names = [
  ...['out', 'of', 'through', 'shape', 'd', 'window', 'cell', 'source'],
  // Numbers of the scope, from 1.
  ...['head', 'row', 'column', 'worker', 'sublayer'],
  // Attributes: src/bindings/step_record.cpp writes them.
  ...['p', 'k', 'seed', 'past', 'behind', 'first', 'eps', 'axis', 'other_axis', 'start', 'length'],
  ...['factor', 'scale', 'temperature', 'normalized_shape', 'removed', 'reduced', 'entries'],
  ...['threshold', 'cap', 'padding', 'pads', 'smoothing'],
  // What a program takes from the record: the cells that dropout kept, the token that was drawn.
  ...['kept', 'drawn', 'leading'],
  // Names that the composer adds: the last of many inputs, and places of its own templates.
  ...['number', 'beforeLast', 'last', 'superscript', 'end', 'digits', 'exponent'],
];

/** The words in `\text{…}` and the like are never places: `\mathrm{scale}` is the word. */
const verbatim = String.raw`\\(?:text|mathrm|mathbf|mathcal|mathbb|operatorname|begin|end) *\{[^{}]*\}|\\[^]`;
const place = String.raw`\{((?:\d+|${names.join('|')})!?(?:\^\\?\w+)?)\}`;

export type Part =
  | string
  /** `raised`: a superscript right after it, as in `{1}^{\top}`; the symbol's own subscript then goes below it. */
  | { place: string; raised?: string }
  | { condition: string; parts: readonly Part[] }
  | { from: number; separator: string };

export interface Template {
  parts: readonly Part[];
  /** The names in its conditions: inputs and attributes. */
  conditions: readonly string[];
  /** Whether a part is repeated for each input. */
  repeats: boolean;
  /** By the conditions that hold and, if a part is repeated, the number of inputs. */
  expansions: Map<string, string>;
}

const parsed = new Map<string, Template>();

export function parseTemplate(text: string): Template {
  let template = parsed.get(text);
  if (!template) parsed.set(text, (template = new Parser(text).template()));
  return template;
}

const literal = new RegExp(String.raw`${verbatim}|[^{}\\]+|[{}]`, 'y');
const opening = new RegExp(String.raw`\{\?(\w+):|\{(\d*)\*:|${place}`, 'y');
// Not if a subscript follows: `{0}^2_t`.
const raising = /\^(?:\{(\\[a-zA-Z]+|\w+)\}|(\w)|(\\[a-zA-Z]+))(?!_)/y;

class Parser {
  readonly #text: string;
  readonly #conditions = new Set<string>();
  #repeats = false;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  template(): Template {
    const parts: Part[] = [];
    // A surplus closing brace is kept.
    while (this.#at < this.#text.length) parts.push(...this.#parts(), ...(this.#take(/\}/y) ?? []));
    const conditions = [...this.#conditions];
    return { parts, conditions, repeats: this.#repeats, expansions: new Map() };
  }

  /** Reads to the end, or to a brace that closes an earlier one. */
  #parts(): Part[] {
    const parts: Part[] = [];
    let depth = 0;
    while (this.#at < this.#text.length) {
      const match = this.#take(opening);
      if (match) {
        parts.push(this.#opened(match));
        continue;
      }
      if (this.#text[this.#at] === '}' && depth === 0) break;
      const text = this.#take(literal)?.[0] ?? this.#take(/[^]/y)?.[0] ?? '';
      if (text === '{') depth++;
      if (text === '}') depth--;
      parts.push(text);
    }
    return parts;
  }

  #opened([, condition, from, name = '']: RegExpExecArray): Part {
    if (condition !== undefined) {
      this.#conditions.add(condition);
      const parts = this.#parts();
      this.#take(/\}/y);
      return { condition, parts };
    }
    if (from !== undefined) {
      this.#repeats = true;
      const separator = this.#parts().filter((part) => typeof part === 'string');
      this.#take(/\}/y);
      return { from: Number(from), separator: separator.join('') };
    }
    const raised = /^(\d+|out)$/.test(name)
      ? this.#take(raising)?.slice(1).find(Boolean)
      : undefined;
    return raised === undefined ? { place: name } : { place: name, raised };
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at = pattern.lastIndex;
    return match;
  }
}

/** What an expansion depends on: the number of inputs, and which conditions hold. */
export interface Situation {
  inputs: number;
  holds(condition: string): boolean;
}

/** Fills a template of code; `value` gives the text of a place, which is the number of an input or a name. */
export function fillCode(
  text: string,
  situation: Situation,
  value: (place: string) => string,
): string {
  const fill = (parts: readonly Part[]): string => parts.map(partText).join('');
  const partText = (part: Part): string => {
    if (typeof part === 'string') return part;
    if ('condition' in part) return situation.holds(part.condition) ? fill(part.parts) : '';
    if ('from' in part) {
      const inputs = Array.from({ length: situation.inputs }, (_, input) => value(String(input)));
      return inputs.slice(part.from).join(part.separator);
    }
    const filled = value(part.place.replace('!', ''));
    return part.raised === undefined ? filled : `${filled}^${part.raised}`;
  };
  return fill(parseTemplate(text).parts);
}

/** From this many inputs on, a repetition shows the first, dots, and the last two. */
const elidedFrom = 5;

/** Expands the optional and repeated parts of a TeX template: only places are left. */
export function expandTemplate(text: string, situation: Situation): string {
  const template = parseTemplate(text);
  const { conditions, repeats, expansions } = template;
  const key =
    conditions.filter((each) => situation.holds(each)).join() +
    (repeats ? `;${situation.inputs}` : '');
  let expanded = expansions.get(key);
  if (expanded === undefined) {
    expanded = expandParts(template.parts, situation);
    expansions.set(key, expanded);
  }
  return expanded;
}

function expandParts(parts: readonly Part[], situation: Situation): string {
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part;
    if ('place' in part) return part.raised ? `{${part.place}^${part.raised}}` : `{${part.place}}`;
    if ('condition' in part) {
      return situation.holds(part.condition) ? expandParts(part.parts, situation) : '';
    }
    return repeated(part, situation.inputs);
  });
  return texts.join('');
}

/** Terms of a sum and members of a list need no brackets, factors do. */
function repeated({ from, separator }: { from: number; separator: string }, inputs: number) {
  const mark = /[+,;]/.test(separator) ? '!' : '';
  const operand = (input: number | string) => `{${input}${mark}}`;
  const count = inputs - from;
  if (count >= elidedFrom) {
    return [operand(from), String.raw`\dots`, operand('beforeLast'), operand('last')].join(
      separator,
    );
  }
  return Array.from({ length: Math.max(count, 0) }, (_, i) => operand(from + i)).join(separator);
}

const cut = new RegExp(`${verbatim}|${place}`, 'g');
const pieces = new Map<string, readonly string[]>();

/** An expanded template as literal text and names of places, alternating: `{0} + {1}` → ['', '0', ' + ', '1', '']. */
export function splitTemplate(expanded: string): readonly string[] {
  const known = pieces.get(expanded);
  if (known) return known;
  const found: string[] = [];
  let end = 0;
  for (const { 0: text, 1: name, index } of expanded.matchAll(cut)) {
    if (name === undefined) continue;
    found.push(expanded.slice(end, index), name);
    end = index + text.length;
  }
  found.push(expanded.slice(end));
  pieces.set(expanded, found);
  return found;
}
