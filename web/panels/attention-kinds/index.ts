/** Registers the panel; imported for that alone. */
export { AttentionKindsElement } from './attention-kinds.js';
