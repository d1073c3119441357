/** Registers the panel; imported only for this side effect. */
export { TrainingRunElement } from './training-run.js';
