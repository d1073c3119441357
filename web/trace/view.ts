import type { Explanation, Step, Tensor, Trace } from '../engine/types.js';
import { dictionaryOf, type Dictionary } from '../i18n/index.js';
import type { Scheme } from '../styles/colour-scales.js';
import { axisNames } from './axes.js';
import { blocksOf, type Block } from './blocks.js';
import { hasCell, type CellRef } from './cells.js';
import { TraceKeeper } from './keeper.js';
import { followedByName, type Places } from './places.js';
import type { Notice, Problem } from './problem.js';
import { stopsOf } from './stops.js';
import type { ViewState } from './view-state.js';

/** The read-only part of a store; TraceStore adds the changes. */
export abstract class TraceView<State extends ViewState> implements Places {
  protected readonly keeper = new TraceKeeper();
  protected said: Notice[] = [];
  protected wrong: Problem | undefined;
  protected keptCell: CellRef | undefined;
  protected previewedCell: CellRef | undefined;
  protected timer: ReturnType<typeof setInterval> | undefined;
  private knownStops: { version: number; head: number; stops: Step[] } | undefined;
  private knownBlocks: { version: number; blocks: Block[] } | undefined;
  private pageScheme: Scheme = 'light';
  private readonly listeners = new Set<() => void>();
  private queued = false;

  constructor(protected own: State) {}

  get state(): Readonly<State> {
    return this.own;
  }

  /** The last good trace. */
  get trace(): Trace | undefined {
    return this.keeper.trace;
  }

  /** Counts up whenever a number may have changed. */
  get version(): number {
    return this.keeper.version;
  }

  get steps(): readonly Step[] {
    return this.trace?.steps ?? [];
  }

  /** The stops of previous, next and play. */
  get stops(): readonly Step[] {
    const { version } = this.keeper;
    const { head } = this.own;
    if (this.knownStops?.version !== version || this.knownStops.head !== head) {
      this.knownStops = { version, head, stops: stopsOf(this.steps, head) };
    }
    return this.knownStops.stops;
  }

  /** Whether there are so many steps that they are grouped by block. */
  get walksByBlock(): boolean {
    return false;
  }

  /** The steps in groups, in order: an attention, the steps around it, a feed-forward network. */
  get blocks(): readonly Block[] {
    const { version } = this.keeper;
    if (this.knownBlocks?.version !== version) {
      this.knownBlocks = { version, blocks: blocksOf(this.steps) };
    }
    return this.knownBlocks.blocks;
  }

  get current(): Step | undefined {
    return this.step(this.own.step);
  }

  /** The cell under the pointer. */
  get previewed(): CellRef | undefined {
    return this.previewedCell;
  }

  /** The cell chosen by a click. */
  get kept(): CellRef | undefined {
    return this.keptCell;
  }

  get active(): CellRef | undefined {
    return this.previewedCell ?? this.keptCell;
  }

  /** How the active cell was computed. */
  get explanation(): Explanation | undefined {
    return this.keeper.explain(this.active);
  }

  /** The operands of the active cell, by step. */
  get highlighted(): ReadonlyMap<string, CellRef[]> {
    return this.keeper.operandsOf(this.explanation);
  }

  get problem(): Problem | undefined {
    return this.wrong;
  }

  get notices(): readonly Notice[] {
    return this.said;
  }

  /** Whether the page is light or dark, for canvases; styles adapt by themselves. */
  get scheme(): Scheme {
    return this.pageScheme;
  }

  set scheme(scheme: Scheme) {
    if (scheme === this.pageScheme) return;
    this.pageScheme = scheme;
    this.changed();
  }

  get playing(): boolean {
    return this.timer !== undefined;
  }

  /** The texts of the page's language. */
  get t(): Dictionary {
    return dictionaryOf(this.own.lang);
  }

  step(path: string): Step | undefined {
    return this.keeper.step(path);
  }

  /** The same step in all heads if each head has its own steps; otherwise only itself. */
  headSiblings(step: Step): readonly Step[] {
    return this.keeper.headSiblings(step);
  }

  /** Read-only: it is cached until the trace changes. */
  tensor(path: string): Tensor {
    return this.keeper.tensor(path);
  }

  /** The tensor without edits; only if there are edits. */
  baseline(path: string): Tensor | undefined {
    return this.own.edits.length > 0 ? this.keeper.baseline(path) : undefined;
  }

  /** Labels along an axis of a step; undefined if plain numbers are best. */
  labels(step: Step, axis: number, batch: number): string[] | undefined {
    if (axisNames(step)[axis] !== 'head') return this.keeper.labels(step, axis, batch);
    return Array.from({ length: step.shape[axis]! }, (_, head) => this.headName(head));
  }

  /** `Head 3` for 2. */
  headName(head: number): string {
    return this.t.ui.head.replace('{n}', String(head + 1));
  }

  /** Whether a step is random or computed from random numbers. */
  isUntrained(step: Step): boolean {
    return this.keeper.isUntrained(step);
  }

  /** The part that a step belongs to, such as a worker or a tile, if several have equal steps; else ''. */
  partName(_step: Step): string {
    return '';
  }

  /** The tokens of the ids. */
  get vocabulary(): readonly string[] {
    const table = this.steps.find(({ axes }) => axes.includes('vocabulary'));
    return (table && this.labels(table, table.axes.indexOf('vocabulary'), 0)) ?? [];
  }

  headsAround(step: Step): number {
    return this.keeper.headsAround(step);
  }

  follows(step: Step, axis: number): string | undefined {
    return followedByName(step, axis);
  }

  /** Calls the listener after changes, at most once per microtask. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  protected has(cell: CellRef): boolean {
    return hasCell(this.step(cell.path), cell.index);
  }

  protected changed(): void {
    if (this.queued) return;
    this.queued = true;
    queueMicrotask(() => {
      this.queued = false;
      for (const listener of [...this.listeners]) listener();
    });
  }
}
