// What the package says of this panel; see ../element.d.ts.

/**
 * `<attention-kinds>`: encoder self-attention, masked decoder self-attention and cross-attention beside each other, for
 * one pair of sentences.
 *
 * Attributes: `source`, `target`, `seed`, `lang`, `loading` (auto | lazy | eager).
 *
 * @fires load - the first numbers are there
 * @fires error - the engine could not be had
 */
export interface AttentionKindsElement extends HTMLElement {
  /** Kept when the first numbers are there. */
  readonly ready: Promise<void>;
  /** The sentence that the encoder reads: 1 to 16 tokens. */
  source: string;
  /** What the decoder has so far, its start token included: 1 to 16 tokens. */
  target: string;
  /** Of the random matrices, 0 to 2³² − 1. */
  seed: number;
}

declare global {
  interface HTMLElementTagNameMap {
    'attention-kinds': AttentionKindsElement;
  }
}
