import type { Trace } from '../engine/types.js';
import type { CellRef } from './cells.js';
import { parseMatrix, withRows } from './edits.js';
import { cellAt, placeOf, settle, type Place } from './places.js';
import { problemOf, type Problem } from './problem.js';
import { findStep, neighbour } from './stops.js';
import type { ViewPatch, ViewState } from './view-state.js';
import { TraceView } from './view.js';

export type { Notice, Problem } from './problem.js';
export type { CellRef } from './cells.js';
export type { ViewPatch, ViewState } from './view-state.js';

const PLAY_MS = 1800;

/** The same layer with its head matrices stored the other way: combined, or one per head. */
export interface Twin {
  heads: number;
  /** Whether there is dropout, which would draw other numbers in the twin. */
  dropsOut: boolean;
  /** The caller disposes of the trace; `complete` tells whether it has all edits. */
  make(): { trace: Trace; complete: boolean } | undefined;
}

/**
 * What the parts that show steps share: one trace, the view of it, and the edits by hand. It does not know how the
 * trace was requested.
 */
export abstract class TraceStore<State extends ViewState = ViewState> extends TraceView<State> {
  private placed = true;
  /** The word, key, head and component that the user follows from step to step. */
  private place: Place = { batch: 0, head: 0, query: 2, key: 1, component: 0 };

  /** How many sentences and heads the user can choose from. */
  abstract count(state: State): { batches: number; heads: number };

  /** If the layer can also be computed in another way: for comparison. */
  get twin(): Twin | undefined {
    return undefined;
  }

  goTo(path: string): void {
    const step = findStep(this.steps, path, this.own.head);
    if (this.trace && !step) {
      return this.report({ code: 'step', argument: 'step', actual: path, expected: '' });
    }
    this.previewedCell = undefined;
    const head = step?.scope.head ?? this.own.head;
    const follows = step !== undefined && this.own.cell !== null;
    const cell = follows ? cellAt(step, { ...this.place, head }, this) : this.own.cell;
    this.own = { ...this.own, step: step?.path ?? path, head, cell, cellStep: '' };
    this.keepWhatStateSays();
    this.changed();
  }

  next(): void {
    this.move(1);
  }

  previous(): void {
    this.move(-1);
  }

  play(on: boolean): void {
    if (on === this.playing) return;
    clearInterval(this.timer);
    this.timer = undefined;
    if (on) {
      const { stops } = this;
      if (stops[stops.length - 1] === this.current && stops[0]) this.goTo(stops[0].path);
      this.timer = setInterval(() => this.playOn(), PLAY_MS);
    }
    this.changed();
  }

  preview(cell: CellRef | undefined): void {
    this.previewedCell = cell && this.has(cell) ? cell : undefined;
    this.changed();
  }

  /** Keeps a cell, which sets the word, key, head and component that the next steps follow. */
  keep(cell: CellRef | undefined): void {
    if (cell && !this.has(cell)) return;
    const cellStep = cell && cell.path !== this.own.step ? cell.path : '';
    this.own = { ...this.own, cell: cell?.index ?? null, cellStep };
    this.keptCell = cell;
    if (cell) this.follow(cell);
    this.changed();
  }

  /** Changes the view. */
  updateView(patch: ViewPatch): void {
    this.take(this.own, { ...this.own, ...patch });
    this.changed();
  }

  /** If the engine refuses the number, that becomes a problem. */
  edit(path: string, index: number[], value: number): void {
    this.change(() => this.trace?.set(path, index, value));
  }

  /** Pastes a whole matrix from a spreadsheet into the slice that is shown. */
  paste(path: string, text: string): void {
    const step = this.step(path);
    if (!step) return;
    const { batch, head } = this.own;
    const values = withRows(this.tensor(path), step, { batch, head }, parseMatrix(text));
    if ('code' in values) return this.report(values);
    this.change(() => this.trace?.setTensor(path, values));
  }

  /** Undoes all edits. */
  reset(): void {
    if (this.own.edits.length > 0) this.change(() => this.trace?.reset());
  }

  report(problem: Problem | undefined): void {
    this.said = [];
    this.wrong = problem;
    this.changed();
  }

  /** Clears messages. */
  dismiss(): void {
    this.report(undefined);
  }

  /** Redraws everything after texts have been loaded. */
  refresh(): void {
    this.keeper.forget();
    this.changed();
  }

  /** Frees the trace's memory. */
  dispose(): void {
    this.play(false);
    this.previewedCell = undefined;
    this.keeper.dispose();
  }

  /** Adopts a state, with step and cell fitted to the present trace. */
  protected take(before: State, next: State): void {
    if (this.previewedCell && !this.has(this.previewedCell)) this.preview(undefined);
    this.own = this.trace ? settle(this.steps, before, next, this.place, this) : next;
    this.keepWhatStateSays();
  }

  /** Called after an edit that the engine accepted, with the state before it. */
  protected edited(_before: State): void {}

  private keepWhatStateSays(): void {
    const { cell, cellStep, step } = this.own;
    const kept = cell ? { path: cellStep || step, index: cell } : undefined;
    const same = kept?.path === this.keptCell?.path && kept?.index === this.keptCell?.index;
    if (same && this.placed) return;
    this.keptCell = kept;
    const at = kept && this.step(kept.path);
    // Without a trace the word that a cell belongs to is unknown.
    this.placed = !kept || at !== undefined;
    if (kept && at) this.place = placeOf(at, kept.index, this.place, this);
  }

  private follow(cell: CellRef): void {
    const step = this.step(cell.path)!;
    this.place = placeOf(step, cell.index, this.place, this);
    const { batch, head } = this.place;
    this.own = { ...this.own, batch, head: step.scope.head ?? head };
  }

  private change(act: () => void): void {
    const before = this.own;
    try {
      act();
    } catch (error) {
      return this.report(problemOf(error));
    }
    this.keeper.forget();
    this.own = { ...before, edits: this.keeper.edits() };
    this.report(undefined);
    this.edited(before);
  }

  private move(by: 1 | -1): void {
    const next = this.current && neighbour(this.steps, this.stops, this.current, by);
    if (next) this.goTo(next.path);
  }

  private playOn(): void {
    const { stops } = this;
    this.next();
    if (stops[stops.length - 1] === this.current) this.play(false);
  }
}
