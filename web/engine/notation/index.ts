// Composes formulas and code of a trace's steps from the core's templates: it fills in symbols and variables of the
// inputs, puts compound ones in brackets, and marks older tensors of the same symbol.

import { expandTemplate, fillCode, parseTemplate, splitTemplate } from './template.js';
import type { Situation } from './template.js';
import { isCompound, texOf, withSuperscript } from './tex.js';
import { codeValue, isThere, texValue, valueTemplates, type Facts } from './values.js';
import { remembered } from '../module/remembered.js';
import type { Notation, Step, StepScope } from '../types/index.js';

export { expandTemplate, parseTemplate, splitTemplate, texOf, withSuperscript };

type Texts = Pick<Step, 'symbol' | 'variable' | 'formula' | 'code' | 'numpy'>;

/** A step whose texts are still templates. */
export interface TemplateStep extends Facts, Texts {
  /** Superscript of its symbol: '' or "'", or 'worker' for the worker's number. */
  superscript: string;
  /** Indices in the list of steps. */
  inputs: readonly number[];
  /** Indices, too. */
  backward?: { of?: number; through?: number };
}

/** A step's texts, composed. */
export type ComposedTexts = Texts & Pick<Step, 'notation'>;

/** What other steps use of a composed step. */
interface Named {
  /** Its symbol without superscripts. */
  base: Notation;
  superscripts: readonly Notation[];
  symbol: Notation;
  scope: StepScope;
  /** TeX of the symbol, used to find equal symbols. */
  tex: string;
  variable: string;
}

const superscriptPair = String.raw`{0}\,{1}`;
const brackets = '({0})';
const numbered = '({number})';
const old = plain(String.raw`\text{old}`);
const prime = plain(String.raw`\prime`);
const rememberedName = remembered<Named>();
const nameless: Named = named(plain(''), [], '', {});

/** The names that a step's texts are composed from: of its inputs, and of the steps that its gradient belongs to. */
interface Reads {
  inputs: readonly Named[];
  of: Named;
  through: Named;
}

/** The texts composed for a step, and what they were composed from. */
interface Composed {
  reads: Reads;
  own: Named;
  texts: ComposedTexts;
}

/** By step: a step that is kept from trace to trace is composed once. */
const composed = new WeakMap<TemplateStep, Composed>();

/** Takes steps in the order of the trace: a step's inputs come before it. */
export function composeTexts(steps: readonly TemplateStep[]): ComposedTexts[] {
  const known: Named[] = [];
  // Equal texts share one string: most lines of a trace of tiles or layers occur many times.
  const pool = new Map<string, string>();
  const share = (text: string) => pool.get(text) ?? (pool.set(text, text), text);
  return steps.map((step) => {
    const nameOf = (place = -1) => known[place] ?? nameless;
    const reads = {
      inputs: step.inputs.map(nameOf),
      of: nameOf(step.backward?.of),
      through: nameOf(step.backward?.through),
    };
    let found = composed.get(step);
    if (!found || !isSame(found.reads, reads)) {
      found = compose(step, reads, share);
      composed.set(step, found);
    }
    known.push(found.own);
    return found.texts;
  });
}

function isSame(before: Reads, now: Reads): boolean {
  const same = before.inputs.every((input, place) => input === now.inputs[place]);
  return same && before.of === now.of && before.through === now.through;
}

function compose(step: TemplateStep, reads: Reads, share: (text: string) => string): Composed {
  const composer = new Composer(step, reads);
  const { own } = composer;
  const formula = composer.formula();
  const texts = {
    symbol: share(own.tex),
    variable: share(own.variable),
    formula: share(texOf(formula)),
    code: share(composer.line(step.code)),
    numpy: share(composer.line(step.numpy)),
    notation: { symbol: own.symbol, formula },
  };
  return { reads, own, texts };
}

/** The template of a whole formula from an expanded one: puts the symbol first unless the template names it. */
export function formulaTemplate(expanded: string): string {
  if (expanded === '') return '{out}';
  return namesOut(expanded) ? expanded : `{out} = ${expanded}`;
}

/** Templates that a formula may contain besides those of declarations. */
export function composerTemplates(): string[] {
  const own = [old.template, prime.template, numbered, superscriptPair, brackets];
  return [...own, ...valueTemplates()];
}

/** Composes the texts of one step from its inputs. */
class Composer {
  readonly own: Named;
  readonly #step: TemplateStep;
  readonly #reads: Reads;
  readonly #old: readonly boolean[];
  readonly #situation: Situation;

  constructor(step: TemplateStep, reads: Reads) {
    const { inputs } = reads;
    this.#step = step;
    this.#reads = reads;
    this.#situation = {
      inputs: inputs.length,
      holds: (name) => (/^\d+$/.test(name) ? Number(name) < inputs.length : isThere(step, name)),
    };
    this.own = nameless;
    this.#old = [];
    const base = this.#notation(expandTemplate(step.symbol, this.#situation));
    this.own = named(base, superscriptsOf(step), this.#code(step.variable), step.scope);
    this.#old = inputs.map((_, input) => this.#isOld(input));
  }

  formula(): Notation {
    const expanded = expandTemplate(this.#step.formula, this.#situation);
    const template = formulaTemplate(expanded);
    // `Q K^T = Q K^T` says nothing.
    const repeats = template !== expanded && texOf(this.#notation(expanded)) === this.own.tex;
    return this.#notation(repeats ? '{out}' : template);
  }

  line(template: string): string {
    return assignment(this.own.variable, template, this.#code(template));
  }

  /** Whether the step itself, or another, later input, has the same symbol as this input. */
  #isOld(input: number): boolean {
    const { tex } = this.#input(input);
    if (tex === this.own.tex) return true;
    const step = this.#step.inputs[input];
    return this.#step.inputs.some(
      (other, place) => place > input && other !== step && this.#input(place).tex === tex,
    );
  }

  /** Each layer has an X_1: a step that reads another layer's X_1 shows that layer's number above it. */
  #isOfAnotherLayer({ base, scope }: Named): boolean {
    if (scope.layer === undefined || !('sublayer' in base.places)) return false;
    const { stack, layer } = this.#step.scope;
    return stack !== scope.stack || layer !== scope.layer;
  }

  #input(input: number): Named {
    return this.#reads.inputs[input] ?? nameless;
  }

  #notation(template: string): Notation {
    const pieces = splitTemplate(template);
    const places: Record<string, Notation | string> = {};
    for (let i = 1; i < pieces.length; i += 2) {
      const place = pieces[i] as string;
      places[place] = this.#place(place);
    }
    return frozen(template, places);
  }

  #place(place: string): Notation | string {
    const [, name = '', bare, raised] = /^(\w+)(!?)(?:\^(.+))?$/.exec(place) ?? [];
    const input = this.#inputNamed(name);
    const other = name === 'out' ? this.own : this.#stepNamed(name);
    if (input === undefined && !other) return texValue(this.#step, name);
    const read = other ?? this.#input(input ?? -1);
    const superscripts = [...read.superscripts];
    if (this.#isOfAnotherLayer(read)) superscripts.push(number((read.scope.layer ?? 0) + 1));
    if (input !== undefined && this.#old[input]) superscripts.push(old);
    if (raised) superscripts.push(plain(raised));
    if (superscripts.length > read.superscripts.length) return marked(read.base, superscripts);
    const compound = !bare && name !== 'out' && isCompound(read.symbol.template);
    return compound ? frozen(brackets, { 0: read.symbol }) : read.symbol;
  }

  /** The step of the forward pass that a place names, if any. */
  #stepNamed(name: string): Named | undefined {
    if (name === 'of') return this.#reads.of;
    return name === 'through' ? this.#reads.through : undefined;
  }

  /** Index of the input that a place names, if any. */
  #inputNamed(name: string): number | undefined {
    if (name === 'last') return this.#reads.inputs.length - 1;
    if (name === 'beforeLast') return this.#reads.inputs.length - 2;
    return /^\d/.test(name) ? Number(name) : undefined;
  }

  #code(template: string): string {
    return fillCode(template, this.#situation, (name) => this.#codeValue(name));
  }

  #codeValue(name: string): string {
    if (name === 'out') return this.own.variable;
    const other = this.#stepNamed(name);
    if (other) return other.variable;
    const input = this.#inputNamed(name);
    return input === undefined ? codeValue(this.#step, name) : this.#variable(input);
  }

  #variable(input: number): string {
    const { variable } = this.#input(input);
    return this.#old[input] ? `${variable}_old` : variable;
  }
}

/** A line of code; '' without a template. A template that names its result, or is only a comment, gets no assignment. */
export function assignment(variable: string, template: string, code: string): string {
  const whole = code === '' || code.startsWith('#') || namesOut(template);
  return whole ? code : `${variable} = ${code}`;
}

function superscriptsOf({ superscript, scope }: TemplateStep): Notation[] {
  if (superscript === "'") return [prime];
  if (superscript !== 'worker') return [];
  return [number((scope.worker ?? 0) + 1)];
}

function named(
  base: Notation,
  superscripts: readonly Notation[],
  variable: string,
  scope: StepScope,
): Named {
  const symbol = marked(base, superscripts);
  const tex = texOf(symbol);
  // Equal names share one object, so steps that read it need not be composed again.
  const key = [tex, base.template, variable, JSON.stringify(scope)].join('\n');
  return rememberedName(key, () => ({ base, superscripts, symbol, tex, variable, scope }));
}

/** A superscript with the number of a worker or layer, from 1. */
function number(count: number): Notation {
  return frozen(numbered, { number: String(count) });
}

function marked(base: Notation, superscripts: readonly Notation[]): Notation {
  if (superscripts.length === 0) return base;
  const superscript = superscripts.reduce((before, next) =>
    frozen(superscriptPair, { 0: before, 1: next }),
  );
  return frozen(withSuperscript(base.template), { ...base.places, superscript });
}

function plain(template: string): Notation {
  return frozen(template, {});
}

/** Frozen because steps share them. */
function frozen(template: string, places: Notation['places']): Notation {
  return Object.freeze({ template, places: Object.freeze(places) });
}

function namesOut(template: string): boolean {
  return /\{out[!^}]/.test(template);
}
