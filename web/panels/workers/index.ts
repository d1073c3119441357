/** Registers the panel; imported only for this side effect. */
export { HeadWorkersElement } from './head-workers.js';
