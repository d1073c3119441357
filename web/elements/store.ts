import type { AttentionPlayground } from '../engine/types.js';
import { parseMatrix, withRows } from './edits.js';
import { headOfPath } from './operations.js';
import { cellAt, headsOf, placeOf, settle, type Place } from './places.js';
import { problemOf, type Problem } from './problems.js';
import { repair, type Raw } from './repair.js';
import { prepare, type Prepared } from './state-changes.js';
import { changesTrace, DEFAULTS, LIMITS, type Patch, type PlaygroundState } from './state.js';
import { hasCell, type CellRef } from './store-reading.js';
import { StoreView } from './store-view.js';
import { findStep, neighbour } from './stops.js';

export type { Notice, Problem } from './problems.js';
export type { Patch, PlaygroundState } from './state.js';
export type { CellRef } from './store-reading.js';

const PLAY_MS = 1800;

/** What the parts of the playground share: the state, the trace it makes, and the one road by which either changes. */
export class PlaygroundStore extends StoreView {
  private engine: AttentionPlayground | undefined;
  /** Which word, key, head and component a person follows from step to step. */
  private place: Place = { batch: 0, head: 0, query: 2, key: 1, component: 0 };

  /** The engine is there: the first trace is made, of the defaults where what was wished for cannot be had. */
  start(engine: AttentionPlayground): void {
    this.engine = engine;
    const { step } = this.own;
    const problem = this.attempt(prepare(this.own, {}), true);
    this.sayUnknown(step);
    if (problem) {
      const { lang, decimals } = this.own;
      this.attempt(prepare(this.own, { ...DEFAULTS, lang, decimals }), true);
      this.wrong = problem;
    }
    this.changed();
  }

  /** Sets what a person chose. What cannot be followed becomes a problem; the last good state stays. */
  update(patch: Patch): void {
    const before = this.own;
    const hasPending = Object.keys(this.pending).length > 0;
    this.said = [];
    this.wrong = this.attempt(prepare(before, { ...this.pending, ...patch }));
    if (!this.wrong) this.pending = {};
    else {
      const alone = hasPending ? this.attempt(prepare(before, patch)) : this.wrong;
      this.pending = alone ? { ...this.pending, ...patch } : without(this.pending, patch);
      this.wrong = alone ?? this.wrong;
    }
    this.past.note(before, this.own, Object.keys(patch).join());
    this.changed();
  }

  /** Takes values that anybody may have written, an address or attributes, and says what it had to change. */
  adopt(raw: Raw, base: PlaygroundState = this.own): void {
    const { patch, changed } = repair(raw, base);
    this.pending = {};
    this.said = [];
    const wished = { ...base, lang: this.own.lang, decimals: this.own.decimals, ...patch };
    this.wrong = this.attempt(prepare(this.own, wished));
    if (changed.length > 0) this.said.push({ code: 'clamped', values: { names: changed.join() } });
    if (patch.step) this.sayUnknown(patch.step);
    this.past.clear();
    this.changed();
  }

  goTo(path: string): void {
    const step = findStep(this.steps, path, this.own.head);
    if (this.trace && !step) {
      return this.report({ code: 'step', argument: 'step', actual: path, expected: '' });
    }
    this.previewedCell = undefined;
    const head = headOfPath(step?.path ?? path) ?? this.own.head;
    const follows = step !== undefined && this.own.cell !== null;
    const cell = follows ? cellAt(step, { ...this.place, head }, headsOf(this.own)) : this.own.cell;
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
    this.previewedCell = cell && hasCell(this.steps, cell) ? cell : undefined;
    this.changed();
  }

  /** Keeps a cell, and with it the word, key, head and component that the next steps follow. */
  keep(cell: CellRef | undefined): void {
    const step = cell && this.step(cell.path);
    if (cell && (!step || !hasCell(this.steps, cell))) return;
    const cellStep = cell && cell.path !== this.own.step ? cell.path : '';
    this.own = { ...this.own, cell: cell?.index ?? null, cellStep };
    this.keptCell = cell;
    if (cell && step) this.follow(cell, headOfPath(step.path));
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

  undo(): void {
    const before = Object.keys(this.pending).length > 0 ? undefined : this.past.pop();
    this.pending = {};
    this.said = [];
    this.wrong = before && this.attempt(prepare(this.own, before));
    this.changed();
  }

  /** Takes all edits back. */
  reset(): void {
    if (this.own.edits.length > 0) this.update({ edits: [] });
  }

  /** Back to what a first visit shows. */
  startOver(): void {
    const { lang, decimals } = this.own;
    this.update({ ...DEFAULTS, lang, decimals });
  }

  report(problem: Problem | undefined): void {
    this.said = [];
    this.wrong = problem;
    this.changed();
  }

  /** Forgets what was said, and with it what could not be followed. */
  dismiss(): void {
    this.pending = {};
    this.report(undefined);
  }

  /** Gives the trace's memory back; `start` makes it anew. */
  dispose(): void {
    this.play(false);
    this.previewedCell = undefined;
    this.keeper.dispose();
  }

  /** Takes a prepared state, with a new trace where one is needed; or says why not, and changes nothing. */
  private attempt(prepared: Prepared, anew = false): Problem | undefined {
    const { state, tokens, notices, problem } = prepared;
    if (problem) return problem;
    const before = this.own;
    let { edits } = state;
    if (this.engine && (anew || changesTrace(before, state))) {
      try {
        const dropped = this.keeper.rebuild(this.engine, state, tokens);
        if (dropped > 0) notices.push({ code: 'editsDropped', values: { n: dropped } });
      } catch (error) {
        return problemOf(error);
      }
      edits = edits.length > 0 ? this.keeper.edits() : edits;
    } else if (this.engine && before.edits !== edits) this.keeper.replaceEdits(edits);
    if (before.lang !== state.lang) this.keeper.forgetLabels();
    this.said.push(...notices);
    if (this.previewedCell && !hasCell(this.steps, this.previewedCell)) this.preview(undefined);
    const next = { ...state, edits };
    this.own = this.trace ? settle(this.trace.steps, before, next, this.place) : next;
    this.keepWhatStateSays();
    return undefined;
  }

  private sayUnknown(step: string): void {
    if (!this.trace || findStep(this.steps, step, this.own.head)) return;
    this.said.push({ code: 'clamped', values: { names: 'step' } });
  }

  private keepWhatStateSays(): void {
    const { cell, cellStep, step } = this.own;
    const kept = cell ? { path: cellStep || step, index: cell } : undefined;
    const same = kept?.path === this.keptCell?.path && kept?.index === this.keptCell?.index;
    if (same) return;
    this.keptCell = kept;
    const at = kept && this.step(kept.path);
    if (kept && at) this.place = placeOf(at, kept.index, this.place, headsOf(this.own));
  }

  private follow(cell: CellRef, ownHead: number | undefined): void {
    const step = this.step(cell.path)!;
    this.place = placeOf(step, cell.index, this.place, headsOf(this.own));
    const { batch, head } = this.place;
    this.own = { ...this.own, batch, head: ownHead ?? head };
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
    this.past.note(before, this.own, '');
    this.report(undefined);
    const tooMany = this.own.edits.length > LIMITS.edits;
    if (tooMany) this.said.push({ code: 'editsNotInLink', values: { n: LIMITS.edits } });
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

function without(patch: Patch, taken: Patch): Patch {
  return Object.fromEntries(Object.entries(patch).filter(([key]) => !(key in taken)));
}
