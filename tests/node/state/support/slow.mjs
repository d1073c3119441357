// A slow world: what is asked of it is answered in an order that a seed draws.

import { seeded } from '../../support/seeded.mjs';

/** Lets everything run that waits for no answer. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));

/** The same of what also takes some tasks of its own. */
const done = async () => {
  for (let i = 0; i < 4; i += 1) await settled();
};

export class SlowWorld {
  #waiting = [];

  constructor(seed) {
    this.random = seeded(seed);
  }

  /** Resolves to what `answer` gives, or rejects with what it throws, when its turn is drawn. */
  later(answer) {
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => {
        try {
          resolve(answer());
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  pick(list) {
    return list[this.random.whole(0, list.length - 1)];
  }

  /** Answers some questions, as many as are drawn. */
  async pass() {
    let left = this.random.whole(0, 6);
    for (; left > 0 && this.#waiting.length > 0; left -= 1) await this.#answerOne();
    await settled();
  }

  /** Answers until nobody asks any more. */
  async rest() {
    do {
      while (this.#waiting.length > 0) await this.#answerOne();
      await done();
    } while (this.#waiting.length > 0);
  }

  async #answerOne() {
    const [answer] = this.#waiting.splice(this.random.whole(0, this.#waiting.length - 1), 1);
    answer();
    await settled();
  }
}

/** Runs a body for many seeds; a failure names its seed. */
export async function eachSeed(count, body) {
  const only = process.env.SEED;
  const seeds = only ? [Number(only)] : Array.from({ length: count }, (_, seed) => seed);
  const unhandled = [];
  const note = (error) => unhandled.push(error);
  process.on('unhandledRejection', note);
  try {
    for (const seed of seeds) {
      try {
        await body(new SlowWorld(seed));
        await settled();
        if (unhandled.length > 0) throw unhandled[0];
      } catch (error) {
        throw new Error(`SEED=${seed} repeats this: ${error.message}`, { cause: error });
      }
    }
  } finally {
    process.off('unhandledRejection', note);
  }
}
