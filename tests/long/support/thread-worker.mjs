// A browser's Worker on a thread of Node, as far as loadWorker() uses one.

import { Worker as Thread } from 'node:worker_threads';

const prelude = (url) => `
  const { parentPort } = require('node:worker_threads');
  globalThis.postMessage = (message, transfer) => parentPort.postMessage(message, transfer);
  const early = [];
  const listeners = [(event) => early.push(event)];
  globalThis.addEventListener = (type, listener) => {
    if (type !== 'message') return;
    listeners[0] = listener;
    early.splice(0).forEach(listener);
  };
  parentPort.on('message', (data) => listeners[0]({ data }));
  import(${JSON.stringify(url)});
`;

export class ThreadWorker extends EventTarget {
  #thread;

  constructor(url) {
    super();
    this.#thread = new Thread(prelude(String(url)), { eval: true });
    this.#thread.unref();
    this.#thread.on('message', (data) => this.#dispatch('message', { data }));
    this.#thread.on('messageerror', () => this.#dispatch('messageerror', {}));
    this.#thread.on('error', (error) => this.#dispatch('error', { message: error.message }));
  }

  #dispatch(type, fields) {
    this.dispatchEvent(Object.assign(new Event(type), fields));
  }

  postMessage(message, transfer) {
    this.#thread.postMessage(message, transfer);
  }

  terminate() {
    this.#thread.terminate();
  }
}
