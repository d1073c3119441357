// What a fuzzer gives instead of what is asked for: arguments with one thing wrong, or odd in a way that is right.

import { tables } from '../../node/engine/support/tables.mjs';
import { countOf } from './random.mjs';

/** Thrown by getters and proxies of ours: it may come out of a call as it went in. */
export class Planted extends Error {}

const boundaries = [2 ** 26, 2 ** 29, 2 ** 30, 2 ** 31, 2 ** 32, 2 ** 33, 2 ** 53].flatMap((n) => [
  n - 1,
  n,
  n + 1,
  -n,
]);
// prettier-ignore
const numbers = [
  NaN, Infinity, -Infinity, -0, 0, -1, 1, 0.5, 1.5, 7, 1e-320, 3.4e38, -3.4e38, 1e39, 1e308, -7,
];
// prettier-ignore
const strings = [
  '', '3', 'relu', 'out', '\0', '\ud800', 'a\udc00b', 'a\x1fb\x1ec', '__proto__', 'constructor', '[PAD]', '<eos>',
  '\u{1f600}'.repeat(50), 'x'.repeat(5000),
];

const nested = (depth) => (depth === 0 ? 1 : [nested(depth - 1)]);
const cyclic = [];
cyclic[0] = cyclic;

/** Made anew for each use, as a call may keep or change what it is given. */
const others = [
  () => null,
  () => undefined,
  () => true,
  () => false,
  () => 1n,
  () => Symbol('s'),
  () => () => [[1]],
  () => ({}),
  () => [],
  () => [[]],
  () => [[1, 2], [3]],
  () => [[true, false], [true]],
  () => Object.create(null),
  () => new Date(0),
  () => new Map([[1, 2]]),
  () => Promise.resolve(1),
  () => new Array(2 ** 32 - 1),
  () => [, 1],
  () => cyclic,
  () => nested(7),
  () => nested(3000),
  () => ({ shape: [], data: [1] }),
  () => ({ shape: [1, 1, 1, 1, 1, 1, 1], data: [1] }),
  () => ({ shape: [0, 3], data: [] }),
  () => ({ shape: [2 ** 16, 2 ** 16], data: [] }),
  () => ({ shape: [2 ** 30, Symbol('s')], data: [] }),
  () => ({ shape: [0, 2 ** 31], data: [] }),
  () => ({ read() {}, dispose() {}, shape: [2], disposed: false }),
  () => ({ read: () => [1, 2], dispose() {}, shape: [2], disposed: false }),
  () => ({ constructor: { name: Symbol('s') } }),
  () => ({ toString: null, valueOf: null }),
  throwing(() => ({}), 'constructor'),
  throwing(() => ({}), 'shape'),
  throwing(() => ({}), 'read'),
  throwing(() => [1, 2], '0'),
];

function throwing(make, name) {
  return () =>
    Object.defineProperty(make(), name, {
      get() {
        throw new Planted(name);
      },
    });
}

class LyingLength extends Float32Array {
  get length() {
    return 2;
  }
}

// prettier-ignore
const kinds = [
  Float32Array, Float64Array, Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array,
  Uint32Array, BigInt64Array, BigUint64Array, LyingLength,
];

/** Instead of these floats. */
const instead = [
  (floats, random) => new (random.pick(kinds))(floats.length),
  (floats, random) => floats.slice(0, Math.max(floats.length - random.whole(1, 3), 0)),
  (floats, random) => new LyingLength(floats.length + random.whole(0, 5000)),
  (floats) => detached(floats.length),
  (floats) => new DataView(new ArrayBuffer(floats.length)),
  (floats) => new ArrayBuffer(floats.byteLength),
  (floats) => ({ length: floats.length, 0: 1 }),
  (floats) => Array.from(floats, String),
  (floats) => Array.from(floats, (_, i) => i % 2 === 0),
  (floats) => new Array(floats.length),
  (floats, random) => growing(Array.from(floats), random),
  (floats, random) => spoiledCell(floats, random),
  (floats, random) => spoiledCell(Float64Array.from(floats), random),
];

function detached(length) {
  const array = new Float32Array(length);
  structuredClone(array.buffer, { transfer: [array.buffer] });
  return array;
}

function spoiledCell(floats, random) {
  const copy = floats.slice();
  if (copy.length > 0) copy[random.whole(0, copy.length - 1)] = random.pick(numbers);
  return copy;
}

/** An array that is another one each time that it is looked at: longer, or of other things. */
function growing(array, random) {
  const calm = random.whole(0, 2 * array.length + 2);
  const later = random.pick([...numbers, 'three', null, undefined]);
  const length = random.pick([0, 1, 70000]);
  let reads = 0;
  return new Proxy(array, {
    get(target, name, receiver) {
      const value = Reflect.get(target, name, receiver);
      if (reads++ < calm) return value;
      if (name === 'length') return length;
      return typeof name === 'string' && /^\d+$/.test(name) ? later : value;
    },
  });
}

/** Something that is hardly what is asked for; `value` is what would have been right. */
export function wrongValue(value, random, world) {
  if (value instanceof Float32Array && random.chance(0.8)) {
    return random.pick(instead)(value, random);
  }
  if (typeof value === 'number' && random.chance(0.7)) {
    return random.pick(random.chance(0.5) ? numbers : boundaries);
  }
  if (typeof value === 'string' && random.chance(0.7)) return random.pick(strings);
  if (Array.isArray(value) && random.chance(0.3)) return growing([...value], random);
  const live = world.anything(random);
  if (live !== undefined && random.chance(0.2)) return live;
  const list = random.pick([numbers, boundaries, strings, others]);
  return list === others ? random.pick(others)() : random.pick(list);
}

export function isContainer(value) {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.length <= 64;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const copyOf = (value) => (Array.isArray(value) ? [...value] : { ...value });

/** The arguments with one thing wrong somewhere in them; the objects given stay as they are. */
export function spoiled(value, random, world, depth = 0) {
  const keys = isContainer(value) ? Object.keys(value) : [];
  if (keys.length === 0 || (depth > 0 && random.chance(0.2))) {
    return wrongValue(value, random, world);
  }
  const copy = copyOf(value);
  const key = random.pick(keys);
  const way = random.whole(0, 11);
  if (way < 7) copy[key] = spoiled(value[key], random, world, depth + 1);
  else if (way === 7) delete copy[key];
  else if (way === 8)
    copy[random.pick([...keys, '', 'model', 'out', 'x'])] = world.anything(random);
  else if (Array.isArray(value) && depth === 0) copy[key] = wrongValue(value[key], random, world);
  else defineTrap(copy, key, random, world);
  return copy;
}

/** A property that throws, changes, or calls the engine while a call reads it. */
function defineTrap(object, key, random, world) {
  const value = object[key];
  const wrong = wrongValue(value, random, world);
  const calm = random.whole(0, 2);
  const act = random.pick([
    () => {
      throw new Planted(String(key));
    },
    () => wrong,
    () => world.interrupt(random, value),
  ]);
  let reads = 0;
  Object.defineProperty(object, key, {
    enumerable: true,
    configurable: true,
    get: () => (reads++ < calm ? value : act()),
  });
}

/** The same arguments in another form that is accepted just as well. */
export function dressed(value, random) {
  if (value instanceof Float32Array) return random.pick(forms)(value);
  if (!isContainer(value)) return value;
  const { shape, data } = value;
  if (shape && data instanceof Float32Array && shape.length > 0 && random.chance(0.2)) {
    if (countOf(shape) > 0) return nestedOf(shape, data);
  }
  const copy = copyOf(value);
  for (const key of Object.keys(copy)) copy[key] = dressed(copy[key], random);
  // Names of parameters are its own ones alone.
  if (copy.parameters) copy.parameters = { ...copy.parameters };
  if (!Array.isArray(copy) && random.chance(0.3)) rename(copy, random);
  if (Array.isArray(copy)) return random.chance(0.1) ? Object.freeze(copy) : copy;
  return random.pick(objects)(copy);
}

const otherNames = Object.values(tables)
  .flatMap((table) => Object.entries(table))
  .flatMap(([name, { also }]) => (also ? [[name, also]] : []));

/** One of the options by PyTorch's other name, if any has one. */
function rename(options, random) {
  const able = otherNames.filter(([name]) => Object.hasOwn(options, name));
  if (able.length === 0) return;
  const [name, also] = random.pick(able);
  options[also] = options[name];
  delete options[name];
}

const forms = [
  (floats) => floats,
  (floats) => floats,
  (floats) => Float64Array.from(floats),
  (floats) => Array.from(floats),
  (floats) => {
    const shared = new Float32Array(new SharedArrayBuffer(floats.byteLength));
    shared.set(floats);
    return shared;
  },
  (floats) => {
    const within = new Float32Array(floats.length + 5).fill(NaN);
    within.set(floats, 3);
    return within.subarray(3, 3 + floats.length);
  },
];

const objects = [
  (object) => object,
  (object) => object,
  (object) => Object.freeze(object),
  (object) => Object.assign(Object.create(null), object),
  (object) => Object.create(object),
  (object) => new Proxy(object, {}),
];

export function nestedOf([size, ...rest], data) {
  const step = countOf(rest);
  return Array.from({ length: size }, (_, i) => {
    const part = data.subarray(i * step, (i + 1) * step);
    return rest.length === 0 ? part[0] : nestedOf(rest, part);
  });
}
