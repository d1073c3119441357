import { batch } from '@preact/signals-core';
import type { Step, Tensor, Trace } from '../engine/types/index.js';
import type { Language } from '../i18n/index.js';
import type { Scheme } from '../styles/colour-scales.js';
import type { Computed } from '../engine/types/computed.js';
import { largestOf, rowOf, sameCell, type CellRef } from './cells.js';
import { parseMatrix, withRows } from './edits.js';
import type { FaultPair } from './fault.js';
import { areNamed } from './operations.js';
import { cellAt, placeOf, settle, type Followed } from './followed.js';
import { Playback } from './playback.js';
import { problemOf, type Notice, type Problem } from './problem.js';
import { Session } from './session.js';
import { findStep, neighbour, stopNames } from './stops.js';
import type { ViewPatch, ViewState } from './view-state.js';
import { TraceView } from './view.js';

export type { CellRef } from './cells.js';
export type { Notice, Problem } from './problem.js';
export type { ViewPatch, ViewState } from './view-state.js';

const PLAY_MS = 1800;

/** The way back from the loss, and the steps downhill that it allows. */
export interface WayBack {
  /** Shows the gradients, or the forward pass alone. */
  turn(on: boolean): void;
  /** L, the number whose gradients these are; undefined without gradients. */
  readonly loss: Computed | undefined;
  /** L before the last step downhill; undefined if something else has changed since. */
  readonly lossBefore: Computed | undefined;
  /** How many steps downhill were taken, and may be. */
  readonly taken: number;
  readonly most: number;
  /** Changes a parameter, or all of them (''), by −rate · gradient. */
  descend(of: string, rate: number): void;
}

/** The same layer with its head matrices stored the other way: combined, or one per head. */
export interface Comparison {
  heads: number;
  /** Whether there is dropout, which would draw other numbers in the other layer. */
  dropsOut: boolean;
  /** The caller disposes of the trace; `complete` tells whether it has all edits. */
  make(): { trace: Trace; complete: boolean } | undefined;
}

/**
 * What the parts that show steps share: one trace, the view of it, and the edits by hand. It does not know how the
 * trace was requested. `Undoable` is what undo restores.
 */
export abstract class TraceStore<
  State extends ViewState = ViewState,
  Undoable = unknown,
> extends TraceView<State> {
  private readonly playback = new Playback({
    interval: () => this.playInterval,
    advance: () => {
      this.next();
      return !this.isLast(this.current);
    },
    changed: () => (this.isPlaying.value = this.playback.playing),
  });
  readonly session = new Session<Undoable>();
  private placed = true;
  /** The word, key, head and component that the user follows from step to step. */
  private place: Followed = { batch: 0, head: 0, query: 2, key: 1, component: 0 };

  /** How many sentences and heads the user can choose from. */
  abstract count(state: State): { batches: number; heads: number };
  /** What undo would restore now. */
  protected abstract undoable(): Undoable;
  /** Goes back to it; returns the problem if the engine refuses. */
  protected abstract restore(entry: Undoable): Problem | undefined;

  /** If the layer can also be computed in another way: for comparison. */
  get comparison(): Comparison | undefined {
    return undefined;
  }

  /** If gradients can be shown. */
  get wayBack(): WayBack | undefined {
    return undefined;
  }

  /** If a fault is made on purpose: the wrong trace and the right one. */
  get fault(): FaultPair | undefined {
    return undefined;
  }

  /** Shows the right numbers in place of those with the fault, or these again. */
  showRight(_on: boolean): void {}

  get canUndo(): boolean {
    return this.session.history.canUndo;
  }

  get canRedo(): boolean {
    return this.session.history.canRedo;
  }

  goTo(path: string): void {
    const { now } = this.record;
    const step = findStep(this.steps, path, now.head);
    if (this.trace && !step) {
      return this.report(this.noStep(path));
    }
    batch(() => {
      this.previewedCell.value = undefined;
      const head = step?.scope.head ?? now.head;
      const follows = step !== undefined && now.cell !== null;
      const cell = follows ? cellAt(step, { ...this.place, head }, this) : now.cell;
      this.assign({ step: step?.path ?? path, head, cell, cellStep: '' } as Partial<State>);
      this.keepWhatStateSays();
    });
  }

  /** That there is no step of this path, nor of this name. */
  noStep(path: string): Problem {
    const expected = stopNames(this.stops).join(', ');
    return { code: 'step', argument: 'step', actual: path, expected };
  }

  /** The cell of a step that belongs to the word, key, head and component that the user follows. */
  placeIn(step: Step): number[] {
    const { batch, head } = this.state;
    // A cell that is kept sets the place: whoever reads it is told of another.
    void this.keptCell.value;
    return cellAt(step, { ...this.place, batch, head: step.scope.head ?? head }, this);
  }

  /** How long the present stop stays while the walk plays. */
  protected get playInterval(): number {
    return PLAY_MS;
  }

  /** Goes to where the walk begins: the words. */
  startWalk(): void {
    const [chapter] = this.isGuided ? this.story : [];
    if (chapter) return this.goTo(chapter.shown.path);
    const steps = this.stops.flat();
    const first = steps.find(areNamed) ?? steps[0];
    if (first) this.goTo(first.path);
  }

  next(): void {
    this.move(1);
  }

  previous(): void {
    this.move(-1);
  }

  play(on: boolean): void {
    if (!on) return this.playback.pause();
    if (this.playback.playing) return;
    if (this.isLast(this.current)) this.startWalk();
    this.playback.play();
  }

  preview(cell: CellRef | undefined): void {
    const next = cell && this.has(cell) ? cell : undefined;
    if (!sameCell(next, this.previewedCell.peek())) this.previewedCell.value = next;
  }

  /** Keeps a cell, which sets the word, key, head and component that the next steps follow. */
  keep(cell: CellRef | undefined): void {
    if (cell && !this.has(cell)) return;
    const cellStep = cell && cell.path !== this.record.now.step ? cell.path : '';
    batch(() => {
      this.assign({ cell: cell?.index ?? null, cellStep } as Partial<State>);
      this.keptCell.value = cell;
      if (cell) this.follow(cell);
    });
  }

  /** Keeps the largest number of a cell's row. */
  keepLargest({ path, index }: CellRef): void {
    const place = largestOf(rowOf(this.tensor(path), index));
    this.keep({ path, index: [...index.slice(0, -1), place] });
  }

  /** Takes the language and the colour scheme of the element that shows it. */
  matchPage(lang: Language, scheme: Scheme): void {
    this.scheme = scheme;
    if (this.state.lang !== lang) this.updateView({ lang });
  }

  /** Changes the view. */
  updateView(patch: ViewPatch): void {
    const { now } = this.record;
    this.take(now, { ...now, ...patch });
  }

  /** If the engine refuses the number, that becomes a problem. */
  edit(path: string, index: number[], value: number): void {
    this.change((trace) => trace.set(path, index, value));
  }

  /** Pastes a whole matrix from a spreadsheet into the slice that is shown. */
  paste(path: string, text: string): void {
    const step = this.step(path);
    if (!step) return;
    const { batch, head } = this.record.now;
    const values = withRows(this.tensor(path), step, { batch, head }, parseMatrix(text));
    if ('code' in values) return this.report(values);
    this.takePasted(step, values);
  }

  /** What becomes of a step's numbers with those that were pasted among them: edits. */
  protected takePasted({ path }: Step, values: Tensor): void {
    this.change((trace) => trace.setTensor(path, values));
  }

  /** Whether a step's numbers can become the user's own input, in place of its edits. */
  canBeOwn(_step: Step): boolean {
    return false;
  }

  /** Makes them that. */
  makeOwn(_path: string): void {}

  /** Reverts all edits, as one change that can be undone. */
  reset(): void {
    if (this.record.now.edits.length > 0) this.change((trace) => trace.reset());
  }

  undo(): void {
    this.session.history.undo(this.undoable(), (entry) => this.goBack(entry));
  }

  redo(): void {
    this.session.history.redo(this.undoable(), (entry) => this.goBack(entry));
  }

  report(problem: Problem | undefined): void {
    batch(() => {
      this.notes.value = [];
      this.refusal.value = problem;
    });
  }

  /** Clears messages. */
  dismiss(): void {
    this.report(undefined);
  }

  /** Frees the trace's memory. */
  dispose(): void {
    this.play(false);
    batch(() => {
      this.previewedCell.value = this.pointed.value = undefined;
      this.made.dispose();
    });
  }

  protected assign(patch: Partial<State>): void {
    this.record.set({ ...this.record.now, ...patch });
  }

  protected say(...notices: Notice[]): void {
    if (notices.length > 0) this.notes.value = [...this.notes.peek(), ...notices];
  }

  /** Adopts a state, with step and cell fitted to the present trace. */
  protected take(before: State, next: State): void {
    batch(() => {
      const previewed = this.previewedCell.peek();
      if (previewed && !this.has(previewed)) this.preview(undefined);
      this.record.set(this.trace ? settle(this.steps, before, next, this.place, this) : next);
      this.keepWhatStateSays();
    });
  }

  /** Called after an edit that the engine accepted. */
  protected edited(): void {}

  /** Takes a head out: its context becomes 0, as one edit. */
  cutHead(attention: string, head: number): void {
    this.change((trace) => trace.cutHead(attention, head));
  }

  private keepWhatStateSays(): void {
    const { cell, cellStep, step } = this.record.now;
    const kept = cell ? { path: cellStep || step, index: cell } : undefined;
    const before = this.keptCell.peek();
    const same = kept?.path === before?.path && kept?.index === before?.index;
    if (same && this.placed) return;
    this.keptCell.value = kept;
    const at = kept && this.step(kept.path);
    // Without a trace the word that a cell belongs to is unknown.
    this.placed = !kept || at !== undefined;
    if (kept && at) this.place = placeOf(at, kept.index, this.place, this);
  }

  private follow(cell: CellRef): void {
    const step = this.step(cell.path)!;
    this.place = placeOf(step, cell.index, this.place, this);
    const { batch, head } = this.place;
    this.assign({ batch, head: step.scope.head ?? head } as Partial<State>);
  }

  private change(act: (trace: Trace) => readonly string[]): void {
    const before = this.undoable();
    batch(() => {
      try {
        this.recording.edit(act);
      } catch (error) {
        return this.report(problemOf(error));
      }
      this.session.history.note(before);
      this.assign({ edits: this.recording.edits() } as Partial<State>);
      this.report(undefined);
      this.edited();
    });
  }

  private goBack(entry: Undoable): boolean {
    return batch(() => {
      this.notes.value = [];
      this.refusal.value = this.restore(entry);
      return this.refusal.peek() === undefined;
    });
  }

  private isLast(step: Step | undefined): boolean {
    if (step === undefined) return false;
    const { chapter } = this;
    if (this.isGuided && chapter) return chapter === this.story.at(-1);
    return this.stops.at(-1)?.includes(step) ?? false;
  }

  private move(by: 1 | -1): void {
    const next = this.current && this.stepAfter(this.current, by);
    if (!next) return;
    batch(() => {
      this.goTo(next.path);
      if (this.isGuided) this.keepLikeliest(next);
    });
  }

  /** Of the probabilities of what comes next, the largest: the sentence beside them says which. */
  private keepLikeliest({ op, path, axes }: Step): void {
    const { cell } = this.record.now;
    if (op === 'softmax' && axes.at(-1) === 'vocabulary' && cell)
      this.keepLargest({ path, index: cell });
  }

  /** The next stop of the story where one is led; on the way back there is none. */
  private stepAfter(step: Step, by: 1 | -1): Step | undefined {
    const { story, chapter } = this;
    if (!this.isGuided || !chapter) return neighbour(this.steps, this.stops, step, by);
    const { shown, steps } = chapter;
    const isOnTheWay = by === (steps.indexOf(shown) > steps.indexOf(step) ? 1 : -1);
    if (step !== shown && isOnTheWay) return shown;
    return story[story.indexOf(chapter) + by]?.shown;
  }
}
