import type { ErrorDetail } from '../trace/problem.js';
import { problemText } from '../trace/problem-text.js';
import type { CellRef, PlaygroundStore, Problem } from './store.js';

/** Fires the element's events, once for each change. */
export class PlaygroundEvents {
  private step: string | undefined;
  private cell: CellRef | undefined;
  private problem: Problem | undefined;

  constructor(
    private readonly element: HTMLElement,
    private readonly store: PlaygroundStore,
  ) {}

  /** Takes the present state as known: no events for it. */
  settle(): void {
    const { state, kept, problem } = this.store;
    [this.step, this.cell, this.problem] = [state.step, kept, problem];
  }

  tell(): void {
    const { state, kept, problem, trace } = this.store;
    if (!trace) return;
    if (state.step !== this.step) this.send('step-change', { step: state.step });
    if (kept !== this.cell) this.send('cell-change', this.describe(kept));
    if (problem && problem !== this.problem) this.refuse(problem);
    this.settle();
  }

  private refuse(problem: Problem): void {
    const message = problemText(this.store, problem);
    this.send('error', { ...problem, message } satisfies ErrorDetail);
  }

  private send(name: string, detail: unknown): void {
    this.element.dispatchEvent(new CustomEvent(name, { detail }));
  }

  private describe(cell: CellRef | undefined): object | null {
    if (!cell) return null;
    return { step: cell.path, index: [...cell.index], value: this.store.explanation?.value };
  }
}
