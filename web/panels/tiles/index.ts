/** Registers the panel; imported for that alone. */
export { TiledAttentionElement } from './tiled-attention.js';
