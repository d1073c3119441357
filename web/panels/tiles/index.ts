/** Registers the panel; imported only for this side effect. */
export { TiledAttentionElement } from './tiled-attention.js';
