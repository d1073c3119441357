// The package's declaration of this panel; see ../element.d.ts.

/**
 * `<tiled-attention>`: attention tile by tile, with a running maximum and sum, beside the same layer computed at once.
 *
 * Attributes: `sentence`, `lang`, `loading` (auto | lazy | eager).
 *
 * @fires load - the first numbers are available
 * @fires error - the engine could not be loaded
 */
export interface TiledAttentionElement extends HTMLElement {
  /** Resolves when the first numbers are available. */
  readonly ready: Promise<void>;
  /** The initial sentence: at most 16 words. */
  sentence: string;
}

declare global {
  interface HTMLElementTagNameMap {
    'tiled-attention': TiledAttentionElement;
  }
}
