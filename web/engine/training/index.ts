// The calls that only an engine for training has: fetched with its module.

export { taskOf } from './tasks.js';
export { trainer } from './trainer.js';
