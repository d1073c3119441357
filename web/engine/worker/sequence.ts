import type { RemoteIterator } from './handles.js';
import type { CallOptions } from './types.js';

/** Tokens that a worker generates one after the other, each when it is requested. */
export class RemoteSequence implements AsyncIterableIterator<unknown> {
  readonly #begun: Promise<RemoteIterator>;
  readonly #options: CallOptions;
  #over = false;

  constructor(begun: Promise<RemoteIterator>, { signal }: CallOptions) {
    this.#begun = begun;
    this.#options = signal ? { signal } : {};
    // The first `next()` reports it.
    begun.catch(() => undefined);
  }

  async next(): Promise<IteratorResult<unknown>> {
    try {
      if (this.#over) return { done: true, value: undefined };
      const result = await (await this.#begun).next(this.#options);
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
      await this.#begun.then((sequence) => sequence.return()).catch(() => undefined);
    }
    return { done: true, value };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
