/** Requests whose answers come in any order: only the last one counts. */
export class Latest {
  private turn = 0;

  /** Takes the place of all requests before it; returns what tells whether it still counts. */
  request(): () => boolean {
    this.turn += 1;
    return this.current();
  }

  /** The same for the request that counts now, without another one. */
  current(): () => boolean {
    const { turn } = this;
    return () => turn === this.turn;
  }

  /** What was requested so far counts no more. */
  cancel(): void {
    this.turn += 1;
  }
}
