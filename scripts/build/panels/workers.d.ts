// The package's declaration of this panel; see ../element.d.ts.

/**
 * `<head-workers>`: the heads of a layer on several workers, beside the same layer on one.
 *
 * Attributes: `sentence`, `lang`, `loading` (auto | lazy | eager).
 *
 * @fires load - the first numbers are available
 * @fires error - the engine could not be loaded
 */
export interface HeadWorkersElement extends HTMLElement {
  /** Resolves when the first numbers are available. */
  readonly ready: Promise<void>;
  /** The initial sentence: at most 16 words. */
  sentence: string;
}

declare global {
  interface HTMLElementTagNameMap {
    'head-workers': HeadWorkersElement;
  }
}
