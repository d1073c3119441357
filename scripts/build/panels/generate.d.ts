// What the package says of this panel; see ../element.d.ts.

/**
 * `<token-generation>`: a small untrained Transformer that generates token by token, with the choice of each token,
 * its row of attention, and the cache of keys and values.
 *
 * Attributes: `lang`, `loading` (auto | lazy | eager).
 *
 * @fires load - the first numbers are there
 * @fires error - the engine could not be had
 */
export interface TokenGenerationElement extends HTMLElement {
  /** Kept when the first numbers are there. */
  readonly ready: Promise<void>;
}

declare global {
  interface HTMLElementTagNameMap {
    'token-generation': TokenGenerationElement;
  }
}
