/** Registers the panel; imported only for this side effect. */
export { AttentionKindsElement } from './attention-kinds.js';
