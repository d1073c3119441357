/** Registers the panel; imported for that alone. */
export { HeadWorkersElement } from './head-workers.js';
