// The package's declaration of its element. Written by hand, so that users need not install the library
// that the element is built with; the build copies it beside the engine's own declarations.

import type { Trace } from './engine/index.js';

/**
 * `<attention-playground>`: walks through attention step by step.
 *
 * Attributes: `sentence` (one line per sentence of the batch), `memory`, `model` (attention |
 * encoder-decoder | encoder-only | decoder-only), `layers`, `heads`, `d-model`, `mask`, `seed`, `step`, `lang`, `hide`, `loading` (auto | lazy | eager), `sync-url`.
 *
 * @fires load - the first numbers are available
 * @fires error - a setting was refused, or the engine failed; the last good state stays
 * @fires progress - while the engine loads
 * @fires step-change - another step is shown
 * @fires cell-change - another cell is chosen
 */
export interface AttentionPlaygroundElement extends HTMLElement {
  /** Resolves when the first numbers are available. */
  readonly ready: Promise<unknown>;
  /** The recorded steps; undefined before `ready`. */
  readonly trace: Trace | undefined;
  /** Path of the current step. */
  step: string;
}

declare global {
  interface HTMLElementTagNameMap {
    'attention-playground': AttentionPlaygroundElement;
  }
}
