import type { ReactiveElement } from 'lit';
import { load } from '../../engine/module/load.js';
import type { AttentionPlayground } from '../../engine/types/index.js';
import { failureText } from '../../trace/problem-text.js';
import { problemOf, type ErrorDetail, type Problem } from '../../trace/problem.js';
import { PageLanguage } from './language.js';
import { Latest } from '../loading/latest.js';
import { Stay } from './stay.js';
import { inTurns, nextTask } from './turns.js';
import { whenNear } from '../loading/when-near.js';

/** When an element loads: less than a screen away, in sight, or at once. */
export type Loading = 'auto' | 'lazy' | 'eager';

interface Host extends ReactiveElement {
  readonly loading: Loading;
  readonly wasmUrl: string;
}

interface Work {
  /** What is fetched beside the engine and the texts; its own failures do not keep the element from starting. */
  fetch?(): Promise<void>;
  /** Computes the first numbers; what it still does once it does not count any more is to be freed. */
  begin(engine: AttentionPlayground, counts: () => boolean): void | Promise<void>;
  /** Draws them; resolves when all is drawn. */
  draw(): Promise<unknown>;
  /** Resolves when its parts are drawn, too; without it, that is when no part of the page waits for its turn. */
  drawn?(): Promise<unknown>;
  /** Frees what the engine holds for the element. */
  end(): void;
}

/**
 * What the playground and the panels share: when they come near the view, they load the engine and their texts and
 * compute their first numbers; they say why this fails, and free their memory when removed. Fires `progress`, `load`
 * and `error`.
 */
export class Starting {
  readonly language: PageLanguage;
  failure: Problem | undefined;
  private promise!: Promise<void>;
  private settleReady: { resolve(): void; reject(error: unknown): void } | undefined;
  private cancelNear: (() => void) | undefined;
  private readonly starts = new Latest();

  constructor(
    private readonly host: Host,
    private readonly work: Work,
    private readonly loadEngine = load,
  ) {
    this.language = new PageLanguage(host, this.tell);
    this.renewReady();
    new Stay(host, { begin: () => this.enter(), end: () => this.leave() });
  }

  /** Resolves when the first numbers are available, rejects with the reason if they cannot be. */
  get ready(): Promise<void> {
    return this.promise;
  }

  private enter(): void {
    const counts = this.starts.request();
    // Properties that are set in the same task are known then.
    queueMicrotask(() => {
      if (counts()) this.cancelNear = whenNear(this.host, this.host.loading, this.start);
    });
  }

  private leave(): void {
    this.starts.cancel();
    this.failure = undefined;
    this.cancelNear?.();
    this.work.end();
    this.renewReady();
  }

  readonly retry = (): Promise<void> => {
    // What was begun may have failed half-way.
    this.work.end();
    this.renewReady();
    return this.start();
  };

  /** Fires `error`; the element itself says the same. */
  readonly tell = (problem: Problem): void => {
    const message = failureText(this.language.shown, problem);
    this.send('error', { ...problem, message } satisfies ErrorDetail);
  };

  /** Never rejects: what goes wrong is said in the element's place, by the event `error` and by `ready`. */
  private readonly start = async (): Promise<void> => {
    const counts = this.starts.request();
    this.failure = undefined;
    this.host.requestUpdate();
    this.send('progress', { progress: 0 });
    try {
      await this.run(counts);
    } catch (error) {
      if (counts()) this.fail(error);
      return;
    }
    if (!counts()) return;
    this.settleReady?.resolve();
    this.settleReady = undefined;
    this.send('load', null);
  };

  private async run(counts: () => boolean): Promise<void> {
    const { wasmUrl } = this.host;
    const [engine] = await Promise.all([
      this.loadEngine(wasmUrl ? { wasmUrl } : {}),
      this.language.fetch(),
      this.work.fetch?.(),
    ]);
    await this.host.updateComplete;
    await nextTask();
    if (counts()) await this.work.begin(engine, counts);
    if (!counts()) return;
    this.send('progress', { progress: 1 });
    await inTurns(() => this.work.draw(), 'new', this.work.drawn);
  }

  private fail(error: unknown): void {
    this.failure = problemOf(error);
    this.host.requestUpdate();
    this.settleReady?.reject(error);
    this.settleReady = undefined;
    this.tell(this.failure);
  }

  /** A promise that is settled is replaced; one that is awaited stays. */
  private renewReady(): void {
    if (this.settleReady) return;
    this.promise = new Promise((resolve, reject) => (this.settleReady = { resolve, reject }));
    // Whoever awaits it gets the error; a page that does not must not report it as unhandled.
    this.promise.catch(() => undefined);
  }

  private send(name: string, detail: unknown): void {
    this.host.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
