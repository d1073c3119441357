// The package's declaration of this panel; see ../element.d.ts.

/**
 * `<scaling-study>`: why scores are divided by √d_k, measured on random queries and keys of growing width.
 *
 * Attributes: `d-k`, `keys`, `seed`, `lang`, `loading` (auto | lazy | eager).
 *
 * @fires load - the first numbers are available
 * @fires error - the engine could not be loaded
 */
export interface ScalingStudyElement extends HTMLElement {
  /** Resolves when the first numbers are available. */
  readonly ready: Promise<void>;
  /** Width of the vectors: a power of two from 1 to 1024. */
  dK: number;
  /** Number of keys, 2 to 64. */
  keys: number;
  /** The seed of the random vectors, 0 to 2³² − 1. */
  seed: number;
}

declare global {
  interface HTMLElementTagNameMap {
    'scaling-study': ScalingStudyElement;
  }
}
