// What the package says of this panel; see ../element.d.ts.

/**
 * `<tiled-attention>`: attention tile by tile, with a running maximum and sum, beside the same layer computed at once.
 *
 * Attributes: `sentence`, `lang`, `loading` (auto | lazy | eager).
 *
 * @fires load - the first numbers are there
 * @fires error - the engine could not be had
 */
export interface TiledAttentionElement extends HTMLElement {
  /** Kept when the first numbers are there. */
  readonly ready: Promise<void>;
  /** What is looked at first: at most 16 words. */
  sentence: string;
}

declare global {
  interface HTMLElementTagNameMap {
    'tiled-attention': TiledAttentionElement;
  }
}
