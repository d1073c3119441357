/** Registers every element of the playground; imported only for this side effect. */
export { AttentionPlaygroundElement } from './attention-playground.js';
