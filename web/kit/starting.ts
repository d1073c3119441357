import type { ReactiveController, ReactiveElement } from 'lit';
import { load, type Tracing } from '../engine/load.js';
import { failureText } from '../trace/problem-text.js';
import { problemOf, type ErrorDetail, type Problem } from '../trace/problem.js';
import { PageLanguage } from './language.js';
import { inTurns, nextTask } from './turns.js';
import { loadSymbolFont } from './math-font.js';
import { whenNear } from './when-near.js';

/** When an element loads: less than a screen away, in sight, or at once. */
export type Loading = 'auto' | 'lazy' | 'eager';

interface Host extends ReactiveElement {
  readonly loading: Loading;
  readonly wasmUrl: string;
}

interface Work {
  /** What is fetched beside the engine and the texts; its own failures do not keep the element from starting. */
  fetch?(): Promise<void>;
  /** Computes the first numbers. */
  begin(engine: Tracing): void | Promise<void>;
  /** Draws them; resolves when all is drawn. */
  draw(): Promise<unknown>;
  /** Frees what the engine holds for the element. */
  end(): void;
}

/**
 * What the playground and the panels share: when they come near the view, they load the engine and their texts and
 * compute their first numbers; they say why this fails, and free their memory when removed. Fires `progress`, `load`
 * and `error`.
 */
export class Starting implements ReactiveController {
  readonly language: PageLanguage;
  failure: Problem | undefined;
  private promise!: Promise<void>;
  private settleReady: { resolve(): void; reject(error: unknown): void } | undefined;
  private cancelNear: (() => void) | undefined;
  /** Counts starts: what an earlier one still does is void. */
  private turn = 0;
  /** It was taken out in this task, and may be put in again. */
  private leaving = false;

  constructor(
    private readonly host: Host,
    private readonly work: Work,
  ) {
    this.language = new PageLanguage(host, this.tell);
    this.renewReady();
    host.addController(this);
  }

  /** Resolves when the first numbers are available, rejects with the reason if they cannot be. */
  get ready(): Promise<void> {
    return this.promise;
  }

  hostConnected(): void {
    if (this.leaving) {
      this.leaving = false;
      return;
    }
    const turn = (this.turn += 1);
    // Properties that are set in the same task are known then.
    queueMicrotask(() => {
      if (turn !== this.turn) return;
      this.cancelNear = whenNear(this.host, this.host.loading, () => void this.start());
    });
  }

  /** One that is only moved to another place of the page keeps all that it has. */
  hostDisconnected(): void {
    this.leaving = true;
    queueMicrotask(() => {
      if (this.leaving) this.leave();
    });
  }

  private leave(): void {
    this.leaving = false;
    this.turn += 1;
    this.failure = undefined;
    this.cancelNear?.();
    this.work.end();
    this.renewReady();
  }

  readonly retry = (): void => {
    this.renewReady();
    void this.start();
  };

  /** Fires `error`; the element itself says the same. */
  readonly tell = (problem: Problem): void => {
    const message = failureText(this.language.shown, problem);
    this.send('error', { ...problem, message } satisfies ErrorDetail);
  };

  private async start(): Promise<void> {
    const turn = (this.turn += 1);
    const isOver = (): boolean => turn !== this.turn;
    this.failure = undefined;
    this.host.requestUpdate();
    this.send('progress', { progress: 0 });
    loadSymbolFont();
    try {
      const { wasmUrl } = this.host;
      const [engine] = await Promise.all([
        load(wasmUrl ? { wasmUrl } : {}),
        this.language.fetch(),
        this.work.fetch?.(),
      ]);
      await this.host.updateComplete;
      await nextTask();
      if (isOver()) return;
      await this.work.begin(engine);
    } catch (error) {
      if (!isOver()) this.fail(error);
      return;
    }
    if (isOver()) return;
    this.send('progress', { progress: 1 });
    await inTurns(() => this.work.draw());
    if (isOver()) return;
    this.settleReady?.resolve();
    this.settleReady = undefined;
    this.send('load', null);
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
