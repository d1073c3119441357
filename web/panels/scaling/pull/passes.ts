import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { AttentionPlayground, Edit, Extent } from '../../../engine/types/index.js';
import { inTurns, nextTask } from '../../../kit/element/turns.js';
import { whenNear } from '../../../kit/loading/when-near.js';
import type { Computed } from '../../../engine/types/computed.js';
import { gradientOf } from '../../../trace/operations.js';
import type { CellRef } from '../../../trace/store.js';
import { HALVES, pathIn, type Half } from '../study.js';
import { PullStore, type Pull } from './store.js';

/** One half's gradient of one step, for the query alone. */
export interface GradientRow {
  store: PullStore;
  path: string;
  extent: Extent;
  /** The cell that is farthest from 0, and its number. */
  cell: CellRef;
  value: Computed;
}

/** What two backward passes of the same query have found. */
export interface Found {
  pull: Pull;
  /** The row of the query: the first, and how many. */
  rows: readonly [first: number, count: number];
  stores: Record<Half, PullStore>;
  /** The gradient of what softmax reads. */
  read: Record<Half, GradientRow>;
  /** The gradient of q · k; without the division the same step. */
  scores: Record<Half, GradientRow>;
  /** Of the widest of these gradients, for the colours of all. */
  extent: Extent;
}

interface Wish {
  pull: Pull;
  edits: readonly Edit[];
}

interface Host extends ReactiveControllerHost, EventTarget {
  readonly renderRoot: ParentNode | undefined;
  readonly isConnected: boolean;
}

/** The backward passes of the study, with and without scaling, made in tasks of their own once `.pull` is near the view. */
export class Passes implements ReactiveController {
  /** Undefined until the first passes were made. */
  found: Found | undefined;
  private stores: Record<Half, PullStore> | undefined;
  private engine: AttentionPlayground | undefined;
  private wish: Wish | undefined;
  private made: Wish | undefined;
  private making = false;
  private isNear = false;
  private stopWaiting: (() => void) | undefined;

  constructor(private readonly host: Host) {
    host.addController(this);
  }

  /** All stores, for what acts on every store of the panel. */
  get all(): readonly PullStore[] {
    const { stores } = this;
    return stores ? HALVES.map((half) => stores[half]) : [];
  }

  hostUpdated(): void {
    const place = this.host.renderRoot?.querySelector('.pull');
    if (!place || this.stopWaiting) return;
    this.stopWaiting = whenNear(place, 'auto', () => {
      this.isNear = true;
      return this.catchUp();
    });
  }

  /** Asks for the passes of a query of the study as it is now. */
  follow(engine: AttentionPlayground, pull: Pull, edits: readonly Edit[]): void {
    this.engine = engine;
    const { wish } = this;
    const names = Object.keys(pull) as (keyof Pull)[];
    if (wish?.edits === edits && names.every((name) => wish.pull[name] === pull[name])) return;
    this.wish = { pull, edits };
    // Each store says what keeps its pass from being made.
    void this.catchUp();
  }

  dispose(): void {
    this.stopWaiting?.();
    for (const store of this.all) store.dispose();
    this.stores = this.found = this.engine = this.wish = this.made = this.stopWaiting = undefined;
    this.isNear = false;
  }

  /** Of several wishes at once, only the last is made. */
  private async catchUp(): Promise<void> {
    if (!this.isNear || this.making) return;
    this.making = true;
    try {
      while (this.wish !== this.made) await this.makeNext();
    } finally {
      this.making = false;
    }
  }

  private async makeNext(): Promise<void> {
    await nextTask();
    const { engine, wish } = this;
    // What cannot be made is not tried for ever.
    this.made = wish;
    if (!engine || !wish) return;
    this.make(engine, wish);
    this.host.requestUpdate();
    // The next wish does not wait for the drawing, of which Lit reports what fails.
    void inTurns(() => this.host.updateComplete, 'all');
  }

  private make(engine: AttentionPlayground, { pull, edits }: Wish): void {
    const start = (half: Half): PullStore => {
      const store = new PullStore(half, pull);
      store.start(engine);
      return store;
    };
    const isNew = !this.stores;
    this.stores ??= { unscaled: start('unscaled'), scaled: start('scaled') };
    if (!isNew || edits.length > 0) for (const store of this.all) store.adopt(pull, edits);
    this.found = this.read(this.stores);
  }

  /** Undefined if there is no memory for the traces; each store says so. */
  private read(stores: Record<Half, PullStore>): Found | undefined {
    const { unscaled, scaled } = stores;
    if (!unscaled.trace || !scaled.trace) return undefined;
    const { options: pull } = unscaled;
    const row = (half: Half, name: string): GradientRow =>
      gradientRow(stores[half], gradientOf(pathIn(half, name)));
    const read = { unscaled: row('unscaled', 'scores'), scaled: row('scaled', 'scores') };
    const scores = {
      unscaled: read.unscaled,
      scaled: gradientRow(scaled, gradientOf('scores')),
    };
    const widest = [read.scaled, scores.scaled].reduce(
      (most, row) => (row.extent.reach > most.extent.reach ? row : most),
      read.unscaled,
    );
    return {
      pull,
      rows: [pull.query, 1],
      stores,
      read,
      scores,
      extent: widest.extent,
    };
  }
}

/** The gradients of all other queries are 0, so that the extent of the step is that of the row. */
function gradientRow(store: PullStore, path: string): GradientRow {
  const { query, keys } = store.options;
  const extent = store.extent(path);
  const { low, high, reach } = extent;
  const value = high === reach ? high : low;
  const { data } = store.tensor(path);
  const key = data.subarray(query * keys, (query + 1) * keys).indexOf(value);
  return { store, path, extent, cell: { path, index: [query, Math.max(0, key)] }, value };
}
