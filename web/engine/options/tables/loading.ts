// The options that load the module, on the page or in a worker.

import type { LoadOptions } from '../../types/index.js';
import type { WorkerOptions } from '../../worker/types.js';
import type { TableOf } from '../option.js';
import { isOf } from '../values.js';
import { off } from './entries.js';

const address = { kind: 'hosted', is: isOf('String', 'URL'), accepted: 'an address' } as const;

export const load = {
  wasmUrl: address,
  wasmModule: {
    kind: 'hosted',
    is: isOf('WebAssembly.Module'),
    accepted: 'a WebAssembly.Module',
  },
  wasmBinary: {
    kind: 'hosted',
    is: isOf('ArrayBuffer', 'Uint8Array'),
    accepted: 'an ArrayBuffer or a Uint8Array',
  },
  training: off,
  simd: { kind: 'choice', of: ['strict', 'relaxed'], default: 'strict' },
  onProgress: { kind: 'callback' },
} as const satisfies TableOf<LoadOptions>;

export const loadWorker = {
  ...load,
  workerUrl: address,
  startTimeout: {
    kind: 'real',
    fits: (milliseconds: number) => milliseconds >= 0,
    accepted: 'milliseconds',
    default: 20_000,
  },
  onFallback: { kind: 'callback' },
} as const satisfies TableOf<WorkerOptions>;
