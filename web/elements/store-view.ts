import type { Scheme } from './colour-scales.js';
import type { Axis, Explanation, Step, Tensor, Trace } from '../engine/types.js';
import { dictionaries, type Dictionary } from '../i18n/index.js';
import { tokensOf, type Notice, type Problem, type Tokens } from './problems.js';
import { DEFAULTS, type Patch, type PlaygroundState } from './state.js';
import { seesPadding } from './state-changes.js';
import type { CellRef } from './store-reading.js';
import { stopsOf } from './stops.js';
import { TraceKeeper } from './trace-keeper.js';
import { UndoList } from './undo-list.js';

/** All that is read from the store; what changes it is in PlaygroundStore. */
export abstract class StoreView {
  protected own: PlaygroundState = DEFAULTS;
  protected readonly keeper = new TraceKeeper();
  protected readonly past = new UndoList();
  /** What a person set and the page could not follow: shown where it was set, until it fits or is taken back. */
  protected pending: Patch = {};
  protected said: Notice[] = [];
  protected wrong: Problem | undefined;
  protected keptCell: CellRef | undefined;
  protected previewedCell: CellRef | undefined;
  protected timer: ReturnType<typeof setInterval> | undefined;
  private knownStops: { version: number; head: number; stops: Step[] } | undefined;
  private pageScheme: Scheme = 'light';
  private readonly listeners = new Set<() => void>();
  private queued = false;

  get state(): Readonly<PlaygroundState> {
    return this.own;
  }

  /** The state with what could not be followed: what fields show. */
  get wanted(): Readonly<PlaygroundState> {
    return { ...this.own, ...this.pending };
  }

  /** The last good one. */
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

  /** Where previous, next and play go. */
  get stops(): readonly Step[] {
    const { version } = this.keeper;
    const { head } = this.own;
    if (this.knownStops?.version !== version || this.knownStops.head !== head) {
      this.knownStops = { version, head, stops: stopsOf(this.steps, head) };
    }
    return this.knownStops.stops;
  }

  get current(): Step | undefined {
    return this.step(this.own.step);
  }

  /** Under the pointer. */
  get previewed(): CellRef | undefined {
    return this.previewedCell;
  }

  /** Chosen by a click. */
  get kept(): CellRef | undefined {
    return this.keptCell;
  }

  get active(): CellRef | undefined {
    return this.previewedCell ?? this.keptCell;
  }

  /** How the active cell came about. */
  get explanation(): Explanation | undefined {
    return this.keeper.explain(this.active);
  }

  /** What the active cell was made of, by the step it lies in. */
  get highlighted(): ReadonlyMap<string, CellRef[]> {
    return this.keeper.operandsOf(this.explanation);
  }

  get problem(): Problem | undefined {
    return this.wrong;
  }

  get notices(): readonly Notice[] {
    if (!this.trace || !seesPadding(this.own, this.keeper.tokens)) return this.said;
    return [...this.said, { code: 'paddingVisible', values: {} }];
  }

  /** Whether the page is light or dark, for what is drawn on a canvas: styles know by themselves. */
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

  get canUndo(): boolean {
    return this.past.length > 0 || Object.keys(this.pending).length > 0;
  }

  /** The texts of the page's language. */
  get t(): Dictionary {
    return dictionaries[this.own.lang];
  }

  /** Tokens that are computed with. */
  get tokens(): Tokens {
    return this.trace ? this.keeper.tokens : tokensOf(this.own);
  }

  step(path: string): Step | undefined {
    return this.keeper.step(path);
  }

  /** Not to be written to: it is remembered until the trace changes. */
  tensor(path: string): Tensor {
    return this.keeper.tensor(path);
  }

  /** The same as if nothing had been edited; only where something has. */
  baseline(path: string): Tensor | undefined {
    return this.own.edits.length > 0 ? this.keeper.baseline(path) : undefined;
  }

  /** Names of the places along an axis; undefined where a plain number says it best. */
  labels(axis: Axis, batch: number): string[] | undefined {
    const { head } = this.t.ui;
    return this.keeper.axisLabels(axis, this.own, batch, (n) => head.replace('{n}', String(n)));
  }

  /** Called once a microtask after any change. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
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
