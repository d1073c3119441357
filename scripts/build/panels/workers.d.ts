// What the package says of this panel; see ../element.d.ts.

/**
 * `<head-workers>`: the heads of a layer on several workers, beside the same layer on one.
 *
 * Attributes: `sentence`, `lang`, `loading` (auto | lazy | eager).
 *
 * @fires load - the first numbers are there
 * @fires error - the engine could not be had
 */
export interface HeadWorkersElement extends HTMLElement {
  /** Kept when the first numbers are there. */
  readonly ready: Promise<void>;
  /** What is looked at first: at most 16 words. */
  sentence: string;
}

declare global {
  interface HTMLElementTagNameMap {
    'head-workers': HeadWorkersElement;
  }
}
