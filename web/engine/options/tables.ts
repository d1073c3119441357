// The options of every function of the API, by subject. Choices are in the order of the core's own lists.

export * from './tables/files.js';
export * from './tables/generation.js';
export * from './tables/kernels.js';
export * from './tables/layers.js';
export * from './tables/loading.js';
export * from './tables/models.js';
export * from './tables/traces.js';
export * from './tables/training.js';
