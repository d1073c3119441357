// The package's declaration of this panel; see ../element.d.ts.

/**
 * `<token-generation>`: a small untrained Transformer that generates token by token, with the choice of each token,
 * its row of attention, and the cache of keys and values.
 *
 * Attributes: `lang`, `loading` (auto | lazy | eager).
 *
 * @fires load - the first numbers are available
 * @fires error - the engine could not be loaded
 */
export interface TokenGenerationElement extends HTMLElement {
  /** Resolves when the first numbers are available. */
  readonly ready: Promise<void>;
}

declare global {
  interface HTMLElementTagNameMap {
    'token-generation': TokenGenerationElement;
  }
}
