/** Registers every element of the playground; imported for that alone. */
export { AttentionPlaygroundElement } from './attention-playground.js';
