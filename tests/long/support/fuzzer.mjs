// One run of random calls: makes them, tells good ends from bad ones, and says how to make a bad one again.

import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { dressed, isContainer, Planted, spoiled } from './hostile.mjs';
import { randomOf } from './random.mjs';
import { World } from './world.mjs';

const typeErrors = ['option', 'type', 'missing', 'conflict', 'disposed'];
/** Milliseconds: calls are tiny. */
const longestCall = 20_000;

/** Arguments, short enough to read, and without reading their getters. */
const shown = (value) =>
  inspect(value, {
    depth: 5,
    maxArrayLength: 9,
    maxStringLength: 60,
    showProxy: true,
    breakLength: Infinity,
    compact: true,
  });

export class Fuzzer {
  /** What was called, and each option that was given: "matmul", "trace.set". */
  called = new Set();
  options = new Set();
  calls = 0;
  refusals = 0;
  codes = new Map();
  compared = 0;
  #seed;
  #episode = 0;

  constructor({ ap, engine, seed }) {
    this.ap = ap;
    this.engine = engine;
    this.#seed = seed;
    this.begin(0);
  }

  /** Everything drawn from here on follows from the seed and this number. */
  begin(episode) {
    this.#episode = episode;
    this.random = randomOf(this.#seed, episode);
    this.world = new World(this);
  }

  /** Disposes of an entry of the world's `kind`s, twice and by either name; every use of it is refused from then on. */
  dispose(kind, entry, uses) {
    const { handle } = entry;
    this.world[`${kind}s`] = this.world[`${kind}s`].filter((each) => each !== entry);
    const name = this.random.pick(['dispose', 'Symbol.dispose']);
    const end = () => (name === 'dispose' ? handle.dispose() : handle[Symbol.dispose]());
    for (let time = 0; time < 2; time++) this.call(`${kind}.${name}`, [], end, { hostility: 0 });
    this.check(() => {
      assert.equal(handle.disposed, true);
      for (const use of uses) assert.throws(use, { name: 'TypeError', code: 'disposed' });
    });
  }

  /**
   * A call with these arguments, of which at times one is spoiled: { result, hostile } or undefined where it was
   * refused. `invoke` makes it; `good: false` is for calls that may be refused as they are.
   */
  call(name, args, invoke, { good = true, hostility = 0.35, form = true } = {}) {
    const { random, world } = this;
    const hostile = random.chance(hostility);
    let given = hostile ? spoiled(args, random, world) : args;
    if (!hostile && form && random.chance(0.3)) given = dressed(args, random);
    this.#note(name, hostile ? args : given);
    this.#current = () => `${name}(${given.map(shown).join(', ')})`;
    const settle = (error) => this.#refused(error, hostile || !good);
    const began = performance.now();
    try {
      const result = invoke(...given);
      if (result instanceof Promise && name.startsWith('worker.')) {
        return result.then((value) => this.#accepted(value, hostile), settle);
      }
      return this.#accepted(result, hostile);
    } catch (error) {
      return settle(error);
    } finally {
      const took = performance.now() - began;
      if (took > longestCall) this.fail(new Error(`took ${Math.round(took)} ms`));
    }
  }

  #current = () => 'nothing yet';

  #note(name, args) {
    this.calls++;
    this.called.add(name);
    for (const arg of args) this.#noteOptions(arg, 3);
  }

  /** Those of objects and short lists of them among the options, too. */
  #noteOptions(value, depth) {
    if (depth === 0 || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const each of value.slice(0, 4)) this.#noteOptions(each, depth - 1);
    } else if (isContainer(value)) {
      for (const [key, each] of Object.entries(value)) {
        this.options.add(key);
        this.#noteOptions(each, depth - 1);
      }
    }
  }

  #accepted(result, hostile) {
    return { result, hostile };
  }

  /** Passes only over errors that the engine documents, and over our own. */
  #refused(error, expected) {
    this.refusals++;
    if (error instanceof Planted) return undefined;
    try {
      this.requireTyped(error);
      assert.ok(expected, 'a good call was refused');
    } catch (problem) {
      this.fail(new Error(`${problem.message}: ${error.message}`, { cause: error }));
    }
    this.codes.set(error.code, (this.codes.get(error.code) ?? 0) + 1);
    return undefined;
  }

  requireTyped(error) {
    assert.ok(this.engine.isEngineError(error), `not an error of the engine: ${shown(error)}`);
    const { code, argument, actual, expected, message } = error;
    for (const text of [code, argument, actual, expected]) assert.equal(typeof text, 'string');
    assert.equal(message, `${argument}: ${actual}, expected ${expected}`);
    assert.equal(error.constructor, typeErrors.includes(code) ? TypeError : RangeError, code);
    assert.ok(message.length < 2000, `a message of ${message.length} letters`);
  }

  /** Checks what a call gave: any error is reported with the call. */
  check(body) {
    try {
      return body();
    } catch (error) {
      return this.fail(error);
    }
  }

  fail(error) {
    const again = `SEED=${this.#seed} FROM=${this.#episode}`;
    const text = `${error.message}\n  in call ${this.calls}: ${this.#current()}\n  again: ${again}`;
    throw new Error(text.slice(0, 8000), { cause: error.cause ?? error });
  }
}

/** The numbers are finite, or the place of the one that is not is said. */
export function requireFinite(data, what) {
  const place = data.findIndex((number) => !Number.isFinite(number));
  assert.equal(place, -1, `${what}: ${data[place]} at ${place}`);
}

/** Equal to the last bit. */
export function requireSame(data, expected, what) {
  assert.equal(data.length, expected.length, `${what}: count`);
  for (let i = 0; i < data.length; i++) {
    if (!Object.is(data[i], expected[i])) {
      assert.fail(`${what}: ${data[i]} at ${i}, was ${expected[i]}`);
    }
  }
}
