import { errorOf, fail, type EngineError } from '../errors.js';
import type { CoreModule, OrError, TensorSpan, TensorHandle } from './core-module.js';
import { Pool } from './pool.js';
import { textIn } from './utf8.js';
import type { ResidentTensor, Simd, Tensor } from '../types/index.js';

// Layout of the core's report of each result: src/bindings/tensors.cpp.
const fields = { handle: 0, data: 1, rank: 2, sizes: 3, all: 9 } as const;

/** Upper bounds: the UTF-8 text as it crosses and as it is kept, in a list that doubles as it grows. */
const bytesOfALetter = 8;
const bytesOfAText = 256;

/** Reads what the core reports of the tensors that it made. */
export class Memory {
  readonly module: CoreModule;
  readonly simd: Simd;
  readonly #report: number;
  readonly #failure: number;
  readonly #pool = new Pool();

  constructor(module: CoreModule, simd: Simd) {
    this.module = module;
    this.simd = simd;
    this.#report = module.reportAddress() >>> 2;
    this.#failure = module.failureAddress() >>> 0;
  }

  /** The n-th result of the last call; handle 0 if there is none. */
  place(result = 0): TensorSpan {
    const { HEAP32 } = this.module;
    const from = this.#report + result * fields.all;
    const shape: number[] = [];
    const rank = HEAP32[from + fields.rank] ?? 0;
    let count = 1;
    for (let axis = 0; axis < rank; axis++) {
      const size = HEAP32[from + fields.sizes + axis] ?? 0;
      shape.push(size);
      count *= size;
    }
    // Addresses above 2 GB are negative in a signed word.
    return {
      handle: (HEAP32[from + fields.handle] ?? 0) >>> 0,
      first: (HEAP32[from + fields.data] ?? 0) >>> 2,
      count,
      shape,
    };
  }

  /** An uninitialised tensor of this shape, until `giveBack`; `argument` names it in errors. */
  borrow(shape: readonly number[], argument: string): TensorSpan {
    const pooled = this.#pool.take(shape);
    if (pooled) return pooled;
    const [s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0] = shape;
    if (this.module.createTensor(shape.length, s0, s1, s2, s3, s4, s5) !== 0) return this.place();
    // The core does not know the argument's name.
    return this.#fail(argument);
  }

  /** Throws unless there is room for so many texts, of so many letters together: the glue copies them without a look. */
  requireRoomForTexts(texts: number, letters: number): void {
    this.#requireFree(bytesOfAText * (texts + 8) + bytesOfALetter * letters);
  }

  /** Throws unless this many bytes are free in one piece. */
  #requireFree(bytes: number): void {
    const size = Math.ceil(bytes / 4);
    if (this.module.createTensor(1, size, 0, 0, 0, 0, 0) === 0) this.#fail('shape');
    this.module.deleteTensor(this.place().handle);
  }

  giveBack(place: TensorSpan): void {
    const left = this.#pool.give(place);
    if (left) this.module.deleteTensor(left.handle);
  }

  /**
   * A copy of its numbers: memory growth would detach a view. `slice` would fill the copy with zeros first. Throws
   * `memory` if JavaScript has none left for it.
   */
  copy({ first, count }: Pick<TensorSpan, 'first' | 'count'>): Float32Array {
    try {
      return new Float32Array(this.module.HEAPF32.subarray(first, first + count));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return fail('memory', 'shape', 'no memory left', 'a call that needs less memory');
    }
  }

  /** Returns a call's handle; throws the call's error if it is 0. */
  check(handle: TensorHandle): TensorHandle {
    return handle === 0 ? this.#fail() : handle;
  }

  /** Returns a call's result; throws the call's error if it is undefined. */
  unwrap<T>(result: OrError<T>): T {
    return result === undefined ? this.#fail() : result;
  }

  /** Decodes a text of the core. */
  text(result: OrError<Uint8Array>): string {
    return textIn(this.unwrap(result));
  }

  /** The first result: `out` if given, otherwise a copy. */
  result(out: ResidentTensor | undefined): Tensor | ResidentTensor {
    if (!out) return this.take();
    const { handle } = this.place();
    if (handle !== 0) this.module.deleteTensor(handle);
    return out;
  }

  /** Copies the n-th result and releases its tensor, also if there is no memory for the copy. */
  take(result = 0): Tensor {
    const place = this.place(result);
    try {
      return this.#copied(place);
    } finally {
      this.giveBack(place);
    }
  }

  /** The same for the first two results. */
  takeBoth(): [Tensor, Tensor] {
    const [one, two] = [this.place(0), this.place(1)];
    try {
      return [this.#copied(one), this.#copied(two)];
    } finally {
      this.giveBack(one);
      this.giveBack(two);
    }
  }

  #copied(place: TensorSpan): Tensor {
    return { shape: [...place.shape], data: this.copy(place) };
  }

  /** The last failed call's error, with `name` as its argument if given. */
  failure(name?: string): EngineError {
    const { HEAPU8 } = this.module;
    const from = this.#failure;
    return errorOf(textIn(HEAPU8.slice(from, HEAPU8.indexOf(0, from))), name);
  }

  #fail(name?: string): never {
    throw this.failure(name);
  }
}
