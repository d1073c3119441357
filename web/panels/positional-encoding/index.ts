/** Registers the panel; imported only for this side effect. */
export { PositionalEncodingElement } from './positional-encoding.js';
