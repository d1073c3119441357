// What the package says of its element. Written by hand, so that its users need not install the library
// that the element is made with; the build copies it beside the engine's own declarations.

import type { Trace } from './engine/index.js';

/**
 * `<attention-playground>`: walks through attention step by step.
 *
 * Attributes: `sentence` (one line a sentence of the batch), `memory`, `model` (attention |
 * encoder-decoder | encoder-only | decoder-only), `layers`, `heads`, `d-model`, `mask`, `seed`, `step`, `lang`, `hide`, `loading` (auto | lazy | eager), `sync-url`.
 *
 * @fires load - the numbers are there
 * @fires error - they could not be had; the last good state stays
 * @fires progress - while the engine loads
 * @fires step-change - another step is shown
 * @fires cell-change - another cell is chosen
 */
export interface AttentionPlaygroundElement extends HTMLElement {
  /** Kept when the first numbers are there. */
  readonly ready: Promise<unknown>;
  /** The recorded steps; nothing before `ready`. */
  readonly trace: Trace | undefined;
  /** Path of the step that is shown. */
  step: string;
}

declare global {
  interface HTMLElementTagNameMap {
    'attention-playground': AttentionPlaygroundElement;
  }
}
