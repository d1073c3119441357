import { changesTrace, undoable, type Patch, type PlaygroundState } from './state.js';

const TYPING_MS = 1500;
const LENGTH = 200;

/** What to bring back, the last change at the end. Typing on in the same field is one change. */
export class UndoList {
  private entries: Patch[] = [];
  private lastKeys = '';
  private lastTime = 0;

  get length(): number {
    return this.entries.length;
  }

  /** Notes a change, named by what was set, if it is one that undo can bring back. */
  note(before: PlaygroundState, after: PlaygroundState, keys: string): void {
    if (before.edits === after.edits && !changesTrace(before, after)) return;
    const now = Date.now();
    const typesOn = keys !== '' && keys === this.lastKeys && now - this.lastTime < TYPING_MS;
    this.lastKeys = keys;
    this.lastTime = now;
    if (typesOn && this.entries.length > 0) return;
    this.entries.push(undoable(before));
    if (this.entries.length > LENGTH) this.entries.shift();
  }

  pop(): Patch | undefined {
    this.lastKeys = '';
    return this.entries.pop();
  }

  clear(): void {
    this.entries = [];
    this.lastKeys = '';
  }
}
