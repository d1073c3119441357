import { unwrap } from './errors.js';
import type { CoreModule, TensorHandle } from './module.js';
import type { ResidentTensor, Tensor } from './types.js';

// What the core reports of each result: src/bindings/tensors.cpp.
const fields = { handle: 0, data: 1, rank: 2, sizes: 3, all: 9 } as const;

/** One tensor of wasm memory, as the last report has it. */
export interface Place {
  handle: TensorHandle;
  /** Of its first number in HEAPF32. */
  first: number;
  shape: number[];
}

/** Reads what the core reports of the tensors that it made. */
export class Memory {
  readonly module: CoreModule;
  readonly #report: number;

  constructor(module: CoreModule) {
    this.module = module;
    this.#report = module.reportAddress() >>> 2;
  }

  /** The n-th result of the last call; handle 0 where there is none. */
  place(result = 0): Place {
    const { HEAP32 } = this.module;
    const from = this.#report + result * fields.all;
    const shape: number[] = [];
    const rank = HEAP32[from + fields.rank] ?? 0;
    for (let axis = 0; axis < rank; axis++) shape.push(HEAP32[from + fields.sizes + axis] ?? 0);
    // Addresses above 2 GB are negative in a signed word.
    return {
      handle: (HEAP32[from + fields.handle] ?? 0) >>> 0,
      first: (HEAP32[from + fields.data] ?? 0) >>> 2,
      shape,
    };
  }

  /** A handle that a call gave; throws its error where it gave none. */
  check(handle: TensorHandle): TensorHandle {
    return handle === 0 ? unwrap<never>(this.module.failure()) : handle;
  }

  /** The first result: the tensor that it went to, or a copy. */
  result(out: ResidentTensor | undefined): Tensor | ResidentTensor {
    if (!out) return this.take();
    this.module.deleteTensor(this.place().handle);
    return out;
  }

  /** A copy of the n-th result, whose handle is deleted: a view would be detached by growth. */
  take(result = 0): Tensor {
    const { handle, first, shape } = this.place(result);
    const count = shape.reduce((product, size) => product * size, 1);
    const data = this.module.HEAPF32.slice(first, first + count);
    this.module.deleteTensor(handle);
    return { shape, data };
  }
}
