/** Registers the panel; imported for that alone. */
export { PositionalEncodingElement } from './positional-encoding.js';
