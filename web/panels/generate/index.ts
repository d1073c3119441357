/** Registers the panel; imported for that alone. */
export { TokenGenerationElement } from './generate.js';
