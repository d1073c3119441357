import { computed, signal } from '@preact/signals-core';
import type { Edit, FaultName, Trace } from '../engine/types/index.js';
import type { Computed } from '../engine/types/computed.js';
import { hasCell, type CellRef } from './cells.js';
import { rowMajor } from './layout.js';
import { Recording } from './recording.js';
import type { Labels } from './word-labels.js';

/**
 * A trace with a fault, and the same without it. Edits are made in both; an edit of a step that only one of them has
 * stays there, and `sameEdits` tells. Read through signals, like everything of a store.
 */
export class FaultPair {
  readonly right = new Recording();
  private readonly made = signal<FaultName | undefined>(undefined);
  private readonly rightIsShown = signal(false);
  private readonly editsAreSame = signal(true);

  /** Paths of the steps that both have and that differ by more than rounding, in the order of the right walk. */
  private readonly different = computed<ReadonlySet<string>>(() => {
    const [right, wrong] = [this.right, this.wrong];
    void [right.version, wrong.version];
    if (!right.trace || !wrong.trace) return new Set();
    const all = right.trace.compare(wrong.trace);
    const parted = all.filter(({ maxDifference, tolerance }) => maxDifference > tolerance);
    return new Set(parted.map(({ path }) => path));
  });

  constructor(readonly wrong: Recording) {}

  /** The fault made; undefined if none is. */
  get name(): FaultName | undefined {
    return this.made.value;
  }

  /** Whether the right numbers are shown in place of the wrong ones. */
  get showsRight(): boolean {
    return this.rightIsShown.value;
  }

  set showsRight(on: boolean) {
    this.rightIsShown.value = on && this.made.peek() !== undefined;
  }

  /** Whether both have all edits; if not, they differ by more than the fault. */
  get sameEdits(): boolean {
    return this.editsAreSame.value;
  }

  /** Path of the first step, in the order of the walk, that both have and that differs by more than rounding. */
  get firstDifference(): string | undefined {
    const [first] = this.different.value;
    return first;
  }

  /** Whether a step differs; one that only one of both has does. */
  differs(path: string): boolean {
    const inBoth = this.right.step(path) !== undefined && this.wrong.step(path) !== undefined;
    return !inBoth || this.different.value.has(path);
  }

  /** The numbers of a cell; undefined where there is no such cell. */
  values(cell: CellRef): { right: Computed | undefined; wrong: Computed | undefined } {
    return { right: valueIn(this.right, cell), wrong: valueIn(this.wrong, cell) };
  }

  /** Takes the right trace of a fault, and owns it; without a fault there is none. */
  replace(name: FaultName | undefined, trace: Trace | undefined, labels: Labels): void {
    if (name !== this.made.peek()) this.rightIsShown.value = false;
    this.made.value = name;
    // Edits that belong to tokens have followed them already: nothing is known of earlier tokens here.
    this.right.dispose();
    const edits = this.wrong.edits();
    const lost = trace ? this.right.replace(trace, edits, labels) : 0;
    this.editsAreSame.value = lost === 0;
  }

  /** Makes the edits in the trace that does not have them yet. */
  follow(edits: readonly Edit[], other = this.showsRight ? this.wrong : this.right): void {
    if (this.made.peek() === undefined) return;
    other.replaceEdits(edits);
    this.editsAreSame.value = other.edits().length === edits.length;
  }

  dispose(): void {
    this.replace(undefined, undefined, () => undefined);
  }
}

function valueIn(recording: Recording, { path, index }: CellRef): Computed | undefined {
  const step = recording.step(path);
  if (!step || !hasCell(step, index)) return undefined;
  const pitch = rowMajor(step.shape);
  const flat = index.reduce((sum, at, axis) => sum + at * pitch[axis]!, 0);
  return recording.tensor(path).data[flat];
}
