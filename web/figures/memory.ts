import type { Memory, Step, Tensor } from '../engine/types/index.js';
import { axisNames } from '../trace/axes.js';
import { rowMajor } from '../trace/layout.js';
import type { TraceStore } from '../trace/store.js';

/** The memory layout of a step compared with that of its source. Read from `trace.memory`. */
export interface MemoryModel {
  step: Step;
  source: Step;
  /** The step whose memory is drawn first: the source, or the step itself after an edit has separated them. */
  owner: Step;
  memory: Memory;
  sourceMemory: Memory;
  ownerMemory: Memory;
  /** Whether the operation copied the numbers to other places. */
  moved: boolean;
  detached: boolean;
  /** The address in the owner's storage that each cell of the step comes from, by row-major position. */
  from: Int32Array;
  /** Row-major position of the cell at each address of the owner's storage, −1 if the step has none. */
  at: Int32Array;
  /** Head of each cell of the step, by row-major position; empty without heads. */
  heads: Int32Array;
}

const cache = new WeakMap<Tensor, MemoryModel>();

export function memoryModel(store: TraceStore, step: Step): MemoryModel | undefined {
  const source = step.inputs[0] === undefined ? undefined : store.step(step.inputs[0]);
  if (!source || !store.trace) return undefined;
  const tensor = store.tensor(step.path);
  const known = cache.get(tensor);
  if (known) return known;
  const memory = store.trace.memory(step.path);
  const sourceMemory = store.trace.memory(source.path);
  const copied = memory.storage !== sourceMemory.storage;
  // An edit gives a view its own memory: then only that memory is shown.
  const detached = copied && step.aliases;
  const owner = detached ? step : source;
  const ownerMemory = detached ? memory : sourceMemory;
  const from = addresses(copied ? ownerMemory : memory); // `contiguous` keeps the order of cells
  const at = new Int32Array(ownerMemory.data.length).fill(-1);
  from.forEach((address, place) => (at[address] = place));
  const moved = copied && !detached;
  const model: MemoryModel = {
    step,
    source,
    owner,
    memory,
    sourceMemory,
    ownerMemory,
    moved,
    detached,
    from,
    at,
    heads: heads(step, source),
  };
  cache.set(tensor, model);
  return model;
}

type Placing = Pick<Memory, 'offset' | 'shape' | 'strides'>;

/** The address of every cell in row-major order. */
export function addresses(placing: Placing): Int32Array {
  const { shape, strides, offset } = placing;
  const count = shape.reduce((product, size) => product * size, 1);
  const found = new Int32Array(count);
  const index = new Array<number>(shape.length).fill(0);
  let address = offset;
  for (let place = 0; place < count; place += 1) {
    found[place] = address;
    for (let axis = shape.length - 1; axis >= 0; axis -= 1) {
      index[axis]! += 1;
      address += strides[axis]!;
      if (index[axis]! < shape[axis]!) break;
      address -= strides[axis]! * shape[axis]!;
      index[axis] = 0;
    }
  }
  return found;
}

/** Index of a row-major position. */
export function indexOf(shape: readonly number[], place: number): number[] {
  let rest = place;
  return rowMajor(shape).map((pitch) => {
    const at = Math.floor(rest / pitch);
    rest -= at * pitch;
    return at;
  });
}

/** Row-major position of an index. */
export function placeOf(shape: readonly number[], index: readonly number[]): number {
  return rowMajor(shape).reduce((sum, pitch, axis) => sum + pitch * (index[axis] ?? 0), 0);
}

function heads(step: Step, source: Step): Int32Array {
  const owner = [step, source].find((one) => axisNames(one).includes('head'));
  if (!owner) return new Int32Array(0);
  const axis = axisNames(owner).indexOf('head');
  const pitch = rowMajor(owner.shape)[axis]!;
  const size = owner.shape[axis]!;
  const count = owner.shape.reduce((product, n) => product * n, 1);
  return Int32Array.from({ length: count }, (_, place) => Math.floor(place / pitch) % size);
}

const places = new WeakMap<Memory, Int32Array>();
const located = new WeakMap<Memory, Int32Array>();

/** The addresses of a memory, cached. */
export function addressesOf(memory: Memory): Int32Array {
  let known = located.get(memory);
  if (!known) located.set(memory, (known = addresses(memory)));
  return known;
}

/** Row-major position of each address in a step's own shape, −1 if it has none. */
export function ownPlaces(memory: Memory): Int32Array {
  let known = places.get(memory);
  if (known) return known;
  known = new Int32Array(memory.data.length).fill(-1);
  const found = addressesOf(memory);
  for (let place = 0; place < found.length; place += 1) known[found[place]!] = place;
  places.set(memory, known);
  return known;
}

/** offset + Σ index·stride */
export function addressOf(memory: Memory, index: readonly number[]): number {
  return memory.strides.reduce((sum, stride, i) => sum + stride * index[i]!, memory.offset);
}
