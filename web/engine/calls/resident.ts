import { fail } from '../errors.js';
import type { Memory } from '../module/memory.js';
import type { TensorSpan, TensorHandle } from '../module/core-module.js';
import { free, own } from '../module/owned.js';
import { toData } from '../tensors.js';
import type { ResidentTensor } from '../types/index.js';

/** The only owner of a tensor in wasm memory that outlives a call. */
export class Resident implements ResidentTensor {
  readonly shape: readonly number[];
  readonly #memory: Memory;
  readonly #handle: TensorHandle;
  readonly #owned: { delete(): void };
  #disposed = false;
  /** Number of running calls that read or write it: a getter among their other options may dispose of it meanwhile. */
  #calls = 0;

  constructor(memory: Memory, { handle, shape }: TensorSpan) {
    this.#memory = memory;
    this.#handle = handle;
    const { module } = memory;
    this.#owned = { delete: () => module.deleteTensor(handle) };
    own(this, this.#owned);
    this.shape = Object.freeze(shape);
  }

  /** Whether a value is a resident tensor itself, not a proxy of one. */
  static is(value: unknown): value is Resident {
    return typeof value === 'object' && value !== null && #handle in value;
  }

  get disposed(): boolean {
    return Resident.#itself(this).#disposed;
  }

  read(): Float32Array {
    return Resident.#itself(this).#memory.copy(this.#place());
  }

  write(data: ArrayLike<number>): void {
    const itself = Resident.#itself(this);
    itself.#open('tensor');
    const numbers = toData(data, itself.shape);
    itself.#memory.module.HEAPF32.set(numbers, itself.#place().first);
    itself.#memory.module.tensorChanged(itself.#handle);
  }

  dispose(): void {
    const itself = Resident.#itself(this);
    if (itself.#disposed) return;
    itself.#disposed = true;
    if (itself.#calls === 0) free(itself.#owned);
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /**
   * Holds it for a call that names it `argument`, until `letGo`; throws if it is disposed or another engine's.
   * @internal
   */
  hold(memory: Memory, argument: string): TensorHandle {
    this.#open(argument);
    if (memory !== this.#memory) {
      fail('conflict', argument, 'a tensor of another engine', 'one that this engine made');
    }
    this.#calls++;
    return this.#handle;
  }

  /** @internal */
  letGo(): void {
    if (--this.#calls === 0 && this.#disposed) free(this.#owned);
  }

  static #itself(tensor: Resident): Resident {
    if (!Resident.is(tensor)) fail('type', 'tensor', 'a proxy of a tensor', 'the tensor itself');
    return tensor;
  }

  #open(argument: string): void {
    if (this.#disposed) fail('disposed', argument, 'a disposed tensor', 'one that is not');
  }

  /** Looked up each time: the tensor never moves, but it may be disposed. */
  #place(): TensorSpan {
    this.#open('tensor');
    this.#memory.module.describeTensor(this.#handle);
    return this.#memory.place();
  }
}
