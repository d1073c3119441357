import { axisNames } from '../../elements/matrix-layout.js';
import { nameOf, scopeOf } from '../../elements/step-paths.js';
import type {
  Cell,
  Difference,
  Edit,
  Explanation,
  FirstDifference,
  Memory,
  Step,
  Tensor,
  Trace,
} from '../../engine/types.js';
import type { Pass } from './pass.js';

/**
 * A pass with the rows that were kept from earlier ones: steps that have a row a token show all tokens, each row from
 * the pass that computed it, and explained there. Keys and values stay as the pass has them: kept ones and new ones.
 */
export class SequenceTrace implements Trace {
  readonly edits: readonly Edit[] = [];
  readonly steps: readonly Step[];
  disposed = false;
  private readonly known: ReadonlyMap<string, Step>;
  private readonly kept: number;

  constructor(private readonly pass: Pass) {
    this.kept = pass.cache.kept;
    const own = pass.trace.steps.filter(({ path }) => !isChoice(path));
    const chosen = pass.choice.trace.steps.filter(({ path }) => isChoice(path));
    this.steps = [...own, ...chosen].map((step) => this.grown(step));
    this.known = new Map(this.steps.map((step) => [step.path, step]));
  }

  tensor(path: string): Tensor {
    const step = this.known.get(path);
    const axis = step && this.axisOf(step);
    if (!step || axis === undefined) return this.traceOf(path).tensor(path);
    const { shape } = step;
    const size = shape.reduce((product, extent) => product * extent, 1);
    const data = new Float32Array(size).fill(holeOf(path));
    for (const owner of new Set(this.pass.owners)) {
      copyRows(owner.trace.tensor(path), { shape, data }, axis, owner.cache.kept);
    }
    return { shape: [...shape], data };
  }

  baseline(path: string): Tensor {
    return this.tensor(path);
  }

  explain(path: string, index: readonly number[]): Explanation {
    const step = this.known.get(path);
    const axis = step && this.axisOf(step);
    if (!step || axis === undefined) {
      return this.placed(this.traceOf(path).explain(path, index), this.pass);
    }
    const owner = this.pass.owners[index[axis]!]!;
    const local = index.map((at, i) => (i === axis ? at - owner.cache.kept : at));
    const later = axisNames(step).indexOf('key');
    const seen = owner.tokens.length;
    if (later < 0 || isCross(path) || index[later]! < seen) {
      return this.placed(owner.trace.explain(path, local), owner);
    }
    const visible = local.map((at, i) => (i === later ? 0 : at));
    const row = this.placed(owner.trace.explain(path, visible), owner);
    return hidden(row, [...index], later, step.shape[later]!, seen, index[axis]!);
  }

  memory(path: string): Memory {
    return this.traceOf(path).memory(path);
  }

  compare(other: Trace): Difference[] {
    return this.pass.trace.compare(other);
  }

  firstDifference(other: Trace): FirstDifference | undefined {
    return this.pass.trace.firstDifference(other);
  }

  /** What was generated is not edited here: weights are changed in the model. */
  set(): string[] {
    return [];
  }

  setTensor(): string[] {
    return [];
  }

  undo(): string[] {
    return [];
  }

  reset(): string[] {
    return [];
  }

  /** The passes belong to the sequence. */
  dispose(): void {
    this.disposed = true;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  private traceOf(path: string): Trace {
    return isChoice(path) ? this.pass.choice.trace : this.pass.trace;
  }

  /** The axis along which rows of earlier passes are added. */
  private axisOf(step: Step): number | undefined {
    if (this.kept === 0 || !/^(target|decoder)\.|^logits$/.test(step.path)) return undefined;
    const axis = axisNames(step).findIndex((name) => name === 'token' || name === 'query');
    return axis < 0 ? undefined : axis;
  }

  private grown(step: Step): Step {
    const axis = this.axisOf(step);
    if (axis === undefined) return step;
    const shape = step.shape.map((size, i) => (i === axis ? size + this.kept : size));
    return { ...step, shape };
  }

  /** An explanation by a pass, with its cells where they lie in what is shown. */
  private placed(explanation: Explanation, owner: Pass): Explanation {
    // The origin of a kept number already counts from the first token on.
    const parts = Object.entries(this.cellPlaced(explanation, owner)).map(([key, part]) => {
      if (key === 'origin') return [key, part as unknown];
      if (Array.isArray(part)) {
        return [key, part.map((one: unknown) => (isCell(one) ? this.cellPlaced(one, owner) : one))];
      }
      return [key, isCell(part) ? this.cellPlaced(part, owner) : (part as unknown)];
    });
    return Object.fromEntries(parts) as Explanation;
  }

  private cellPlaced<C extends Cell>(cell: C, owner: Pass): C {
    const { kept } = owner.cache;
    const step = this.known.get(cell.step);
    const axis = step && this.axisOf(step);
    if (axis !== undefined) {
      return { ...cell, index: cell.index.map((at, i) => (i === axis ? at + kept : at)) };
    }
    return owner === this.pass ? cell : this.inCache(cell);
  }

  /** Keys and values that an earlier pass computed are kept ones in this one. */
  private inCache<C extends Cell>(cell: C): C {
    const heads = /^([kv])(_transposed|_cache)$/.exec(nameOf(cell.step));
    const path = `${scopeOf(cell.step)}.cached_${heads?.[1]}`;
    const there = heads && (this.known.get(path)?.shape[2] ?? 0) > cell.index[2]!;
    return there ? { ...cell, step: path } : cell;
  }
}

/** Steps from the last logits to the token. */
function isChoice(path: string): boolean {
  return path.startsWith('next.');
}

function isCross(path: string): boolean {
  return path.includes('.cross_attention.');
}

function isCell(part: unknown): part is Cell {
  return typeof part === 'object' && part !== null && 'step' in part && 'index' in part;
}

/** What a query has for a key that came after its pass: weight 0, as under the mask; scores were never computed. */
function holeOf(path: string): number {
  if (/mask|masked_scores$/.test(path)) return -Infinity;
  return path.endsWith('weights') ? 0 : NaN;
}

function copyRows(from: Tensor, to: Tensor, axis: number, offset: number): void {
  const { shape, data } = from;
  const at = shape.map(() => 0);
  for (const value of data) {
    const flat = at.reduce(
      (sum, place, i) => sum * to.shape[i]! + place + (i === axis ? offset : 0),
      0,
    );
    to.data[flat] = value;
    for (let i = at.length - 1; i >= 0; i -= 1) {
      at[i]! += 1;
      if (at[i]! < shape[i]!) break;
      at[i] = 0;
    }
  }
}

/** A key after the query: the mask's −∞, and as a weight the 0 that softmax makes of it. */
function hidden(
  row: Explanation,
  index: number[],
  axis: number,
  keys: number,
  seen: number,
  query: number,
): Explanation {
  const cell = { step: row.step, index, bound: 0 };
  if (row.rule !== 'softmax') {
    const value = -Infinity;
    return { ...cell, value, result: value, rule: 'causal', visible: false, limit: query };
  }
  const later = Array.from({ length: keys - seen }, (_, i) => ({
    step: row.operands[0]!.step,
    index: row.operands[0]!.index.map((at, i_) => (i_ === axis ? seen + i : at)),
    value: -Infinity,
  }));
  return {
    ...row,
    ...cell,
    value: 0,
    result: 0,
    position: index[axis]!,
    operands: [...row.operands, ...later],
    exponentials: [...row.exponentials, ...later.map(() => 0)],
  };
}
