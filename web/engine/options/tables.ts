// The options of every function of the API but those that train (tables/training.ts), by subject. Choices are in the order of the
// core's own lists.

export * from './tables/files.js';
export * from './tables/generation.js';
export * from './tables/kernels.js';
export * from './tables/layers.js';
export * from './tables/loading.js';
export * from './tables/models.js';
export * from './tables/traces.js';
