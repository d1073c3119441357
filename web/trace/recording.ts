import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-core';
import { remembered } from '../engine/module/remembered.js';
import type { Edit, Explanation, Step, Tensor, Trace } from '../engine/types/index.js';
import type { Computed } from '../engine/types/computed.js';
import { hasCell, type CellRef } from './cells.js';
import { applyEdits, followTokens, lastOfEachCell } from './edits.js';
import { untrainedPaths } from './operations.js';
import { headsByScope } from './followed.js';
import { scopeKey, siblingKey, siblingsByKey } from './scopes.js';
import type { Labels } from './word-labels.js';
import { isWritten, writtenWords } from './written.js';

/** One step as signals: an edit tells the readers of the steps that it changed, and nobody else. */
interface StepSignals {
  step: Signal<Step>;
  /** Counts up whenever its numbers may have changed; 0 while they are those of the first run. */
  changes: Signal<number>;
  tensor: ReadonlySignal<Tensor>;
  baseline: ReadonlySignal<Tensor | undefined>;
}

/** The trace that is shown, read through signals. It owns the trace. */
export class Recording {
  private readonly shown = signal<Trace | undefined>(undefined);
  private readonly list = signal<readonly Step[]>([]);
  private readonly changes = signal(0);
  /** Counts up whenever steps come or go. */
  private readonly listed = signal(0);
  private bySteps = new Map<string, StepSignals>();
  private words: Labels = () => undefined;
  private readonly knownLabels = new Map<string, string[] | undefined>();
  private readonly writtenBy = remembered<ReadonlySignal<readonly string[]>>();

  // Edits change neither, so what reads them is told only of another trace.
  private readonly untrained = computed(() => untrainedPaths(this.trace?.steps ?? []));
  private readonly heads = computed(() => headsByScope(this.trace?.steps ?? []));
  private readonly siblings = computed(() => siblingsByKey(this.steps));

  get trace(): Trace | undefined {
    return this.shown.value;
  }

  get steps(): readonly Step[] {
    return this.list.value;
  }

  /** Counts up whenever any number may have changed. */
  get version(): number {
    return this.changes.value;
  }

  /**
   * Replaces the trace, with those edits that still fit; returns how many do not. Edits that were made in the present trace
   * follow their tokens; others are of the next one.
   */
  replace(next: Trace, edits: readonly Edit[], words: Labels, carried = true): number {
    const old = this.shown.peek();
    const known = new Map(this.list.peek().map((step) => [step.path, step]));
    const followed = old && carried ? followTokens(edits, known, this.words, words) : edits;
    const { taken, changed } = applyEdits(next, followed);
    old?.dispose();
    this.show(next, words, changed);
    return edits.length - taken.length;
  }

  /** Edits the trace; `act` returns the paths of the steps that changed. */
  edit(act: (trace: Trace) => readonly string[]): void {
    const trace = this.need();
    this.refresh(trace, act(trace));
  }

  /** Replaces all edits. */
  replaceEdits(edits: readonly Edit[]): void {
    this.edit((trace) => {
      const before = trace.reset();
      return [...before, ...applyEdits(trace, edits).changed];
    });
  }

  edits(): Edit[] {
    return lastOfEachCell(this.shown.peek()?.edits ?? []);
  }

  /** Has everything read again. */
  refreshAll(): void {
    const trace = this.shown.peek();
    if (trace) this.refresh(trace, [...this.bySteps.keys()]);
  }

  dispose(): void {
    this.shown.peek()?.dispose();
    this.show(undefined, () => undefined, []);
  }

  step(path: string): Step | undefined {
    return this.signalsOf(path)?.step.value;
  }

  tensor(path: string): Tensor {
    return this.signalsOf(path)?.tensor.value ?? this.need().tensor(path);
  }

  /** The numbers without edits; undefined if no edit has changed them. */
  baseline(path: string): Tensor | undefined {
    return this.signalsOf(path)?.baseline.value;
  }

  explain(cell: CellRef): Explanation | undefined {
    const signals = this.signalsOf(cell.path);
    if (!signals || !hasCell(signals.step.value, cell.index)) return undefined;
    void signals.changes.value;
    return this.need().explain(cell.path, cell.index);
  }

  /** What the trace tells about some steps; its reader is told when their numbers change. */
  read<Value>(paths: readonly string[], ask: (trace: Trace) => Value): Value {
    for (const path of paths) void this.signalsOf(path)?.changes.value;
    return ask(this.need());
  }

  /** The number whose gradients the trace has; undefined if it has none. */
  get loss(): Computed | undefined {
    void this.changes.value;
    const hasGradients = this.list.value.some(({ gradient }) => gradient);
    return hasGradients ? this.need().loss() : undefined;
  }

  labels(step: Step, axis: number, batch: number): string[] | undefined {
    void this.shown.value;
    const key = `${step.path} ${axis} ${batch}`;
    if (!this.knownLabels.has(key)) {
      this.knownLabels.set(key, this.words(this.wordsOf(step), axis, batch));
    }
    return this.knownLabels.get(key);
  }

  /** What a decoder writes at each place of an axis, '' for nothing. Only other words are told, not other numbers. */
  written(step: Step, axis: number, batch: number): readonly string[] {
    if (!isWritten(this.wordsOf(step), axis)) return [];
    const words = this.writtenBy(String(batch), () => {
      const text = computed(() => writtenWords(this, batch).join('\n'));
      return computed(() => (text.value ? text.value.split('\n') : []));
    });
    // Of a generated token's pass only the last place goes on to an answer.
    return words.value.slice(-step.shape[axis]!);
  }

  /** A share of a gradient stands where it was passed on, and runs over the words of what it belongs to. */
  private wordsOf(step: Step): Step {
    return this.bySteps.get(step.gradient?.of ?? '')?.step.peek() ?? step;
  }

  isUntrained(step: Step): boolean {
    return this.untrained.value.has(step.path);
  }

  /** The number of heads in the scope of a step. */
  headsAround(step: Step): number {
    return this.heads.value.get(scopeKey(step)) ?? 1;
  }

  /** The same step in all heads if each head has its own steps; otherwise only itself. */
  headSiblings(step: Step): readonly Step[] {
    if (step.scope.head === undefined) return [step];
    return this.siblings.value.get(siblingKey(step)) ?? [step];
  }

  private show(trace: Trace | undefined, words: Labels, edited: readonly string[]): void {
    const steps = trace?.steps ?? [];
    this.words = words;
    this.knownLabels.clear();
    this.bySteps = new Map(
      trace && steps.map((step) => [step.path, signalsFor(trace, step)] as const),
    );
    this.countChanges(edited);
    batch(() => {
      this.shown.value = trace;
      this.list.value = steps;
      countUp(this.changes);
    });
  }

  private refresh(trace: Trace, changed: readonly string[]): void {
    const paths = new Set(changed);
    const before = this.list.peek();
    const known = this.bySteps;
    const steps = trace.steps.map((step) => {
      const old = known.get(step.path)?.step.peek();
      return old && isSame(old, step) ? old : step;
    });
    const others = steps.length !== before.length || steps.some(({ path }) => !known.has(path));
    if (others) {
      this.bySteps = new Map(
        steps.map((step) => [step.path, known.get(step.path) ?? signalsFor(trace, step)]),
      );
    }
    batch(() => {
      if (others) countUp(this.listed);
      this.countChanges(paths);
      countUp(this.changes);
      for (const step of steps) this.bySteps.get(step.path)!.step.value = step;
      if (others || steps.some((step, i) => step !== before[i])) this.list.value = steps;
    });
  }

  /** Of several edits, one may take away steps of a backward pass that an earlier one has changed. */
  private countChanges(paths: Iterable<string>): void {
    for (const path of paths) {
      const signals = this.bySteps.get(path);
      if (signals) countUp(signals.changes);
    }
  }

  /** Whoever asks for a step is also told when the trace is replaced, and when edits bring or take steps of a backward pass. */
  private signalsOf(path: string): StepSignals | undefined {
    void this.listed.value;
    return this.shown.value && this.bySteps.get(path);
  }

  private need(): Trace {
    const trace = this.shown.value;
    if (!trace) throw new Error('No trace yet');
    return trace;
  }
}

/** An edit marks steps, and changes how a gradient is computed: nothing passes through an edited cell. */
function isSame(old: Step, step: Step): boolean {
  return (
    old.edits === step.edits &&
    old.fullyMaskedRows === step.fullyMaskedRows &&
    (!step.gradient || (old.op === step.op && old.inputs.join() === step.inputs.join()))
  );
}

function signalsFor(trace: Trace, step: Step): StepSignals {
  const { path } = step;
  const changes = signal(0);
  return {
    step: signal(step),
    changes,
    tensor: computed(() => {
      void changes.value;
      return trace.tensor(path);
    }),
    baseline: computed(() => (changes.value > 0 ? trace.baseline(path) : undefined)),
  };
}

/** Does not subscribe. */
function countUp(count: Signal<number>): void {
  count.value = count.peek() + 1;
}
