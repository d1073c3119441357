// Tensors that stay in wasm memory: made, read, written, disposed of, and disposed of again.

import assert from 'node:assert/strict';
import { requireSame } from '../support/fuzzer.mjs';
import { countOf } from '../support/random.mjs';

function make(fuzz) {
  const { ap, random, world } = fuzz;
  const shape = Array.from({ length: random.whole(0, 4) }, () => random.size(5));
  const data = random.floats(countOf(shape));
  const args = random.chance(0.2) ? [shape] : [shape, data];
  const made = fuzz.call('ap.tensor', args, (...given) => ap.tensor(...given));
  if (!made) return;
  const { result: handle, hostile } = made;
  const now = handle.read();
  fuzz.check(() => {
    assert.equal(handle.disposed, false);
    assert.equal(now.length, countOf(handle.shape));
    assert.ok(Object.isFrozen(handle.shape));
    if (hostile) return;
    assert.deepEqual([...handle.shape], shape);
    requireSame(now, args.length === 1 ? new Float32Array(now.length) : data, 'a new tensor');
  });
  world.add('tensors', { handle, data: now });
}

function write(fuzz) {
  const entry = fuzz.world.tensor(fuzz.random);
  if (!entry) return make(fuzz);
  const data = fuzz.random.floats(entry.data.length);
  const before = entry.data;
  const done = fuzz.call('tensor.write', [data], (given) => entry.handle.write(given));
  if (entry.handle.disposed) return;
  const now = entry.handle.read();
  if (!done) {
    // What a getter wrote meanwhile stays.
    fuzz.check(() => requireSame(now, entry.data, 'a tensor that a write was refused for'));
    return;
  }
  if (!done.hostile) fuzz.check(() => requireSame(now, data, 'a written tensor'));
  assert.ok(before);
  entry.data = now;
}

function read(fuzz) {
  const entry = fuzz.world.tensor(fuzz.random);
  if (!entry) return make(fuzz);
  const done = fuzz.call('tensor.read', [], () => entry.handle.read(), { hostility: 0 });
  fuzz.check(() => requireSame(done.result, entry.data, 'a read tensor'));
  done.result.fill(NaN); // a copy: the tensor does not mind
}

function dispose(fuzz) {
  const entry = fuzz.world.tensor(fuzz.random);
  if (!entry) return make(fuzz);
  const { handle } = entry;
  fuzz.dispose('tensor', entry, [
    () => handle.read(),
    () => handle.write([1]),
    () => fuzz.ap.softmax(handle),
    () => fuzz.ap.softmax([1], -1, { out: handle }),
  ]);
}

export const actions = [
  [6, make],
  [4, write],
  [3, read],
  [3, dispose],
];
