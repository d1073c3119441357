import { fieldEnd, unwrap } from './errors.js';
import type { CoreModule, RequestHandle, TensorHandle } from './module.js';
import { toMask, toNumbers, type Numbers } from './tensors.js';
import type { MaskLike, TensorLike } from './types.js';

type Option = TensorHandle | number | boolean | undefined;

/** Tensors and options in wasm memory for the length of one call. */
export class Handles {
  readonly #module: CoreModule;
  readonly #open: { delete(): void }[] = [];

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
    const handle = this.#create(shape, argument);
    this.#open.push(handle);
    // Read HEAPF32 after the allocation: growth replaces it.
    this.#module.HEAPF32.set(data, handle.address() / Float32Array.BYTES_PER_ELEMENT);
    return handle;
  }

  /** Everything that one call is given, by name; what is undefined is left out. */
  request(options: Record<string, Option>, tokens: readonly string[] = []): RequestHandle {
    const request = new this.#module.Request();
    this.#open.push(request);
    for (const [name, option] of Object.entries(options)) {
      if (typeof option === 'object') request.setTensor(name, option);
      else if (option !== undefined) request.setNumber(name, Number(option));
    }
    for (const token of tokens) request.addToken(token);
    return request;
  }

  /** The core knows the tensor by its shape only; here is its name. */
  #create(shape: readonly number[], argument: string): TensorHandle {
    const handle = this.#module.createTensor(shape);
    if (typeof handle !== 'string') return handle;
    const [code, , actual, expected] = handle.split(fieldEnd);
    return unwrap<TensorHandle>([code, argument, actual, expected].join(fieldEnd));
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
