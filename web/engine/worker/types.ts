// The API on another thread, derived from the types of the API itself.

import type {
  Address,
  AttentionPlayground,
  GeneratedToken,
  LoadOptions,
  ResidentTensor,
  TokenTrace,
  Trace,
  Trainer,
  Transformer,
} from '../types/index.js';

/** What is used of an `AbortSignal`, for programs without its type. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Options of any call through a worker. */
export interface CallOptions {
  /**
   * The promise rejects with the signal's reason at once. A call that waits is never run; one that runs cannot be
   * interrupted, and the worker is busy until it ends. Generation stops between two tokens.
   */
  signal?: Signal;
  /** Buffers of the arguments that are moved to the worker instead of copied, as in `postMessage`. */
  transfer?: ArrayBuffer[];
}

/** Why no worker could be started, and calls run on the page's thread. */
export interface WorkerFallback {
  /**
   * unsupported: there are no workers, as in Node. policy: the page's policy forbids it. script: the worker's script is
   * missing, is not served as JavaScript, or failed as it started. timeout: it did not start in time.
   */
  reason: 'unsupported' | 'policy' | 'script' | 'timeout';
  /** In English, for a console. */
  message: string;
}

export interface WorkerOptions extends LoadOptions {
  /** The address of `attention-playground/worker`, if a bundler or a host has put it elsewhere. */
  workerUrl?: Address;
  /** Milliseconds after which a worker that has not started is given up; 20,000 by default. */
  startTimeout?: number;
  /** Called when it turns out that no worker can be started: see `fallback`. */
  onFallback?: (fallback: WorkerFallback) => void;
}

/** Properties that change while their handle is in use, that compute, or that loading tells: through a worker they are promises. */
type Changing = 'simd' | 'steps' | 'edits' | 'cachedTokens' | 'updates' | 'trace';

type Callable = (...args: never[]) => unknown;

/** How a member is used through a worker. */
type WayOf<T, Name extends keyof T> = T[Name] extends (...args: never[]) => infer Result
  ? Result extends AsyncIterableIterator<unknown>
    ? 'stream'
    : 'call'
  : Name extends Changing
    ? 'read'
    : 'plain';

/** The members of an interface that cross to the worker: the compiler demands every one. */
export type Members<T> = {
  readonly [Name in Exclude<keyof T, symbol | 'dispose' | 'disposed'>]: WayOf<T, Name>;
};

/** A value with remote handles in place of local ones. */
export type Remote<T> = T extends number | Callable | ArrayBufferView | readonly unknown[]
  ? T
  : T extends AsyncIterableIterator<infer Token>
    ? AsyncIterableIterator<Remote<Token>>
    : T extends TokenTrace
      ? AsyncTokenTrace
      : T extends Trace
        ? AsyncTrace
        : T extends Transformer
          ? AsyncTransformer
          : T extends Trainer
            ? AsyncTrainer
            : T extends ResidentTensor
              ? AsyncResidentTensor
              : T extends GeneratedToken
                ? AsyncGeneratedToken
                : T extends object
                  ? { [Name in keyof T]: Remote<T[Name]> }
                  : T;

type RemoteList<Args extends unknown[]> = { [Place in keyof Args]: Remote<Args[Place]> };

/** The arguments before the first optional one. */
type Needed<Args extends unknown[]> = Args extends [infer First, ...infer Rest]
  ? [First, ...Needed<Rest>]
  : [];

/** The only argument of a call that takes its options by name. */
type Named<Args extends unknown[]> = Args extends [infer Options]
  ? Options extends string | ArrayLike<unknown> | Trace
    ? never
    : [options: Remote<Options> & CallOptions]
  : never;

/** Call options stand among the others, follow all arguments, or follow those that are not optional. */
type RemoteArguments<Args extends unknown[]> =
  | Named<Args>
  | [...RemoteList<Args>, options?: CallOptions]
  | [...RemoteList<Needed<Args>>, options: CallOptions];

type RemoteCall<Args extends unknown[], Result> = (
  ...args: RemoteArguments<Args>
) => Result extends AsyncIterableIterator<unknown> ? Remote<Result> : Promise<Remote<Result>>;

/** All overloads of a call: with and without `out`, and of both with and without weights; or its only signature. */
type RemoteMethod<Method> = Method extends {
  (...args: infer A): infer AResult;
  (...args: infer B): infer BResult;
  (...args: infer C): infer CResult;
  (...args: infer D): infer DResult;
}
  ? RemoteCall<A, AResult> &
      RemoteCall<B, BResult> &
      RemoteCall<C, CResult> &
      RemoteCall<D, DResult>
  : RemotePair<Method>;

type RemotePair<Method> = Method extends {
  (...args: infer Args): infer Result;
  (...args: infer LastArgs): infer LastResult;
}
  ? RemoteCall<Args, Result> & RemoteCall<LastArgs, LastResult>
  : Method extends (...args: infer Args) => infer Result
    ? RemoteCall<Args, Result>
    : never;

/** Methods and changing properties are promises, all others plain values. */
type RemoteHandle<T> = {
  [Name in keyof T]: Name extends typeof Symbol.dispose
    ? () => void
    : Name extends 'dispose'
      ? () => Promise<void>
      : WayOf<T, Name> extends 'read'
        ? Promise<Remote<T[Name]>>
        : WayOf<T, Name> extends 'plain'
          ? T[Name]
          : RemoteMethod<T[Name]>;
};

export interface AsyncResidentTensor extends RemoteHandle<ResidentTensor> {}
export interface AsyncTrace extends RemoteHandle<Trace> {}
export interface AsyncTokenTrace extends RemoteHandle<TokenTrace> {}
export interface AsyncTrainer extends RemoteHandle<Trainer> {}
export interface AsyncTransformer extends RemoteHandle<Transformer> {}
export interface AsyncGeneratedToken extends RemoteHandle<GeneratedToken> {}

/** The engine in a worker, or where none can be started on this thread. */
export interface AsyncAttentionPlayground extends RemoteHandle<AttentionPlayground> {
  /**
   * Resolves when the engine is loaded, in a worker or on this thread; reading it starts loading, as the first call
   * does. Rejects if the engine cannot be loaded; the next call tries again.
   */
  readonly ready: Promise<void>;
  /** Why calls run on this thread; undefined while they run in a worker, or before that is known: see `ready`. */
  readonly fallback: WorkerFallback | undefined;
  /** Ends the worker at once. What was waiting, and every later call, rejects with code `disposed`. */
  terminate(): void;
  [Symbol.dispose](): void;
}
