/** Registers the panels; imported only for this side effect. */
export { HeadUpdateElement } from './hand/head-update.js';
export { TrainingRunElement } from './training-run.js';
