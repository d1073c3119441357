export { load } from './module/load.js';
export { loadWorker } from './worker/client.js';
export type {
  AsyncAttentionPlayground,
  AsyncGeneratedToken,
  AsyncResidentTensor,
  AsyncTokenTrace,
  AsyncTrace,
  AsyncTransformer,
  CallOptions,
  Signal,
  WorkerFallback,
  WorkerOptions,
} from './worker/types.js';
export { isEngineError, type EngineError } from './errors.js';
export { paddingToken } from './models/tokens.js';
export type * from './types/index.js';
