import type { RemoteIterator } from './handles.js';
import type { Signal } from './types.js';

/** A generation that the worker has begun, and what stops it. */
export interface Begun {
  iterator: RemoteIterator;
  signal: Signal | undefined;
}

/** Tokens that a worker generates one after the other, each when it is requested. */
export class RemoteSequence implements AsyncIterableIterator<unknown> {
  readonly #begun: Promise<Begun>;
  #over = false;

  constructor(begun: Promise<Begun>) {
    this.#begun = begun;
    // The first `next()` reports it.
    begun.catch(() => undefined);
  }

  async next(): Promise<IteratorResult<unknown>> {
    try {
      if (this.#over) return { done: true, value: undefined };
      const { iterator, signal } = await this.#begun;
      const result = await iterator.next({ signal });
      this.#over ||= result.done === true;
      return result;
    } catch (error) {
      void this.return();
      throw error;
    }
  }

  /** Ends it: the worker frees the sequence after the token that it may be computing. */
  async return(value?: unknown): Promise<IteratorResult<unknown>> {
    if (!this.#over) {
      this.#over = true;
      await this.#begun.then(({ iterator }) => iterator.return()).catch(() => undefined);
    }
    return { done: true, value };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
