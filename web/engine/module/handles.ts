import { describe, fail } from '../errors.js';
import type { PlacedFault } from '../traces/faults.js';
import type { Memory } from './memory.js';
import type { TensorSpan, RequestHandle, TensorHandle } from './core-module.js';
import { Resident } from '../calls/resident.js';
import { toKept, toMask, toNumbers, type Numbers } from '../tensors.js';
import type { MaskLike, TensorLike } from '../types/index.js';

/** A tensor handle as an option of a request. */
export class Given {
  constructor(readonly handle: TensorHandle) {}
}

/** A tensor given to a call. */
export interface Operand {
  handle: TensorHandle;
  shape: readonly number[];
}

type Option = Given | number | boolean | undefined;

/** Tensors and options in wasm memory for the duration of one call. */
export class Handles {
  readonly memory: Memory;
  readonly #copying: boolean;
  readonly #places: TensorSpan[] = [];
  readonly #residents: Resident[] = [];
  readonly #requests: RequestHandle[] = [];
  readonly #given = new Map<string, unknown>();

  /** `copying` copies resident tensors too: for calls after which the core keeps tensors, as a trace does. */
  constructor(memory: Memory, copying = false) {
    this.memory = memory;
    this.#copying = copying;
  }

  /** The handle of a resident tensor itself, of a copy of any other. */
  tensor(value: TensorLike | undefined, argument: string): TensorHandle {
    return this.operand(value, argument).handle;
  }

  /** The same, with its shape. */
  operand(value: TensorLike | undefined, argument: string): Operand {
    if (this.#staysOf(value)) return { handle: this.#hold(value, argument), shape: value.shape };
    const numbers = toNumbers(value, argument);
    return { handle: this.numbers(numbers, argument), shape: numbers.shape };
  }

  /** The same for a weight: a resident one is packed once, for all later calls. */
  weight(value: TensorLike | undefined, argument: string): TensorHandle {
    const handle = this.tensor(value, argument);
    if (this.#staysOf(value) && value.shape.length === 2) this.memory.module.packTensor(handle);
    return handle;
  }

  /** The same; 0 if no tensor is given. */
  optional(value: TensorLike | undefined, argument: string): TensorHandle {
    return value === undefined ? 0 : this.tensor(value, argument);
  }

  mask(value: MaskLike | undefined, argument: string): TensorHandle {
    if (value === undefined) return 0;
    if (this.#staysOf(value)) return this.#hold(value, argument);
    return this.numbers(toMask(value, argument), argument);
  }

  /** A mask of dropout, 1 for what is kept; 0 if none is given. */
  kept(value: MaskLike | undefined, argument: string): TensorHandle {
    if (value === undefined) return 0;
    if (this.#staysOf(value)) return this.#hold(value, argument);
    return this.numbers(toKept(value, argument), argument);
  }

  /** Where a result goes: 0 for a new tensor. Called after all inputs, as `out` must not be one of them. */
  out(value: unknown): TensorHandle {
    if (value === undefined) return 0;
    if (!Resident.is(value)) {
      fail('type', 'out', describe(value), 'a resident tensor: ap.tensor(shape)');
    }
    const input = this.#residents.includes(value);
    const handle = this.#hold(value, 'out');
    if (input) fail('conflict', 'out', 'an input of the same call', 'another tensor');
    return handle;
  }

  /** The same for a parameter, which is a step of its trace: no copy of it is remembered. */
  parameter(value: TensorLike, path: string): TensorHandle {
    if (this.#staysOf(value)) return this.#hold(value, path);
    return this.#write(toNumbers(value, path), path).handle;
  }

  numbers(numbers: Numbers, argument: string): TensorHandle {
    const place = this.#write(numbers, argument);
    if (this.#copying) {
      this.remember(argument, { shape: [...numbers.shape], data: this.memory.copy(place) });
    }
    return place.handle;
  }

  #write({ shape, data }: Numbers, argument: string): TensorSpan {
    const place = this.borrow(shape, argument);
    // Read HEAPF32 after the allocation: growth replaces it.
    this.memory.module.HEAPF32.set(data, place.first);
    return place;
  }

  /** Keeps what was given as an argument, for the record of a trace; a later value takes the place of an earlier one. */
  remember(argument: string, value: unknown): void {
    this.#given.set(argument, value);
  }

  /** What was given as these arguments, where it was: copies, as the caller's own may change. */
  given(names: readonly string[]): Record<string, unknown> {
    return Object.fromEntries(
      names.filter((name) => this.#given.has(name)).map((name) => [name, this.#given.get(name)]),
    );
  }

  /** An uninitialised tensor for the duration of the call. */
  borrow(shape: readonly number[], argument: string): TensorSpan {
    const place = this.memory.borrow(shape, argument);
    this.#places.push(place);
    return place;
  }

  /** All options of one call, by name; undefined options and handles of 0 are left out. */
  request(
    options: Record<string, Option>,
    tokens: readonly string[] = [],
    faults: readonly PlacedFault[] = [],
  ): RequestHandle {
    const letters = [...tokens, ...faults.map(({ at }) => at)].reduce(
      (sum, text) => sum + text.length,
      0,
    );
    const names = Object.keys(options).length + tokens.length + faults.length;
    this.memory.requireRoomForTexts(names, letters);
    const request = new this.memory.module.Request();
    this.#requests.push(request);
    for (const [name, option] of Object.entries(options)) {
      if (option instanceof Given) {
        if (option.handle !== 0) request.setTensor(name, option.handle);
      } else if (option !== undefined) request.setNumber(name, Number(option));
    }
    for (const token of tokens) request.addToken(token);
    for (const { fault, at } of faults) request.addFault(fault, at);
    return request;
  }

  /** Whether it is a resident tensor that is used without a copy. */
  #staysOf(value: unknown): value is Resident {
    return !this.#copying && Resident.is(value);
  }

  #hold(tensor: Resident, argument: string): TensorHandle {
    const handle = tensor.hold(this.memory, argument);
    this.#residents.push(tensor);
    return handle;
  }

  close(): void {
    for (const place of this.#places) {
      // The core may keep this tensor, so no other call may write into it.
      if (this.#copying) this.memory.module.deleteTensor(place.handle);
      else this.memory.giveBack(place);
    }
    for (const tensor of this.#residents) tensor.letGo();
    for (const request of this.#requests) request.delete();
  }
}

/** Makes the only owner of a handle; if that fails, the handle is deleted. */
export function ownerOf<T>(handle: { delete(): void }, make: () => T): T {
  try {
    return make();
  } catch (error) {
    handle.delete();
    throw error;
  }
}

/** Runs a call with handles that are deleted when it returns or throws. */
export function withHandles<T>(memory: Memory, call: (handles: Handles) => T, copying = false): T {
  const handles = new Handles(memory, copying);
  try {
    return call(handles);
  } finally {
    handles.close();
  }
}
