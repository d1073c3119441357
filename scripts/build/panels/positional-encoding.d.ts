// The package's declaration of this panel; see ../element.d.ts.

/**
 * `<positional-encoding>`: the sinusoidal positional encoding as a heat map, its waves, and the dot products of its
 * positions.
 *
 * Attributes: `length`, `d-model`, `lang`, `loading` (auto | lazy | eager).
 *
 * @fires load - the first numbers are available
 * @fires error - the engine could not be loaded
 */
export interface PositionalEncodingElement extends HTMLElement {
  /** Resolves when the first numbers are available. */
  readonly ready: Promise<void>;
  /** Number of positions, 1 to 512. */
  length: number;
  /** Width of a word vector, 2 to 1024. */
  dModel: number;
}

declare global {
  interface HTMLElementTagNameMap {
    'positional-encoding': PositionalEncodingElement;
  }
}
