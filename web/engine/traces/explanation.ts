import { indexAt, type RecordedStep } from './steps.js';
import type { Cell, Explanation, LeafExplanation } from '../types/index.js';

/** Reads the numbers of src/bindings/explanation_record.cpp, one after the other. */
class Reader {
  readonly #record: Float64Array;
  readonly #inputs: readonly RecordedStep[];
  #next = 0;

  constructor(record: Float64Array, inputs: readonly RecordedStep[]) {
    this.#record = record;
    this.#inputs = inputs;
  }

  number(): number {
    return this.#record[this.#next++] ?? NaN;
  }

  flag(): boolean {
    return this.number() !== 0;
  }

  /** Reads a name by its place in a list, which has all that the core's list has. */
  name<Name extends string>(names: readonly Name[]): Name {
    const place = this.number();
    const name = names[place];
    if (name === undefined) throw new Error(`No ${place + 1}. name in ${names.join(', ')}`);
    return name;
  }

  /** Reads a cell of the operation's n-th input: its position, then its value. */
  cell(input: number): Cell {
    const step = this.#inputs[input];
    const index = indexAt(this.number(), step?.shape ?? []);
    return { step: step?.path ?? '', index, value: this.number() };
  }

  /** Reads a list of cells of one input. */
  cells(input: number): Cell[] {
    return Array.from({ length: this.number() }, () => this.cell(input));
  }

  /** Reads a list of cells, each preceded by the index of its input. */
  cellsOfInputs(): Cell[] {
    return Array.from({ length: this.number() }, () => this.cell(this.number()));
  }

  numbers(count: number): number[] {
    return Array.from({ length: count }, () => this.number());
  }
}

export function readExplanation(
  record: Float64Array,
  steps: readonly RecordedStep[],
  place: number,
  position: number,
): Explanation {
  const step = steps[place] as RecordedStep;
  const byPath = new Map(steps.map((each) => [each.path, each]));
  const reader = new Reader(
    record,
    step.inputs.map((path) => byPath.get(path) as RecordedStep),
  );
  const rule = readers[reader.number()];
  const base = {
    step: step.path,
    index: indexAt(position, step.shape),
    value: reader.number(),
    result: reader.number(),
    bound: reader.number(),
    difference: reader.number(),
  };
  const edited = reader.flag();
  const computed = reader.number();
  const cell = edited ? { ...base, edited: { computed } } : base;
  return { ...cell, ...rule?.(reader, step) } as Explanation;
}

type RuleReader = (reader: Reader, step: RecordedStep) => Partial<Explanation>;

// Names in the order of the core's lists: src/attention_playground/ops/explanation.hpp.
const joins = ['add', 'multiply', 'divide'] as const;
const functions = [
  ...(['relu', 'gelu', 'gelu_tanh', 'exp_difference'] as const),
  ...(['invert_mask', 'finite_mask', 'hide', 'square_root', 'clip_factor', 'softcap'] as const),
];
const sums = [
  ...(['plain', 'mean', 'variance', 'entropy', 'softmax_gradient', 'cross_entropy'] as const),
  'smoothed' as const,
];
const ways = ['argmax', 'top_k', 'sample'] as const;
const origins = ['given', 'random', 'identity', 'constant', 'cached'] as const;

/** A kept number is explained by the pass that made it (RecordedTrace); a graph by itself has been given it. */
const leafOrigin = (name: (typeof origins)[number]): LeafExplanation['origin'] =>
  name === 'cached' ? 'given' : name;

/** In the order of the core's `Rule`: src/attention_playground/ops/explanation.hpp. */
const readers: readonly RuleReader[] = [
  dot,
  softmax,
  (reader) => ({ rule: 'copy', source: reader.cell(reader.number()) }),
  (reader) => ({ rule: 'select', id: reader.cell(0), source: reader.cell(1) }),
  elementwise,
  dropout,
  sinusoid,
  (reader) => ({
    rule: reader.flag() ? 'causal' : 'padding',
    visible: reader.flag(),
    limit: reader.number(),
  }),
  (reader) => ({
    rule: 'leaf',
    origin: leafOrigin(reader.name(origins)),
  }),
  normalise,
  (reader, { attributes: { cap } }) => ({
    rule: 'function',
    function: reader.name(functions),
    inner: reader.number(),
    operands: reader.cellsOfInputs(),
    ...(typeof cap === 'number' && { cap }),
  }),
  sum,
  (reader) => ({
    rule: 'maximum',
    position: reader.number(),
    operands: reader.cellsOfInputs(),
  }),
  choice,
  chain,
  rotation,
];

function dot(reader: Reader): Partial<Explanation> {
  const left: Cell[] = [];
  const right: Cell[] = [];
  const products: number[] = [];
  const sums: number[] = [];
  for (let n = reader.number(); n > 0; n--) {
    left.push(reader.cell(0));
    right.push(reader.cell(1));
    products.push(reader.number());
    sums.push(reader.number());
  }
  const terms = { rule: 'dot' as const, left, right, products, sums };
  return reader.flag() ? { ...terms, bias: reader.cell(2) } : terms;
}

function softmax(reader: Reader): Partial<Explanation> {
  const position = reader.number();
  const maximum = reader.number();
  const sum = reader.number();
  const fullyMasked = reader.flag();
  const logarithm = reader.flag();
  const operands: Cell[] = [];
  const exponentials: number[] = [];
  for (let n = reader.number(); n > 0; n--) {
    operands.push(reader.cell(0));
    exponentials.push(reader.number());
  }
  const found = { operands, position, maximum, exponentials, sum, fullyMasked, logarithm };
  return { rule: 'softmax', ...found };
}

/** Name of a step's factor, by the attribute that its step has. */
const factorNames = {
  sqrt_d_k: '1/√d_k',
  scale: 'scale',
  temperature: '1/τ',
  sqrt_d: '√D',
  unscaled: '1',
  sqrt_d_model: '1/√D',
  sqrt_h: '1/√h',
  p: '1/(1 − p)',
};

function factorName(attributes: RecordedStep['attributes']): string {
  const named = Object.entries(factorNames).find(([name]) => Object.hasOwn(attributes, name));
  return named?.[1] ?? 'factor';
}

function elementwise(reader: Reader, { attributes }: RecordedStep): Partial<Explanation> {
  const operator = reader.name(joins);
  const operands = Array.from({ length: reader.number() }, (_, input) => reader.cell(input));
  const constants = Array.from({ length: reader.number() }, () => ({
    name: factorName(attributes),
    value: reader.number(),
  }));
  return { rule: 'elementwise', operator, operands, constants };
}

function dropout(reader: Reader): Partial<Explanation> {
  const source = reader.cell(0);
  const draw = reader.number();
  const p = reader.number();
  const factor = reader.number();
  return { rule: 'dropout', source, draw, p, kept: draw >= p, factor };
}

function sinusoid(reader: Reader): Partial<Explanation> {
  return {
    rule: 'sinusoid',
    function: reader.flag() ? 'sin' : 'cos',
    position: reader.number(),
    pair: reader.number(),
    dModel: reader.number(),
    angle: reader.number(),
  };
}

function rotation(reader: Reader): Partial<Explanation> {
  const [position, pair, width, angle, cosine, sine] = reader.numbers(6);
  const operands = reader.cells(0);
  return { rule: 'rotation', position, pair, width, angle, cosine, sine, operands };
}

function normalise(reader: Reader): Partial<Explanation> {
  const [position, sum, mean, sumOfSquares, variance, epsilon] = reader.numbers(6);
  const operands = reader.cells(0);
  const differences = reader.numbers(operands.length);
  const squares = reader.numbers(operands.length);
  const statistics = { sum, mean, differences, squares, sumOfSquares, variance, epsilon };
  const weight = reader.flag() ? { weight: reader.cell(1) } : {};
  const bias = reader.flag() ? { bias: reader.cell(2) } : {};
  return { rule: 'normalise', position, operands, ...statistics, ...weight, ...bias };
}

function sum(reader: Reader): Partial<Explanation> {
  const of = reader.name(sums);
  const mean = reader.number();
  const operands = reader.cells(0);
  const terms = reader.numbers(operands.length);
  const found = { of, mean, operands, terms, sums: reader.numbers(operands.length) };
  const smoothed = of === 'smoothed' ? { factors: reader.numbers(operands.length) } : {};
  return { rule: 'sum', ...found, ...smoothed };
}

function chain(reader: Reader): Partial<Explanation> {
  const [count = 0, position, inner] = reader.numbers(3);
  const terms = Array.from({ length: count }, () => {
    const upstream = reader.cell(0);
    const [derivative = 0, product = 0, sum = 0] = reader.numbers(3);
    return { upstream, derivative, product, sum };
  });
  return {
    rule: 'chain',
    upstream: terms.map(({ upstream }) => upstream),
    derivatives: terms.map(({ derivative }) => derivative),
    products: terms.map(({ product }) => product),
    sums: terms.map(({ sum }) => sum),
    operands: reader.cellsOfInputs(),
    position,
    inner,
  };
}

function choice(reader: Reader): Partial<Explanation> {
  const way = reader.name(ways);
  const [position, rank, count] = reader.numbers(3);
  const kept = reader.flag();
  const [draw, target] = reader.numbers(2);
  const operands = reader.cells(0);
  const order = reader.numbers(operands.length);
  const base = { rule: 'choice' as const, way, position, rank, count, kept, draw, target };
  return { ...base, operands, order, sums: reader.numbers(reader.number()) };
}
