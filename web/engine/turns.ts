// Long work in turns, so that a page stays alive.

/** In milliseconds. */
const turnLength = 12;

/** What the work returns, without a pause. */
export function atOnce<Result>(work: Generator<undefined, Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** The same in turns of some milliseconds: `turn` resolves when the next one may begin. */
export async function inTurns<Result>(
  work: Generator<undefined, Result>,
  turn: () => Promise<void>,
): Promise<Result> {
  for (let end = performance.now() + turnLength; ;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() < end) continue;
    await turn();
    end = performance.now() + turnLength;
  }
}
