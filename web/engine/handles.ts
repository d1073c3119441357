import { describe, fail } from './errors.js';
import type { Memory, Place } from './memory.js';
import type { RequestHandle, TensorHandle } from './module.js';
import { Resident } from './resident.js';
import { toMask, toNumbers, type Numbers } from './tensors.js';
import type { MaskLike, TensorLike } from './types.js';

/** A handle among the options of a request. */
export class Given {
  constructor(readonly handle: TensorHandle) {}
}

type Option = Given | number | boolean | undefined;

/** Tensors and options in wasm memory for the length of one call. */
export class Handles {
  readonly memory: Memory;
  readonly #copying: boolean;
  readonly #places: Place[] = [];
  readonly #residents: TensorHandle[] = [];
  readonly #requests: RequestHandle[] = [];

  /** With `copying` the core may hold on to every tensor, as a trace does: resident ones are copied too. */
  constructor(memory: Memory, copying = false) {
    this.memory = memory;
    this.#copying = copying;
  }

  /** A resident tensor as it is, any other copied. */
  tensor(value: TensorLike | undefined, argument: string): TensorHandle {
    const resident = this.#resident(value, argument);
    return resident !== 0 ? resident : this.numbers(toNumbers(value, argument), argument);
  }

  /** The same for a weight: a resident one is packed, once, for all calls to come. */
  weight(value: TensorLike | undefined, argument: string): TensorHandle {
    const handle = this.tensor(value, argument);
    const stays = value instanceof Resident && !this.#copying;
    if (stays && value.shape.length === 2) this.memory.module.packTensor(handle);
    return handle;
  }

  /** 0 where nothing is given. */
  optional(value: TensorLike | undefined, argument: string): TensorHandle {
    return value === undefined ? 0 : this.tensor(value, argument);
  }

  mask(value: MaskLike | undefined, argument: string): TensorHandle {
    if (value === undefined) return 0;
    const resident = this.#resident(value, argument);
    return resident !== 0 ? resident : this.numbers(toMask(value, argument), argument);
  }

  /** Where a result goes: 0 for a new tensor. Asked for after all inputs, of which it may be none. */
  out(value: unknown): TensorHandle {
    if (value === undefined) return 0;
    if (!(value instanceof Resident)) {
      fail('type', 'out', describe(value), 'a resident tensor: ap.tensor(shape)');
    }
    const handle = value.handleFor(this.memory, 'out');
    if (this.#residents.includes(handle)) {
      fail('conflict', 'out', 'an input of the same call', 'another tensor');
    }
    return handle;
  }

  numbers({ shape, data }: Numbers, argument: string): TensorHandle {
    const place = this.borrow(shape, argument);
    // Read HEAPF32 after the allocation: growth replaces it.
    this.memory.module.HEAPF32.set(data, place.first);
    return place.handle;
  }

  /** A tensor for the length of the call, not initialised. */
  borrow(shape: readonly number[], argument: string): Place {
    const place = this.memory.borrow(shape, argument);
    this.#places.push(place);
    return place;
  }

  /** Everything that one call is given, by name; what is undefined or 0 is left out. */
  request(options: Record<string, Option>, tokens: readonly string[] = []): RequestHandle {
    const request = new this.memory.module.Request();
    this.#requests.push(request);
    for (const [name, option] of Object.entries(options)) {
      if (option instanceof Given) {
        if (option.handle !== 0) request.setTensor(name, option.handle);
      } else if (option !== undefined) request.setNumber(name, Number(option));
    }
    for (const token of tokens) request.addToken(token);
    return request;
  }

  /** The handle of a resident tensor that is used as it is, 0 for what has to be copied. */
  #resident(value: unknown, argument: string): TensorHandle {
    if (!(value instanceof Resident) || this.#copying) return 0;
    const handle = value.handleFor(this.memory, argument);
    this.#residents.push(handle);
    return handle;
  }

  close(): void {
    for (const place of this.#places) {
      // What the core holds on to is not for other calls to write into.
      if (this.#copying) this.memory.module.deleteTensor(place.handle);
      else this.memory.giveBack(place);
    }
    for (const request of this.#requests) request.delete();
  }
}

/** Runs a call with handles that are deleted when it is over, whichever way it ends. */
export function withHandles<T>(memory: Memory, call: (handles: Handles) => T, copying = false): T {
  const handles = new Handles(memory, copying);
  try {
    return call(handles);
  } finally {
    handles.close();
  }
}
