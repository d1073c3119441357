import { fail } from './errors.js';
import type { Memory, Place } from './memory.js';
import type { TensorHandle } from './module.js';
import { requireNumbers } from './tensors.js';
import type { ResidentTensor } from './types.js';

/** The one owner of a tensor in wasm memory that outlives a call. */
export class Resident implements ResidentTensor {
  readonly shape: readonly number[];
  readonly #memory: Memory;
  #handle: TensorHandle;

  constructor(memory: Memory, { handle, shape }: Place) {
    this.#memory = memory;
    this.#handle = handle;
    this.shape = Object.freeze(shape);
  }

  get disposed(): boolean {
    return this.#handle === 0;
  }

  read(): Float32Array {
    const first = this.#first();
    return this.#memory.module.HEAPF32.slice(first, first + this.#count);
  }

  write(data: ArrayLike<number>): void {
    const first = this.#first();
    requireNumbers(data, this.shape);
    this.#memory.module.HEAPF32.set(data, first);
    this.#memory.module.tensorChanged(this.#handle);
  }

  dispose(): void {
    if (this.#handle !== 0) this.#memory.module.deleteTensor(this.#handle);
    this.#handle = 0;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /** For a call that names it `argument`; throws where it is disposed or another engine's. */
  handleFor(memory: Memory, argument: string): TensorHandle {
    if (this.#handle === 0) fail('disposed', argument, 'a disposed tensor', 'one that is not');
    if (memory !== this.#memory) {
      fail('conflict', argument, 'a tensor of another engine', 'one that this engine made');
    }
    return this.#handle;
  }

  get #count(): number {
    return this.shape.reduce((product, size) => product * size, 1);
  }

  /** Its numbers' place, asked for each time: it never moves, but it may be disposed. */
  #first(): number {
    this.#memory.module.describeTensor(this.handleFor(this.#memory, 'tensor'));
    return this.#memory.place().first;
  }
}
