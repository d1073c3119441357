import type { Trace } from '../engine/types.js';
import { parseMatrix, withRows } from './edits.js';
import { cellAt, placeOf, settle, type Place } from './places.js';
import { problemOf, type Problem } from './problem-record.js';
import { findStep, neighbour } from './stops.js';
import type { CellRef } from './store-reading.js';
import { TraceView } from './trace-view.js';
import type { ViewPatch, ViewState } from './view-state.js';

export type { Notice, Problem } from './problem-record.js';
export type { CellRef } from './store-reading.js';
export type { ViewPatch, ViewState } from './view-state.js';

const PLAY_MS = 1800;

/** The same layer with its head matrices kept the other way: combined, or one each. */
export interface Twin {
  heads: number;
  /** Dropout draws other numbers there. */
  dropsOut: boolean;
  /** Whoever makes it disposes of it; `complete` says whether it has all edits. */
  make(): { trace: Trace; complete: boolean } | undefined;
}

/**
 * What the parts that show steps share: one trace, where a person looks in it, and what they changed by hand.
 * Nothing here knows how the trace was asked for.
 */
export abstract class TraceStore<State extends ViewState = ViewState> extends TraceView<State> {
  private placed = true;
  /** Which word, key, head and component a person follows from step to step. */
  private place: Place = { batch: 0, head: 0, query: 2, key: 1, component: 0 };

  /** How many sentences, and how many heads, a state lets a person choose of. */
  abstract count(state: State): { batches: number; heads: number };

  /** Where the layer can be computed in another way, and compared. */
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

  /** Keeps a cell, and with it the word, key, head and component that the next steps follow. */
  keep(cell: CellRef | undefined): void {
    if (cell && !this.has(cell)) return;
    const cellStep = cell && cell.path !== this.own.step ? cell.path : '';
    this.own = { ...this.own, cell: cell?.index ?? null, cellStep };
    this.keptCell = cell;
    if (cell) this.follow(cell);
    this.changed();
  }

  /** What is chosen in the parts that show steps. */
  updateView(patch: ViewPatch): void {
    this.take(this.own, { ...this.own, ...patch });
    this.changed();
  }

  /** What the engine refuses becomes a problem. */
  edit(path: string, index: number[], value: number): void {
    this.change(() => this.trace?.set(path, index, value));
  }

  /** Puts a whole matrix from a spreadsheet into the slice that is shown. */
  paste(path: string, text: string): void {
    const step = this.step(path);
    if (!step) return;
    const { batch, head } = this.own;
    const values = withRows(this.tensor(path), step, { batch, head }, parseMatrix(text));
    if ('code' in values) return this.report(values);
    this.change(() => this.trace?.setTensor(path, values));
  }

  /** Takes all edits back. */
  reset(): void {
    if (this.own.edits.length > 0) this.change(() => this.trace?.reset());
  }

  report(problem: Problem | undefined): void {
    this.said = [];
    this.wrong = problem;
    this.changed();
  }

  /** Forgets what was said. */
  dismiss(): void {
    this.report(undefined);
  }

  /** Texts have come in: everything is drawn anew. */
  refresh(): void {
    this.keeper.forget();
    this.changed();
  }

  /** Gives the trace's memory back. */
  dispose(): void {
    this.play(false);
    this.previewedCell = undefined;
    this.keeper.dispose();
  }

  /** Takes a state as far as the trace that is there has its step and cell. */
  protected take(before: State, next: State): void {
    if (this.previewedCell && !this.has(this.previewedCell)) this.preview(undefined);
    this.own = this.trace ? settle(this.steps, before, next, this.place, this) : next;
    this.keepWhatStateSays();
  }

  /** Called after an edit that the engine took, with the state before it. */
  protected edited(_before: State): void {}

  private keepWhatStateSays(): void {
    const { cell, cellStep, step } = this.own;
    const kept = cell ? { path: cellStep || step, index: cell } : undefined;
    const same = kept?.path === this.keptCell?.path && kept?.index === this.keptCell?.index;
    if (same && this.placed) return;
    this.keptCell = kept;
    const at = kept && this.step(kept.path);
    // Before there is a trace nobody knows which word a cell belongs to.
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
