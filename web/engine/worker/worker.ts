// The script of a worker: it serves the calls of loadWorker() with an engine of its own.

import type { Call, Message, Start } from './protocol.js';
import { Server } from './server.js';

interface WorkerScope {
  addEventListener(type: string, listener: (event: { data: Start | Call }) => void): void;
  postMessage(message: Message, transfer: Transferable[]): void;
}

const scope = globalThis as unknown as Partial<WorkerScope>;
// Outside a worker, as in Node, the import does nothing.
if (scope.addEventListener && scope.postMessage) serve(scope as WorkerScope);

function serve(scope: WorkerScope): void {
  const server = new Server((message, transfer) => scope.postMessage(message, transfer));
  scope.addEventListener('message', ({ data }) => void server.receive(data));
  scope.addEventListener('messageerror', () => server.refuse());
  scope.postMessage({ started: true }, []);
}
