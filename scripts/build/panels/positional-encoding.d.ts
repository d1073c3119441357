// What the package says of this panel; see ../element.d.ts.

/**
 * `<positional-encoding>`: the sinusoidal positional encoding as a heat map, its waves, and the dot products of its
 * positions.
 *
 * Attributes: `length`, `d-model`, `lang`, `loading` (auto | lazy | eager).
 *
 * @fires load - the first numbers are there
 * @fires error - the engine could not be had
 */
export interface PositionalEncodingElement extends HTMLElement {
  /** Kept when the first numbers are there. */
  readonly ready: Promise<void>;
  /** How many positions, 1 to 512. */
  length: number;
  /** Width of a word vector, 2 to 1024. */
  dModel: number;
}

declare global {
  interface HTMLElementTagNameMap {
    'positional-encoding': PositionalEncodingElement;
  }
}
