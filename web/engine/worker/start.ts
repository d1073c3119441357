import { addressOf, textOf } from '../module/compile.js';
import type { Address, LoadOptions } from '../types/index.js';
import type { Message } from './protocol.js';
import { Server } from './server.js';
import type { Session } from './session.js';
import type { Read } from '../options/option.js';
import type { loadWorker } from '../options/tables.js';
import type { WorkerFallback, WorkerOptions } from './types.js';

/** The options of a worker, with defaults. */
export type ReadWorkerOptions = Read<WorkerOptions, typeof loadWorker>;

/** Starts a worker for a session; if that fails, says why and serves the session on this thread. */
export function connect(
  session: Session,
  options: ReadWorkerOptions,
  onFallback: (fallback: WorkerFallback) => void,
): void {
  const load = loadOptions(options);
  const onThisThread = (fallback: WorkerFallback) => {
    if (session.ended) return;
    onFallback(fallback);
    const server = new Server((message) => session.receive(message));
    session.attach({
      post: (message) => void server.receive(message),
      close: () => server.close(),
    });
    session.open(load);
  };
  if (typeof Worker === 'undefined') {
    return onThisThread({ reason: 'unsupported', message: 'There are no workers here.' });
  }

  const attempt = new Attempt(options.workerUrl);
  const failed = (problem: string) => void attempt.explain(problem).then(onThisThread);
  let worker: Worker;
  try {
    worker = attempt.start();
  } catch (error) {
    return failed(String(error));
  }
  let state: 'starting' | 'started' | 'failed' = 'starting';
  const limit = options.startTimeout;
  const timer = setTimeout(() => {
    const message = `The worker had not started after ${limit} ms.`;
    giveUp(() => onThisThread({ reason: 'timeout', message }));
  }, limit);
  const close = () => {
    clearTimeout(timer);
    attempt.end();
    worker.terminate();
  };
  const giveUp = (fallBack: () => void) => {
    state = 'failed';
    close();
    fallBack();
  };
  session.attach({ post: (message, transfer) => worker.postMessage(message, transfer), close });
  worker.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (state === 'starting') {
      state = 'started';
      clearTimeout(timer);
      attempt.end();
      session.open(load);
    }
    session.receive(data);
  });
  worker.addEventListener('error', ({ message }: Partial<ErrorEvent>) => {
    if (state === 'starting') giveUp(() => failed(message ?? ''));
    else if (state === 'started') session.end(`crashed (${message ?? 'without a message'})`);
  });
  worker.addEventListener('messageerror', () => session.end('crashed (its reply is unreadable)'));
}

/** What can be sent. The worker has another base address than the page. */
function loadOptions(options: ReadWorkerOptions): LoadOptions {
  const { wasmUrl, wasmModule, wasmBinary, training, simd } = options;
  return {
    ...(wasmUrl === undefined ? {} : { wasmUrl: pageAddress(wasmUrl, 'wasmUrl') }),
    wasmModule,
    wasmBinary,
    training,
    simd,
  };
}

/** An address that means the same elsewhere; without a page it stays as it is. */
function pageAddress(url: Address, argument: string): string {
  return typeof document === 'undefined' ? textOf(url) : addressOf(url, argument);
}

/** One attempt to start a worker. */
class Attempt {
  /** The script's address, if a bundler has no say in it. */
  readonly #address: string | undefined;
  #blob: string | undefined;
  #violated = '';
  readonly #onViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (/^(worker-src|require-trusted-types)/.test(effectiveDirective)) {
      this.#violated = effectiveDirective;
    }
  };

  constructor(workerUrl: Address | undefined) {
    this.#address =
      workerUrl === undefined ? foreignAddress() : pageAddress(workerUrl, 'workerUrl');
    globalThis.document?.addEventListener('securitypolicyviolation', this.#onViolation);
  }

  start(): Worker {
    if (this.#address === undefined) {
      // Bundlers find the worker only by this literal expression.
      return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    }
    if (!isForeign(this.#address)) return new Worker(this.#address, { type: 'module' });
    // A worker must come from the page's own origin, so these few bytes import the real one.
    const source = [`import ${JSON.stringify(this.#address)};`];
    this.#blob = URL.createObjectURL(new Blob(source, { type: 'text/javascript' }));
    return new Worker(this.#blob, { type: 'module' });
  }

  /** Started, or given up. */
  end(): void {
    globalThis.document?.removeEventListener('securitypolicyviolation', this.#onViolation);
    if (this.#blob !== undefined) URL.revokeObjectURL(this.#blob);
  }

  /** A browser tells little about a script that it could not load: `problem` may be empty. */
  async explain(problem: string): Promise<WorkerFallback> {
    globalThis.document?.addEventListener('securitypolicyviolation', this.#onViolation);
    const found = problem || (await this.#loadingProblem());
    // A violation of the policy is reported in a task of its own.
    await new Promise((resolve) => setTimeout(resolve));
    this.end();
    if (this.#violated) {
      return { reason: 'policy', message: `The page's policy forbids it: ${this.#violated}.` };
    }
    return { reason: 'script', message: `The worker's script cannot be used: ${found}.` };
  }

  async #loadingProblem(): Promise<string> {
    const unknown =
      'it is missing, is not served as JavaScript, has an error of syntax, or imports what is missing';
    if (this.#address === undefined) return unknown;
    try {
      const { ok, status, headers } = await fetch(this.#address, { method: 'HEAD' });
      if (!ok) return `${this.#address}: ${status}`;
      const type = headers.get('content-type') ?? 'no type';
      if (!/javascript/.test(type)) return `${this.#address} is served as ${type}`;
    } catch {
      // The network, or a policy about connections: nothing more can be said.
    }
    return unknown;
  }
}

function isForeign(address: string): boolean {
  return typeof location !== 'undefined' && new URL(address).origin !== location.origin;
}

/** The script's address if this module comes from another host; a variable keeps bundlers from making it an asset. */
function foreignAddress(): string | undefined {
  // A bundle that is no module has none.
  const here = (import.meta as Partial<ImportMeta>).url;
  const name = './worker.js';
  return here?.startsWith('http') && isForeign(here) ? new URL(name, here).href : undefined;
}
