import type { Edit, Explanation, Step, Tensor, Trace } from '../engine/types.js';
import { hasCell, operandsOf, type CellRef } from './cells.js';
import { applyEdits, followTokens, lastOfEachCell } from './edits.js';
import { untrainedPaths } from './operations.js';
import { headsByScope } from './places.js';
import { scopeKey, siblingKey, siblingsByKey } from './scopes.js';
import type { Labels } from './word-labels.js';

/** Owns the trace that is shown, and caches what was read from it until it changes. */
export class TraceKeeper {
  trace: Trace | undefined;
  /** Counts up whenever a number may have changed. */
  version = 0;

  private words: Labels = () => undefined;
  private readonly byPath = new Map<string, Step>();
  private readonly tensors = new Map<string, Tensor>();
  private readonly baselines = new Map<string, Tensor>();
  private readonly known = new Map<string, string[] | undefined>();
  private explained: { cell: CellRef; explanation: Explanation | undefined } | undefined;
  private untrained: ReadonlySet<string> | undefined;
  private heads: ReadonlyMap<string, number> | undefined;
  private siblings: ReadonlyMap<string, Step[]> | undefined;
  private operands: { of: Explanation | undefined; cells: Map<string, CellRef[]> } | undefined;

  /** Replaces the trace, with those edits that still fit; returns how many do not. */
  replace(next: Trace, edits: readonly Edit[], words: Labels): number {
    const known = this.trace ? this.byPath : new Map(next.steps.map((step) => [step.path, step]));
    const before = this.trace ? this.words : words;
    const taken = applyEdits(next, followTokens(edits, known, before, words));
    this.trace?.dispose();
    this.trace = next;
    this.words = words;
    this.forget();
    return edits.length - taken.length;
  }

  /** Replaces the edits of the trace. */
  replaceEdits(edits: readonly Edit[]): void {
    if (!this.trace) return;
    this.trace.reset();
    applyEdits(this.trace, edits);
    this.forget();
  }

  edits(): Edit[] {
    return lastOfEachCell(this.trace?.edits ?? []);
  }

  dispose(): void {
    this.trace?.dispose();
    this.trace = undefined;
    this.forget();
  }

  /** Clears the cache after a change. */
  forget(): void {
    this.version += 1;
    for (const map of [this.byPath, this.tensors, this.baselines, this.known]) map.clear();
    this.explained = this.untrained = this.heads = this.siblings = undefined;
    for (const step of this.trace?.steps ?? []) this.byPath.set(step.path, step);
  }

  step(path: string): Step | undefined {
    return this.byPath.get(path);
  }

  tensor(path: string): Tensor {
    return remembered(this.tensors, path, () => this.need().tensor(path));
  }

  baseline(path: string): Tensor {
    return remembered(this.baselines, path, () => this.need().baseline(path));
  }

  labels(step: Step, axis: number, batch: number): string[] | undefined {
    return remembered(this.known, `${step.path} ${axis} ${batch}`, () =>
      this.words(step, axis, batch),
    );
  }

  isUntrained(step: Step): boolean {
    this.untrained ??= untrainedPaths(this.trace?.steps ?? []);
    return this.untrained.has(step.path);
  }

  /** The number of heads in the scope of a step. */
  headsAround(step: Step): number {
    this.heads ??= headsByScope(this.trace?.steps ?? []);
    return this.heads.get(scopeKey(step)) ?? 1;
  }

  /** The same step in all heads if each head has its own steps; otherwise only itself. */
  headSiblings(step: Step): readonly Step[] {
    if (step.scope.head === undefined) return [step];
    this.siblings ??= siblingsByKey(this.trace?.steps ?? []);
    return this.siblings.get(siblingKey(step)) ?? [step];
  }

  explain(cell: CellRef | undefined): Explanation | undefined {
    if (!cell || !hasCell(this.step(cell.path), cell.index)) return undefined;
    if (this.explained?.cell !== cell) {
      this.explained = { cell, explanation: this.need().explain(cell.path, cell.index) };
    }
    return this.explained.explanation;
  }

  operandsOf(explanation: Explanation | undefined): ReadonlyMap<string, CellRef[]> {
    if (!this.operands || this.operands.of !== explanation) {
      this.operands = { of: explanation, cells: operandsOf(explanation) };
    }
    return this.operands.cells;
  }

  private need(): Trace {
    if (!this.trace) throw new Error('No trace yet');
    return this.trace;
  }
}

function remembered<Value>(known: Map<string, Value>, key: string, read: () => Value): Value {
  if (known.has(key)) return known.get(key)!;
  const value = read();
  known.set(key, value);
  return value;
}
