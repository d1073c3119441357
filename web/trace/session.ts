import { signal } from '@preact/signals-core';
import type { CellRef } from './cells.js';
import { History } from './history.js';

/** The cells from which operands were opened in the proof, the latest last, and the step that it shows since. */
export interface Trail {
  from: readonly { step: string; cell: CellRef }[];
  at: string;
}

export const NO_TRAIL: Trail = { from: [], at: '' };

/**
 * What belongs to a visit and not to the state: it is in no address and no saved state, but goes on when the language
 * changes, even where that is another page of the site.
 */
export class Session<Undoable> {
  readonly history = new History<Undoable>();
  readonly trail = signal(NO_TRAIL);
  /** Blocks of the map that are unfolded; at first none, as in the well-known figure. */
  readonly unfolded = signal<ReadonlySet<string>>(new Set());

  /** Goes on where another one stopped. */
  adopt(other: Session<Undoable>): void {
    this.history.adopt(other.history);
    this.trail.value = other.trail.peek();
    this.unfolded.value = other.unfolded.peek();
  }
}
