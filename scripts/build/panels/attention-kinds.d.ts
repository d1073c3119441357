// The package's declaration of this panel; see ../element.d.ts.

/**
 * `<attention-kinds>`: encoder self-attention, masked decoder self-attention and cross-attention side by side, for
 * one pair of sentences.
 *
 * Attributes: `source`, `target`, `seed`, `lang`, `loading` (auto | lazy | eager).
 *
 * @fires load - the first numbers are available
 * @fires error - the engine could not be loaded
 */
export interface AttentionKindsElement extends HTMLElement {
  /** Resolves when the first numbers are available. */
  readonly ready: Promise<void>;
  /** The sentence that the encoder reads: 1 to 16 tokens. */
  source: string;
  /** The decoder's tokens so far, its start token included: 1 to 16 tokens. */
  target: string;
  /** The seed of the random matrices, 0 to 2³² − 1. */
  seed: number;
}

declare global {
  interface HTMLElementTagNameMap {
    'attention-kinds': AttentionKindsElement;
  }
}
