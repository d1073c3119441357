import { untracked } from '@preact/signals-core';
import { problemText } from '../trace/problem-text.js';
import type { ErrorDetail } from '../trace/problem.js';
import { saveState } from './saved-state.js';
import type { PlaygroundState } from './state.js';
import type { CellRef, PlaygroundStore, Problem } from './store.js';

/** Fires the element's events, once for each change. */
export class PlaygroundEvents {
  private step: string | undefined;
  private cell: CellRef | undefined;
  private problem: Problem | undefined;
  private state: Readonly<PlaygroundState> | undefined;

  constructor(
    private readonly element: HTMLElement,
    private readonly store: PlaygroundStore,
  ) {}

  /** Takes the present state as known: no events for it. */
  settle(): void {
    const { state, kept, problem } = this.store;
    this.state = { ...state };
    [this.step, this.cell, this.problem] = [state.step, kept, problem];
  }

  tell(): void {
    const { state, kept, problem, trace } = this.store;
    if (!trace) return;
    if (state.step !== this.step) this.send('step-change', { step: state.step });
    if (kept !== this.cell) this.send('cell-change', this.describe(kept));
    if (problem && problem !== this.problem) this.refuse(problem);
    if (this.isOther(state)) this.send('change', saveState(state));
    this.settle();
  }

  private refuse(problem: Problem): void {
    const message = problemText(this.store, problem);
    this.send('error', { ...problem, message } satisfies ErrorDetail);
  }

  private send(name: string, detail: unknown): void {
    this.element.dispatchEvent(new CustomEvent(name, { detail }));
  }

  private isOther(state: Readonly<PlaygroundState>): boolean {
    const entries = Object.entries(state) as [keyof PlaygroundState, unknown][];
    return entries.some(([name, value]) => value !== this.state?.[name]);
  }

  private describe(cell: CellRef | undefined): object | null {
    if (!cell) return null;
    // What the pointer moves over changes the explanation, but not the chosen cell.
    const value = untracked(() => this.store.explanation?.value);
    return { step: cell.path, index: [...cell.index], value };
  }
}
