import type { AttentionPlayground } from '../../../engine/types/index.js';
import { Latest } from '../../../kit/loading/latest.js';
import { nextTask } from '../../../kit/element/turns.js';
import { problemOf, type Problem } from '../../../trace/problem.js';
import type { Opening, UpdateStore } from './update-store.js';

interface Work {
  load(): Promise<AttentionPlayground>;
  make(engine: AttentionPlayground, opening: Opening): UpdateStore;
  /** Draws what `change` changes, as far as it can be drawn; resolves when it is. */
  draw(change: () => void): Promise<unknown>;
  /** Has the place drawn again. */
  requestUpdate(): void;
}

/** The update that is open, with a store of its own: the last one that was opened, until it is closed. */
export class UpdateController {
  store: UpdateStore | undefined;
  /** Why there is none. */
  problem: Problem | undefined;
  private readonly requests = new Latest();

  constructor(private readonly work: Work) {}

  /** The one before stays until this one can be shown, or not; never rejects. */
  async open(opening: Opening): Promise<void> {
    const counts = this.requests.request();
    try {
      const store = await this.begun(opening, counts);
      if (store) await this.work.draw(() => this.take(store, counts));
    } catch (error) {
      if (!counts()) return;
      this.close();
      this.problem = problemOf(error);
      this.work.requestUpdate();
    }
  }

  close(): void {
    this.requests.cancel();
    this.store?.dispose();
    this.store = this.problem = undefined;
  }

  /** Making its engine, recording it and drawing it are tasks of their own; undefined if it does not count any more. */
  private async begun(opening: Opening, counts: () => boolean): Promise<UpdateStore | undefined> {
    const engine = await this.work.load();
    await nextTask();
    if (!counts()) return undefined;
    const store = this.work.make(engine, opening);
    await nextTask();
    if (!counts()) return undefined;
    store.start(engine);
    await nextTask();
    if (counts()) return store;
    store.dispose();
    return undefined;
  }

  private take(store: UpdateStore, counts: () => boolean): void {
    if (!counts()) return store.dispose();
    this.store?.dispose();
    this.problem = store.problem;
    this.store = this.problem ? undefined : store;
    if (this.problem) store.dispose();
  }
}
