/** Registers the panel; imported only for this side effect. */
export { TokenGenerationElement } from './generate.js';
