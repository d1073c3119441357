import { describe, engineError, fail } from '../errors.js';
import { isOf, isPlain } from '../options/values.js';
import type { LoadOptions } from '../types/index.js';
import { makeHandle, RemoteHandle, type Caller, type RemoteIterator } from './handles.js';
import {
  buffersIn,
  putBack,
  takeOut,
  unsendable,
  type Call,
  type Message,
  type NewHandle,
  type Path,
  type Reply,
  type Start,
} from './protocol.js';
import { RemoteSequence, type Begun } from './sequence.js';
import type { CallOptions, Signal } from './types.js';

/** One end of the connection to an engine. */
export interface Port {
  post(message: Start | Call, transfer: ArrayBuffer[]): void;
  close(): void;
}

interface Pending {
  call: Call;
  resolve(result: unknown): void;
  reject(reason: unknown): void;
  /** Aborted while it ran: nobody waits for its result. */
  abandoned: boolean;
}

/**
 * The calls of one worker, and the handles it has given. A call is sent when the one before it has been answered, so
 * that one that is aborted while it waits is never run.
 */
export class Session implements Caller {
  readonly #waiting: Pending[] = [];
  #running: Pending | undefined;
  #port: Port | undefined;
  #open = false;
  #ended: string | undefined;
  readonly #onProgress: LoadOptions['onProgress'];
  readonly #handles = new Map<number, WeakRef<RemoteHandle>>();
  readonly #collected = new FinalizationRegistry<number>((id) => this.#release(id));

  constructor(onProgress: LoadOptions['onProgress']) {
    this.#onProgress = onProgress;
  }

  /** From now on its calls go to this port, which is closed when the session ends. */
  attach(port: Port): void {
    this.#port = port;
  }

  /** The port can be called: sends what waits. */
  open(load: LoadOptions): void {
    if (this.ended) return;
    this.#open = true;
    this.#port?.post({ load }, []);
    this.#sendNext();
  }

  /** Rejects what waits, and every later call. */
  end(how: string): void {
    if (this.#ended !== undefined) return;
    this.#ended = how;
    this.#port?.close();
    const left = [this.#running, ...this.#waiting.splice(0)];
    for (const pending of left) pending?.reject(this.#error());
  }

  get ended(): boolean {
    return this.#ended !== undefined;
  }

  #error(): Error {
    const record = { argument: 'worker', actual: this.#ended ?? '', expected: 'a worker in use' };
    return engineError({ code: 'disposed', ...record });
  }

  /** Copies the arguments at once: their owner may change them before they are sent. */
  async call(target: number, member: string, given: unknown[]): Promise<unknown> {
    const [args, { signal, transfer = [] }] = withoutOptions(given);
    signal?.throwIfAborted();
    if (this.#ended !== undefined) throw this.#error();
    const handles: [Path, number][] = [];
    for (const arg of args) if (isPlain(arg)) requireSendable(arg);
    const plain = sendable(member, () => {
      const taken = args.map((arg, i) =>
        takeOut(arg, (value) => this.#numberOf(value, member), handles, [i]),
      );
      return structuredClone(taken, { transfer });
    });
    const call = { target, member, handles, args: plain };
    return new Promise((resolve, reject) => {
      const pending: Pending = { call, resolve, reject, abandoned: false };
      this.#waiting.push(pending);
      if (signal) this.#watch(signal, pending);
      this.#sendNext();
    });
  }

  stream(target: number, member: string, given: unknown[]): RemoteSequence {
    return new RemoteSequence(this.#begin(target, member, given));
  }

  async #begin(target: number, member: string, given: unknown[]): Promise<Begun> {
    const [, { signal }] = withoutOptions(given);
    const iterator = (await this.call(target, member, given)) as RemoteIterator;
    return { iterator, signal };
  }

  #watch(signal: Signal, pending: Pending): void {
    const abort = () => {
      const place = this.#waiting.indexOf(pending);
      if (place >= 0) this.#waiting.splice(place, 1);
      pending.abandoned = true;
      pending.reject(signal.reason);
    };
    const { resolve, reject } = pending;
    const settled = <T>(settle: (value: T) => void) => {
      return (value: T) => {
        signal.removeEventListener('abort', abort);
        settle(value);
      };
    };
    pending.resolve = settled(resolve);
    pending.reject = settled(reject);
    signal.addEventListener('abort', abort);
  }

  #sendNext(): void {
    if (!this.#open || this.#running) return;
    this.#running = this.#waiting.shift();
    if (!this.#running) return;
    const { call } = this.#running;
    if (call.member === 'release' && this.#isHeld(call.target)) {
      this.#settle({});
      return;
    }
    try {
      sendable(call.member, () => {
        this.#port?.post(
          call,
          call.args.flatMap((arg) => buffersIn(arg)),
        );
      });
    } catch (error) {
      this.#running.reject(error);
      this.#running = undefined;
      this.#sendNext();
    }
  }

  receive(message: Message): void {
    if (this.ended) return;
    if ('reply' in message) this.#settle(message.reply);
    else if ('progress' in message) this.#onProgress?.(message.progress);
  }

  #settle({ result, handles = [], error, disposed = [] }: Reply): void {
    const pending = this.#running;
    this.#running = undefined;
    for (const id of disposed) {
      const handle = this.#handles.get(id)?.deref();
      if (handle) RemoteHandle.end(handle);
    }
    for (const [path, handle] of handles) {
      if (pending?.abandoned) this.#release(handle.id);
      else if (result) putBack(result, path, this.#handleOf(handle));
    }
    if (error) {
      const { record, name, message } = error;
      pending?.reject(record ? engineError(record) : Object.assign(new Error(message), { name }));
    } else pending?.resolve(result?.[0]);
    this.#sendNext();
  }

  /** The one handle of a number: `out` is the tensor that was given. */
  #handleOf(handle: NewHandle): RemoteHandle {
    const known = this.#handles.get(handle.id)?.deref();
    if (known) return known;
    const made = makeHandle(this, handle);
    this.#handles.set(handle.id, new WeakRef(made));
    this.#collected.register(made, handle.id);
    return made;
  }

  /** The number of a handle among the arguments. */
  #numberOf(value: object, member: string): number | undefined {
    const place = RemoteHandle.placeOf(value);
    if (place && place.session !== this) {
      fail('conflict', member, 'a handle of another worker', 'one that this worker made');
    }
    return place?.id;
  }

  /** Nobody holds the handle of this number any more, unless the same object is handed out again until it is sent. */
  #release(id: number): void {
    this.call(id, 'release', []).catch(() => undefined);
  }

  #isHeld(id: number): boolean {
    if (this.#handles.get(id)?.deref()) return true;
    this.#handles.delete(id);
    return false;
  }
}

/** Separates call options from the arguments: they stand in the last one, alone or among other options. */
function withoutOptions(given: unknown[]): [args: unknown[], options: CallOptions] {
  const last = given.at(-1);
  if (typeof last !== 'object' || last === null) return [given, {}];
  if (!('signal' in last || 'transfer' in last)) return [given, {}];
  const { signal, transfer, ...others } = last as Record<string, unknown>;
  if (signal !== undefined && !isOf('AbortSignal')(signal)) {
    fail('type', 'signal', describe(signal), 'an AbortSignal');
  }
  if (transfer !== undefined && !Array.isArray(transfer)) {
    fail('type', 'transfer', describe(transfer), 'a list of buffers');
  }
  const rest = Object.keys(others).length > 0 ? [others] : [];
  const options = { ...(signal !== undefined && { signal }), ...(transfer && { transfer }) };
  return [[...given.slice(0, -1), ...rest], options as CallOptions];
}

/**
 * Throws, naming the option, if one cannot be sent, or would arrive as an empty object: a Promise that nobody awaited, a
 * Response, a Map. Of an instance of a class only its own properties arrive.
 */
function requireSendable(options: object): void {
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    if (isSendable(value)) continue;
    const [, expected] = unsendable;
    fail('type', name, describe(value), expected);
  }
}

function isSendable(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) {
    return typeof value !== 'function' && typeof value !== 'symbol';
  }
  const isData = Array.isArray(value) || ArrayBuffer.isView(value) || isBuffer(value);
  return isData || isPlain(value) || isHandle(value) || Object.keys(value).length > 0;
}

/** Of any frame. */
const isBuffer = (value: object) => /ArrayBuffer\]$/.test(Object.prototype.toString.call(value));
const isHandle = (value: object) => RemoteHandle.placeOf(value) !== undefined;

/** Functions, promises and the like cannot be sent, nor what is nested too deeply for the stack: says so. */
function sendable<Value>(member: string, prepare: () => Value): Value {
  try {
    return prepare();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const refused = error instanceof DOMException && error.name === 'DataCloneError';
    // As V8 and WebKit, and as Firefox say it.
    if (!refused && !/call stack|too much recursion/i.test(error.message)) throw error;
    return fail('type', member, ...unsendable);
  }
}
