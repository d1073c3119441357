import type {
  AttentionPlayground,
  Axis,
  Explanation,
  Step,
  Tensor,
  Trace,
} from '../engine/types.js';
import { applyEdits, followTokens, lastOfEachCell } from './edits.js';
import type { Tokens } from './problems.js';
import type { PlaygroundState } from './state.js';
import { axisLabels, hasCell, operandsOf, vocabularyOf, type CellRef } from './store-reading.js';
import { traceOptions } from './trace-options.js';

/** Owns the one trace that is shown, and remembers what was read from it until it changes. */
export class TraceKeeper {
  trace: Trace | undefined;
  tokens: Tokens = { sentences: [], memory: [] };
  /** Counts up whenever a number may have changed. */
  version = 0;

  private vocabulary: string[] = [];
  private readonly byPath = new Map<string, Step>();
  private readonly tensors = new Map<string, Tensor>();
  private readonly baselines = new Map<string, Tensor>();
  private readonly labels = new Map<string, string[] | undefined>();
  private explained: { cell: CellRef; explanation: Explanation | undefined } | undefined;
  private operands: { of: Explanation | undefined; cells: Map<string, CellRef[]> } | undefined;

  /**
   * Puts another trace in place of the present one, with those edits that still fit, and returns how many do not;
   * throws and changes nothing where the engine refuses.
   */
  rebuild(engine: AttentionPlayground, state: PlaygroundState, tokens: Tokens): number {
    const next = engine.traceAttention(traceOptions(state, tokens));
    const words = vocabularyOf(state, tokens);
    const known = this.trace ? this.byPath : new Map(next.steps.map((step) => [step.path, step]));
    const before = this.trace ? this.vocabulary : words;
    const taken = applyEdits(next, followTokens(state.edits, known, before, words));
    this.trace?.dispose();
    this.trace = next;
    this.tokens = tokens;
    this.vocabulary = words;
    this.forget();
    return state.edits.length - taken.length;
  }

  /** The same trace with other edits. */
  replaceEdits(edits: PlaygroundState['edits']): void {
    if (!this.trace) return;
    this.trace.reset();
    applyEdits(this.trace, edits);
    this.forget();
  }

  edits(): PlaygroundState['edits'] {
    return lastOfEachCell(this.trace?.edits ?? []);
  }

  dispose(): void {
    this.trace?.dispose();
    this.trace = undefined;
    this.forget();
  }

  /** What was read may no longer be so. */
  forget(): void {
    this.version += 1;
    for (const map of [this.byPath, this.tensors, this.baselines, this.labels]) map.clear();
    this.explained = undefined;
    for (const step of this.trace?.steps ?? []) this.byPath.set(step.path, step);
  }

  forgetLabels(): void {
    this.labels.clear();
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

  axisLabels(
    axis: Axis,
    state: PlaygroundState,
    batch: number,
    headName: (n: number) => string,
  ): string[] | undefined {
    return remembered(this.labels, `${axis} ${batch}`, () =>
      axisLabels(axis, state, this.tokens, batch, headName),
    );
  }

  explain(cell: CellRef | undefined): Explanation | undefined {
    if (!cell || !hasCell(this.trace?.steps ?? [], cell)) return undefined;
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
