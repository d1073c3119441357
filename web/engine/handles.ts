import { unwrap } from './errors.js';
import type { CoreModule, TensorHandle } from './module.js';
import { toMask, toNumbers, type Numbers } from './tensors.js';
import type { MaskLike, TensorLike } from './types.js';

/** Tensors copied into wasm memory for the length of one call. */
export class Handles {
  readonly #module: CoreModule;
  readonly #open: TensorHandle[] = [];

  constructor(module: CoreModule) {
    this.#module = module;
  }

  tensor(value: TensorLike | undefined, argument: string): TensorHandle {
    return this.numbers(toNumbers(value, argument), argument);
  }

  optionalTensor(value: TensorLike | undefined, argument: string): TensorHandle | undefined {
    return value === undefined ? undefined : this.tensor(value, argument);
  }

  mask(value: MaskLike | undefined, argument: string): TensorHandle | undefined {
    return value === undefined ? undefined : this.numbers(toMask(value, argument), argument);
  }

  numbers({ shape, data }: Numbers, argument: string): TensorHandle {
    const handle = unwrap(this.#module.createTensor(shape, argument));
    this.#open.push(handle);
    // Read HEAPF32 after the allocation: growth replaces it.
    this.#module.HEAPF32.set(data, handle.address() / Float32Array.BYTES_PER_ELEMENT);
    return handle;
  }

  close(): void {
    for (const handle of this.#open) handle.delete();
    this.#open.length = 0;
  }
}

/** Runs a call with handles that are deleted when it is over, whichever way it ends. */
export function withHandles<T>(module: CoreModule, call: (handles: Handles) => T): T {
  const handles = new Handles(module);
  try {
    return call(handles);
  } finally {
    handles.close();
  }
}
