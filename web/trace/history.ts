import { computed, signal } from '@preact/signals-core';

const TYPING_MS = 1500;
const LENGTH = 200;

/** What undo and redo restore, the latest last. Continued typing in one field is one change. */
export class History<Entry> {
  private readonly past = signal<readonly Entry[]>([]);
  private readonly future = signal<readonly Entry[]>([]);
  private readonly both = computed(() => [this.past.value.length, this.future.value.length]);
  private lastKey = '';
  private lastTime = 0;

  get canUndo(): boolean {
    return this.both.value[0]! > 0;
  }

  get canRedo(): boolean {
    return this.both.value[1]! > 0;
  }

  /** Records what was before a change; `key` names the field that was typed in, if any. */
  note(before: Entry, key = ''): void {
    const past = this.past.peek();
    const time = Date.now();
    const typesOn = key !== '' && key === this.lastKey && time - this.lastTime < TYPING_MS;
    this.lastKey = key;
    this.lastTime = time;
    this.future.value = [];
    if (typesOn && past.length > 0) return;
    this.past.value = [...past, before].slice(-LENGTH);
  }

  /** Goes back: `restore` gets the last entry and says whether it was accepted; `now` is what redo will restore. */
  undo(now: Entry, restore: (entry: Entry) => boolean): void {
    this.move(this.past, this.future, now, restore);
  }

  redo(now: Entry, restore: (entry: Entry) => boolean): void {
    this.move(this.future, this.past, now, restore);
  }

  clear(): void {
    this.past.value = this.future.value = [];
    this.lastKey = '';
  }

  /** Goes on where another history stopped. */
  adopt(other: History<Entry>): void {
    this.past.value = other.past.peek();
    this.future.value = other.future.peek();
  }

  private move(
    from: typeof this.past,
    to: typeof this.past,
    now: Entry,
    restore: (entry: Entry) => boolean,
  ): void {
    const entries = from.peek();
    const entry = entries[entries.length - 1];
    this.lastKey = '';
    if (entry === undefined || !restore(entry)) return;
    from.value = entries.slice(0, -1);
    to.value = [...to.peek(), now];
  }
}
