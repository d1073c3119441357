import { indexAt, type RecordedStep } from './steps.js';
import type { Cell, Explanation } from './types.js';

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

  /** A cell of the operation's n-th input: position, value. */
  cell(input: number): Cell {
    const step = this.#inputs[input];
    const index = indexAt(this.number(), step?.shape ?? []);
    return { step: step?.path ?? '', index, value: this.number() };
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
  };
  const edited = reader.flag();
  const computed = reader.number();
  const cell = edited ? { ...base, edited: { computed } } : base;
  return { ...cell, ...rule?.(reader, step) } as Explanation;
}

type RuleReader = (reader: Reader, step: RecordedStep) => Partial<Explanation>;

/** In the order of the core's `Rule`: src/ops/explanation.hpp. */
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
    origin: (['given', 'random', 'identity'] as const)[reader.number()] ?? 'given',
  }),
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
  const operands: Cell[] = [];
  const exponentials: number[] = [];
  for (let n = reader.number(); n > 0; n--) {
    operands.push(reader.cell(0));
    exponentials.push(reader.number());
  }
  return { rule: 'softmax', operands, position, maximum, exponentials, sum, fullyMasked };
}

function elementwise(reader: Reader, { factorName }: RecordedStep): Partial<Explanation> {
  const operator = reader.flag() ? 'multiply' : 'add';
  const operands = Array.from({ length: reader.number() }, (_, input) => reader.cell(input));
  const constants = Array.from({ length: reader.number() }, () => ({
    name: factorName,
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
