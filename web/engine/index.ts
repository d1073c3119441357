export { load } from './load.js';
export { loadWorker, type AsyncAttentionPlayground } from './worker-client.js';
export { isEngineError, type EngineError } from './errors.js';
export { paddingToken } from './tokens.js';
export type * from './types.js';
