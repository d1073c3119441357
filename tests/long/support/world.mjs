// Everything alive in an episode, with what its numbers have to be.

import assert from 'node:assert/strict';
import { requireSame } from './fuzzer.mjs';
import { countOf } from './random.mjs';

/** How many of each there may be at a time. */
const most = { tensors: 10, traces: 4, models: 2 };

export class World {
  tensors = [];
  traces = [];
  models = [];
  sequences = [];
  #fuzz;

  constructor(fuzz) {
    this.#fuzz = fuzz;
  }

  /** Keeps { handle, … }. */
  add(kind, entry) {
    this[kind].push(entry);
    return entry;
  }

  /** Between two calls: the oldest go where there are too many. */
  trim() {
    for (const [kind, count] of Object.entries(most)) {
      while (this[kind].length > count) this.dispose(kind, this[kind][0]);
    }
  }

  make(shape, data) {
    return this.#fuzz.ap.tensor(shape, data);
  }

  dispose(kind, entry) {
    this[kind] = this[kind].filter((each) => each !== entry);
    entry.handle.dispose();
  }

  /** Any live object, for where another is asked for; or one that is disposed. */
  anything(random) {
    const all = [...this.tensors, ...this.traces, ...this.models];
    return all.length > 0 ? random.pick(all).handle : undefined;
  }

  /** What a getter does in the middle of a call: calls, writes, disposes, grows memory; then gives its value. */
  interrupt(random, value) {
    const { ap } = this.#fuzz;
    const way = random.whole(0, 5);
    if (way === 0) assert.equal(ap.softmax([1, 1], 0).data[0], 0.5);
    if (way === 1) ap.softmax({ shape: [2 ** 18], data: new Float32Array(2 ** 18) }, 0);
    if (way === 2) assert.throws(() => ap.matmul([[1]], [[1], [2]]), RangeError);
    const kind = random.pick(['tensors', 'traces', 'models']);
    if (way === 3 && this[kind].length > 0) this.dispose(kind, random.pick(this[kind]));
    const own = this.tensors.find(({ handle }) => handle === value);
    if (way === 4 && own) this.dispose('tensors', own);
    if (way === 5 && this.tensors.length > 0) this.write(random.pick(this.tensors), random);
    return value;
  }

  write(entry, random) {
    entry.data = random.floats(countOf(entry.handle.shape));
    entry.handle.write(entry.data);
  }

  tensor(random) {
    return this.tensors.length > 0 ? random.pick(this.tensors) : undefined;
  }

  /** A call wrote into this tensor. */
  refresh(handle) {
    const entry = this.tensors.find((each) => each.handle === handle);
    if (entry && !handle.disposed) entry.data = handle.read();
  }

  /** Every live object has the numbers that it should have. */
  verify() {
    this.#fuzz.check(() => {
      for (const { handle, data } of this.tensors) requireSame(handle.read(), data, 'a tensor');
      for (const { handle, states } of this.traces) {
        for (const [path, data] of states.at(-1)) requireSame(handle.tensor(path).data, data, path);
      }
      for (const { handle, parameters } of this.models) {
        for (const [path, data] of parameters) {
          requireSame(handle.parameter(path).data, data, path);
        }
      }
    });
  }

  async end() {
    this.verify();
    for (const { iterator } of this.sequences) await iterator.return();
    this.sequences = [];
    for (const kind of ['tensors', 'traces', 'models']) {
      while (this[kind].length > 0) this.dispose(kind, this[kind][0]);
    }
  }
}
