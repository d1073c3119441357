/** Registers the panel; imported only for this side effect. */
export { AttentionTraceElement } from './attention-trace.js';
