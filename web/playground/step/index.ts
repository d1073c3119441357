/** Registers one figure alone; imported only for this side effect. */
export { AttentionStepElement } from './attention-step.js';
