/** Actions that wait for each other: each begins when those before it have ended, well or not. */
export class InOrder {
  private last: Promise<unknown> = Promise.resolve();

  /** Resolves to what the action does; rejects as it does. */
  run<Result>(action: () => Promise<Result>): Promise<Result> {
    const result = this.last.then(action);
    this.last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when all actions so far have ended; never rejects. */
  async ended(): Promise<void> {
    await this.last;
  }
}
