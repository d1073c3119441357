import { changesTrace, undoable, type Patch, type PlaygroundState } from './state.js';

const TYPING_MS = 1500;
const LENGTH = 200;

/** The states to restore, the latest last. Continued typing in one field is one change. */
export class UndoList {
  private entries: Patch[] = [];
  private lastKeys = '';
  private lastTime = 0;

  get length(): number {
    return this.entries.length;
  }

  /** Records a change, named by the keys that were set, if undo can restore it. */
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
